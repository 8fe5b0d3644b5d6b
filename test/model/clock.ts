/** Read-backs, repeats and polls wait less than this; time limits are longer and stay as they are. */
const MAX_WAIT_MS = 9_500;

/**
 * From now on waits end at once, and the clock moves forward by their length.
 * So a deadline passes after as many reads as it would in real time. Returns a function that undoes this.
 */
export function speedUpClock(): () => void {
	const { setTimeout: wait } = globalThis;
	const { now } = Date;
	const { performance } = globalThis;
	const elapsed = performance.now.bind(performance);
	let ahead = 0;

	globalThis.setTimeout = ((then: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) => {
		if (ms < 2 || ms > MAX_WAIT_MS) return wait(then, ms, ...rest);
		const over = now() + ahead + ms;
		return wait(() => {
			// Two waits at the same time add up to the longer one only.
			ahead = Math.max(ahead, over - now());
			then(...rest);
		}, 0);
	}) as typeof setTimeout;
	Date.now = () => now() + ahead;
	performance.now = () => elapsed() + ahead;

	return () => {
		globalThis.setTimeout = wait;
		Date.now = now;
		Reflect.deleteProperty(performance, 'now');
	};
}
