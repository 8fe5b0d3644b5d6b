const [SHORTEST_MS, LONGEST_MS] = [500, 5_000];

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
			const cut = milliseconds >= SHORTEST_MS && milliseconds <= LONGEST_MS;
			return wait(then, cut ? 1 : milliseconds, ...rest);
		}) as typeof setTimeout);
	});
	afterEach(() => jest.restoreAllMocks());
}
