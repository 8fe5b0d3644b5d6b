import type { Route } from '../../../../nodes/ESignature/api';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import {
	RetryBudget,
	RateLimit,
	withRetries,
	type Recovery,
	type Settle,
	type Settlement,
} from '../../../../nodes/ESignature/transport/wire/retry';
import { network } from './failures';

export const DONE = 'done' as const;
export const lost = network('ECONNRESET', true);

/** Runs a script of attempts: a failure, or `DONE`; the last one repeats for ever. Nothing really waits. */
export async function run(
	route: Route,
	script: Array<Failure | 'done'>,
	recovery: Recovery<unknown> = {},
) {
	const limit = new RateLimit();
	const pace = new RetryBudget(limit);
	const waits: number[] = [];
	const refused = jest.spyOn(limit, 'refused');
	jest.spyOn(pace, 'turn').mockImplementation(async () => () => {});
	jest.spyOn(pace, 'pause').mockImplementation(async (wait) => void waits.push(wait));
	let attempts = 0;
	const attemptOnce = async () => {
		if (attempts > 100) throw new Error('It tries without end');
		const step = script[Math.min(attempts++, script.length - 1)] ?? DONE;
		return step === DONE ? { value: DONE } : { failure: step };
	};
	const outcome = await withRetries<unknown>(route, pace, attemptOnce, recovery);
	const held = refused.mock.calls.map(([{ asked }]) => asked);
	return { outcome, attempts, waits, held, pace };
}

/** Settles with these, one after the other; the last one repeats. */
export function settling(...settlements: Array<Settlement<unknown>>) {
	let at = 0;
	return jest.fn<ReturnType<Settle<unknown>>, []>(
		async () => settlements[Math.min(at++, settlements.length - 1)] ?? 'unknown',
	);
}
