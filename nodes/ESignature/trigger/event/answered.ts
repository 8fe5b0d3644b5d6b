import { sleep } from 'n8n-workflow';

/** The answer to a request, as far as it tells what became of an event. */
export interface Answering {
	statusCode: number;
	/** n8n has said all that it will say, whether or not anybody listens. */
	writableEnded?: boolean;
	/** The sender has hung up. */
	destroyed?: boolean;
	once(event: 'finish' | 'close', listener: () => void): unknown;
}

/** n8n ends its work for a sender that is gone, and then there is nobody to tell. */
const LONGEST = 60_000;
const PAUSE = 20;

/**
 * Whether n8n took the event over, once that is known: it answers 2xx only after the run was stored.
 * A sender that hangs up proves nothing, since n8n goes on without it.
 */
export async function answered(answering: Answering, longest = LONGEST): Promise<boolean> {
	await new Promise<void>((resolve) => {
		answering.once('finish', resolve);
		answering.once('close', resolve);
		// Then neither of the two is still to come.
		if (answering.destroyed) resolve();
	});
	const end = performance.now() + longest;
	while (answering.writableEnded === false && performance.now() < end) await sleep(PAUSE);
	const { statusCode, writableEnded } = answering;
	return writableEnded !== false && statusCode >= 200 && statusCode < 300;
}

/** What a promise gives, or undefined if that takes longer. */
export async function within<Result>(
	outcome: Promise<Result>,
	milliseconds: number,
): Promise<Result | undefined> {
	const done = new AbortController();
	const limit = sleep(Math.max(0, milliseconds), done.signal).then(
		() => undefined,
		() => undefined,
	);
	const result = await Promise.race([outcome, limit]);
	done.abort();
	return result;
}
