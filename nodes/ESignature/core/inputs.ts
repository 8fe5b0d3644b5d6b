import { sleep } from 'n8n-workflow';

import { caught } from '../errors/userError';
import type { Answers } from './answers';
import { checkLimits } from './form';
import type { Call, Operation } from './operation';

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
		} catch (thrown) {
			const error = caught(thrown);
			answers.fail([call.item], error.with({ outcome: error.details.outcome ?? 'notDone' }));
		}
	}
	return checked;
}
