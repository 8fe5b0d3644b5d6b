import { within } from './answered';

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
	outcome: Promise<boolean>,
	longestWait = LONGEST_WAIT,
): Promise<Turn> {
	// By a clock that nobody sets: a correction of the time must neither stretch nor end the wait.
	const end = performance.now() + longestWait;
	for (;;) {
		const first = claims.get(key);
		if (!first) {
			hold(key, outcome);
			return 'ours';
		}
		const taken = await within(first, end - performance.now());
		if (taken === undefined) return 'open';
		if (taken) return 'taken';
	}
}

function hold(key: string, outcome: Promise<boolean>): void {
	const held = outcome.then((taken) => {
		if (!taken) claims.delete(key);
		return taken;
	});
	claims.set(key, held);
	if (claims.size > MOST_CLAIMS) claims.delete(claims.keys().next().value as string);
}
