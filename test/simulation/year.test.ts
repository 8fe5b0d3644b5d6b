import { isWhole, lineOf, simulate } from './year';

it('archives what the service has, no more and no less', async () => {
	const year = await simulate({ seed: 1, envelopes: 300, days: 30 });
	expect([lineOf(year), isWhole(year)]).toEqual([
		expect.stringMatching(/archive = service.*: each change delivered once$/),
		true,
	]);
	expect(year.finished).toBeGreaterThan(150);
	const { dropped, repeated, kills, lostWrites, overlaps, refused, restarts } = year;
	const { byWebhook, byPolling, bySweep } = year;
	for (const count of [
		dropped,
		repeated,
		kills,
		restarts,
		lostWrites,
		overlaps,
		refused,
		byWebhook,
	])
		expect(count).toBeGreaterThan(0);
	expect(byWebhook + byPolling + bySweep).toBe(year.finished);
	for (const count of [byPolling, bySweep]) expect(count).toBeGreaterThan(0);
	expect(year.polling.expectedCount).toBe(year.finished);
	expect(year.hook.expectedCount).toBe(year.webhooks - year.dropped);
});
