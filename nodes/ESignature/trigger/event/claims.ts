import { sleep } from 'n8n-workflow';

/** What a claim needs of the answer to the request: when it was sent, and whether it ever was. */
export interface Answering {
	statusCode: number;
	/** The sender has hung up. */
	destroyed?: boolean;
	once(event: 'finish' | 'close', listener: () => void): unknown;
}

const MOST_CLAIMS = 5_000;
/** The service waits 15 seconds for an answer. */
export const LONGEST_WAIT = 10_000;

/** True once the event was taken over; false if it was not, so that somebody else may. */
type Claim = Promise<boolean>;

/**
 * n8n reads what it keeps with a workflow at the start of each request and writes it at the end. Copies
 * of an event that arrive in between know nothing of each other, so this process remembers who came
 * first, and the others wait for how that ends.
 */
const claims = new Map<string, Claim>();

/** `ours`: nobody else has the event. `taken`: it is being worked on. `open`: that could not be found out. */
export type Turn = 'ours' | 'taken' | 'open';

export async function claim(
	key: string,
	answering: Answering,
	longestWait = LONGEST_WAIT,
): Promise<Turn> {
	// By a clock that nobody sets: a correction of the time must neither stretch nor end the wait.
	const end = performance.now() + longestWait;
	for (;;) {
		const first = claims.get(key);
		if (!first) {
			hold(key, answering);
			return 'ours';
		}
		const taken = await within(first, end - performance.now());
		if (taken === undefined) return 'open';
		if (taken) return 'taken';
	}
}

/** n8n answers 2xx only after the run was stored: until then, the event may still be lost. */
function hold(key: string, answering: Answering): void {
	const outcome = new Promise<boolean>((resolve) => {
		answering.once('finish', () =>
			resolve(answering.statusCode >= 200 && answering.statusCode < 300),
		);
		answering.once('close', () => resolve(false));
		// Then neither of the two is still to come.
		if (answering.destroyed) resolve(false);
	}).then((taken) => {
		if (!taken) claims.delete(key);
		return taken;
	});
	claims.set(key, outcome);
	if (claims.size > MOST_CLAIMS) claims.delete(claims.keys().next().value as string);
}

async function within(outcome: Claim, milliseconds: number): Promise<boolean | undefined> {
	const done = new AbortController();
	const limit = sleep(Math.max(0, milliseconds), done.signal).then(
		() => undefined,
		() => undefined,
	);
	const result = await Promise.race([outcome, limit]);
	done.abort();
	return result;
}
