import { sleep } from 'n8n-workflow';

import { Gate, RateLimit, Traffic } from '../../../../nodes/ESignature/transport/retry';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** How long a request that comes now has to wait. */
async function waitOf(limit: RateLimit): Promise<number> {
	const start = performance.now();
	let end = -1;
	void limit.wait().then(() => (end = performance.now()));
	await jest.advanceTimersByTimeAsync(200_000);
	return end - start;
}
const most = () => 1;
const least = () => 0;
const refuse = (limit: RateLimit, asked?: number, random = most) =>
	limit.refused({ sent: performance.now(), tries: 3, asked }, random);

it('lets requests go at once until the service refuses one', async () => {
	expect(await waitOf(new RateLimit())).toBe(0);
});

it('makes all wait for as long as the service asks', async () => {
	const limit = new RateLimit();
	refuse(limit, 7_000);
	expect(await waitOf(limit)).toBe(7_000);
	expect(await waitOf(limit)).toBe(0);
});

it.each([
	['at most', most, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
	['at least', least, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
])('makes all wait twice as long each time where it does not say: %s', async (_, random, waits) => {
	const found: number[] = [];
	const limit = new RateLimit();
	for (const wait of waits) {
		refuse(limit, undefined, random);
		const start = performance.now();
		const waiting = limit.wait();
		await jest.advanceTimersByTimeAsync(wait);
		await waiting;
		found.push(Math.round(performance.now() - start));
		await jest.advanceTimersByTimeAsync(1);
	}
	expect(found).toEqual(waits);
});

it('waits longer than asked for where that did not help', async () => {
	const limit = new RateLimit();
	refuse(limit, 0);
	await jest.advanceTimersByTimeAsync(1);
	refuse(limit, 0);
	expect(await waitOf(limit)).toBe(2_000);
});

it('counts requests that were under way together once', async () => {
	const limit = new RateLimit();
	await jest.advanceTimersByTimeAsync(10);
	const sent = performance.now();
	await jest.advanceTimersByTimeAsync(10);
	for (let request = 0; request < 8; request++) limit.refused({ sent, tries: 1 }, most);
	expect(await waitOf(limit)).toBe(1_000);
});

describe('a service that goes on refusing', () => {
	const refuseOften = async (limit: RateLimit, times: number, tries: number) => {
		let again = true;
		for (let time = 0; time < times; time++) {
			await jest.advanceTimersByTimeAsync(1_000);
			again = limit.refused({ sent: performance.now(), tries }, most);
		}
		return again;
	};

	it('is given up after ten refusals in a row', async () => {
		expect(await refuseOften(new RateLimit(), 9, 9)).toBe(true);
		expect(await refuseOften(new RateLimit(), 10, 10)).toBe(false);
	});

	it('is tried a few times by each request all the same', async () => {
		expect(await refuseOften(new RateLimit(), 20, 2)).toBe(true);
	});

	it('starts from the beginning after a success, or two minutes after the wait', async () => {
		const limit = new RateLimit();
		await refuseOften(limit, 9, 9);
		limit.succeeded();
		expect(await refuseOften(limit, 9, 9)).toBe(true);
		await jest.advanceTimersByTimeAsync(151_000);
		expect(await refuseOften(limit, 9, 9)).toBe(true);
	});
});

it('does not hold up a cancelled execution', async () => {
	const limit = new RateLimit();
	refuse(limit, 60_000);
	const cancel = new AbortController();
	const waiting = limit.wait(cancel.signal);
	cancel.abort();
	await expect(waiting).resolves.toBeUndefined();
});

it('lets fewer files than other requests go at a time, in all executions of the process', async () => {
	const inside = { files: 0, others: 0 };
	const ask = async (isFile: boolean) => {
		const leave = await new Traffic(new RateLimit(), undefined, new Gate(8)).turn(isFile);
		inside[isFile ? 'files' : 'others'] += 1;
		await sleep(1_000);
		leave();
	};
	const all = Array.from({ length: 20 }, async (_, index) => await ask(index < 10));
	await jest.advanceTimersByTimeAsync(1);
	expect(inside).toEqual({ files: 6, others: 10 });
	await jest.advanceTimersByTimeAsync(5_000);
	await Promise.all(all);
	expect(inside.files).toBe(10);
});
