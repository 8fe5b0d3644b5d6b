import { sleep } from 'n8n-workflow';

import type { UUID } from '../api/types';
import { caught } from '../errors/userError';
import type { Answers } from './answers';
import { checkLimits } from './form';
import type { Call, CallWith, Operation } from './operation';

export type Ids = Record<string, UUID>;

/** A call whose inputs are right, and what they ask for. */
export interface Checked<Input> {
	call: CallWith<Ids>;
	input: Input;
}

/** Yield to the event loop: n8n evaluates an expression in about 1 ms, and webhooks wait meanwhile. */
const YIELD_EVERY_N_ITEMS = 50;

/** Checks the inputs of all items before anything is sent: a wrong input in the last item sends nothing. */
export async function checkInputs<Input>(
	operation: Operation,
	calls: readonly Call[],
	answers: Answers,
	read: (call: CallWith<Ids>) => Input | Promise<Input>,
): Promise<Array<Checked<Input>>> {
	const checked: Array<Checked<Input>> = [];
	for (const [index, call] of calls.entries()) {
		if (index % YIELD_EVERY_N_ITEMS === YIELD_EVERY_N_ITEMS - 1) await sleep(0);
		call.assertNotCanceled();
		try {
			checkLimits(operation, call);
			const withIds = { ...call, ids: idsOf(operation, call) };
			checked.push({ call: withIds, input: await read(withIds) });
		} catch (thrown) {
			const error = caught(thrown);
			answers.fail([call.item], error.with({ outcome: error.details.outcome ?? 'notDone' }));
		}
	}
	return checked;
}

const idsOf = ({ ids = [] }: Operation, call: Call): Ids =>
	Object.fromEntries(ids.map((locator) => [locator.path, call.id(locator)]));
