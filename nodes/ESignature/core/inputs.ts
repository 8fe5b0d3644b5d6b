import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Answers } from './answers';
import { checkLimits } from './form';
import type { Call, Operation } from './operation';

export type ReadInput = (name: string, fallback: unknown) => unknown;

/**
 * The inputs of one execution, by item. n8n evaluates an expression anew each time it is asked for its value, which
 * takes about a millisecond (measured with n8n 2.41): so each is asked for once per item, and what has no expression
 * once per run.
 */
export function inputsFor(
	host: Pick<IExecuteFunctions, 'getNodeParameter'>,
	raw: INodeParameters,
): (item: number) => ReadInput {
	const fixed = new Map<string, unknown>();
	return (item) => {
		const own = new Map<string, unknown>();
		return (name, fallback) => {
			// The form hides the input, so there is nothing to evaluate.
			if (raw[name] === undefined) return fallback;
			const values = hasExpression(raw[name]) ? own : fixed;
			if (!values.has(name)) values.set(name, host.getNodeParameter(name, item, fallback));
			return values.get(name);
		};
	};
}

/** At any depth, since a collection is evaluated with all that is in it; as `isExpression` of n8n-workflow. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** A call whose inputs are right, and what they ask for. */
export interface Checked<Input> {
	call: Call;
	input: Input;
}

/** Yield to the event loop: n8n evaluates an expression in about 1 ms, and webhooks wait meanwhile. */
const YIELD_EVERY_N_ITEMS = 50;

/** Checks the inputs of all items before anything is sent: a wrong input in the last item sends nothing. */
export async function checkInputs<Input>(
	operation: Operation,
	calls: readonly Call[],
	answers: Answers,
	read: (call: Call) => Input | Promise<Input>,
): Promise<Array<Checked<Input>>> {
	const checked: Array<Checked<Input>> = [];
	for (const [index, call] of calls.entries()) {
		if (index % YIELD_EVERY_N_ITEMS === YIELD_EVERY_N_ITEMS - 1) await sleep(0);
		call.assertNotCanceled();
		try {
			checkLimits(operation, call);
			checked.push({ call, input: await read(call) });
		} catch (error) {
			answers.refuse([call.item], error);
		}
	}
	return checked;
}
