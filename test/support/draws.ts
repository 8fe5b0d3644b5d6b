/**
 * How often a test draws. The same draws each time (see jest/seed.js) prove nothing new, so the usual run takes a
 * tenth of them; `DRAWS=1` takes all, and lets fast-check draw others each time.
 */
export function draws(all: number): number {
	const count = Math.ceil(all * Number(process.env.DRAWS ?? 1 / 10));
	// Without draws, no test would ever fail.
	if (!(count > 0)) throw new Error(`DRAWS is a number above 0, not ${process.env.DRAWS}`);
	return count;
}
