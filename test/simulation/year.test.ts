import { isWhole, lineOf, simulate } from './year';

it.each([1, 2, 3])('archives what the service has, no more and no less (seed %i)', async (seed) => {
	const year = await simulate({ seed, envelopes: 600, days: 40 });
	expect([lineOf(year), isWhole(year)]).toEqual([
		expect.stringContaining('archive = service'),
		true,
	]);
	expect(year.finished).toBeGreaterThan(300);
	for (const count of [year.dropped, year.repeated, year.kills, year.lostWrites, year.byPolling])
		expect(count).toBeGreaterThan(0);
});

it('says what is missing', async () => {
	const year = await simulate({ seed: 1, envelopes: 50, days: 10 });
	expect(lineOf({ ...year, missing: ['one'] })).toContain('archive IS NOT service');
});
