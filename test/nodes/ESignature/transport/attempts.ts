import type { Route } from '../../../../nodes/ESignature/api';
import { Pace } from '../../../../nodes/ESignature/transport/pace';
import { persist, type Settle } from '../../../../nodes/ESignature/transport/persist';
import type { Failure } from '../../../../nodes/ESignature/transport/wire/failure';
import { network } from './failures';

export const DONE = 'done';
export const lost = network('ECONNRESET', true);

/** Runs a script of attempts: a failure, or `DONE`; the last one repeats for ever. */
export async function run(route: Route, script: Array<Failure | 'done'>, settle?: Settle<unknown>) {
	const pace = new Pace();
	const waits: number[] = [];
	jest.spyOn(pace, 'turn').mockResolvedValue();
	jest.spyOn(pace, 'pause').mockImplementation(async (wait) => void waits.push(wait));
	const held = jest.spyOn(pace, 'holdAll');
	let attempts = 0;
	const attemptOnce = async () => {
		const step = script[Math.min(attempts++, script.length - 1)] ?? DONE;
		return step === DONE ? { value: DONE } : { failure: step };
	};
	const outcome = await persist<unknown>(route, pace, attemptOnce, settle);
	return { outcome, attempts, waits, held: held.mock.calls.flat(), pace };
}

export const settling = (settlement: Awaited<ReturnType<Settle<unknown>>>) =>
	jest.fn<Promise<typeof settlement>, [Failure]>().mockResolvedValue(settlement);
