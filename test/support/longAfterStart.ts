const HOUR = 3_600_000;

/** For each test of a file: n8n has been running for an hour. */
export function longAfterStart(): void {
	const elapsed = performance.now.bind(performance);
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => HOUR + elapsed());
	});
	afterEach(() => jest.restoreAllMocks());
}
