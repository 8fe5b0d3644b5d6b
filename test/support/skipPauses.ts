const [shortest, longest] = [500, 5_000];

/** A time limit, in seconds, that is not skipped and is long enough for a busy machine. */
export const LONGER_THAN_SKIPPED = longest / 1000 + 0.5;

/**
 * For each test of a file: retries come at once, and so do the reads after a lost write.
 * Time limits, which are longer, stay as they are.
 */
export function skipPauses(): void {
	const { setTimeout: wait } = globalThis;
	beforeEach(() => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
			then: () => void,
			milliseconds = 0,
			...rest: []
		) => {
			const cut = milliseconds >= shortest && milliseconds <= longest;
			return wait(then, cut ? 1 : milliseconds, ...rest);
		}) as typeof setTimeout);
	});
	afterEach(() => jest.restoreAllMocks());
}
