import type { Route } from '../../../../nodes/ESignature/api';
import type { Failure } from '../../../../nodes/ESignature/errors/failure';
import { withRetries } from '../../../../nodes/ESignature/transport/retry';
import { RateLimit, Traffic } from '../../../../nodes/ESignature/transport/traffic';
import { network } from './failures';

export const DONE = 'done' as const;
export const lost = network('ECONNRESET', true);

/** Runs a script of attempts: a failure, or `DONE`; the last one repeats. Nothing really waits. */
export async function run(
	route: Route,
	script: Array<Failure | 'done'>,
	options: { singleAttempt?: boolean } = {},
) {
	const limit = new RateLimit();
	const traffic = new Traffic(limit);
	const waits: number[] = [];
	const held: number[] = [];
	jest.spyOn(limit, 'refused').mockImplementation((_, asked) => void held.push(asked || 5_000));
	jest.spyOn(limit, 'remaining', 'get').mockImplementation(() => held.at(-1) ?? 0);
	jest.spyOn(traffic, 'acquire').mockImplementation(async () => () => {});
	jest.spyOn(traffic, 'pause').mockImplementation(async (wait) => void waits.push(wait));
	let attempts = 0;
	const attemptOnce = async () => {
		if (attempts > 100) throw new Error('It tries without end');
		const step = script[Math.min(attempts++, script.length - 1)] ?? DONE;
		return step === DONE ? { value: DONE } : { failure: step };
	};
	const outcome = await withRetries<unknown>(route, traffic, attemptOnce, options);
	return { outcome, attempts, waits, held };
}
