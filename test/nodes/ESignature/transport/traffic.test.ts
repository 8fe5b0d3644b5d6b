import { sleep } from 'n8n-workflow';

import { Traffic, RateLimit, Gate } from '../../../../nodes/ESignature/transport/traffic';

describe('the gate', () => {
	/** So many ask to enter; `inside` are those that were let in, in that order. */
	async function asking(gate: Gate, count: number, cancel?: AbortSignal) {
		const inside: number[] = [];
		const leaves: Array<() => void> = [];
		for (let index = 0; index < count; index++) {
			void gate.acquire(cancel).then((leave) => {
				inside.push(index);
				leaves[index] = leave;
			});
		}
		await sleep(0);
		const leave = async (index: number) => {
			leaves[index]?.();
			await sleep(0);
		};
		return { inside, leave };
	}

	it('lets in as many as there is room for, and the others in their order', async () => {
		const { inside, leave } = await asking(new Gate(2), 4);
		expect(inside).toEqual([0, 1]);
		await leave(1);
		expect(inside).toEqual([0, 1, 2]);
		await leave(0);
		expect(inside).toEqual([0, 1, 2, 3]);
	});

	it('does not hold up a canceled execution, and counts it only while it is inside', async () => {
		const gate = new Gate(1);
		const cancel = new AbortController();
		const first = await asking(gate, 1);
		const canceled = await asking(gate, 2, cancel.signal);
		const waiting = await asking(gate, 1);
		cancel.abort();
		await sleep(0);
		expect(canceled.inside).toEqual([0, 1]);
		await canceled.leave(0);
		await canceled.leave(1);
		expect(waiting.inside).toEqual([]);
		await first.leave(0);
		expect(waiting.inside).toEqual([0]);
	});
});

describe('the rate limit', () => {
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
		limit.refused(performance.now(), asked, random);

	it('makes all wait for as long as the service asks', async () => {
		const limit = new RateLimit();
		refuse(limit, 7_000);
		expect(await waitOf(limit)).toBe(7_000);
		expect(await waitOf(limit)).toBe(0);
	});

	it.each([
		['at most', most, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
		['at least', least, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
	])(
		'makes all wait twice as long each time where it does not say: %s',
		async (_, random, waits) => {
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
		},
	);

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
		for (let request = 0; request < 8; request++) limit.refused(sent, 0, most);
		expect(await waitOf(limit)).toBe(1_000);
	});

	it('keeps no place for a file while the account has to wait', async () => {
		const limit = new RateLimit();
		refuse(limit, 7_000);
		const waiting = Array.from({ length: 10 }, async () =>
			(await new Traffic(limit).acquire(true))(),
		);
		const another = new Traffic().acquire(true);
		await jest.advanceTimersByTimeAsync(0);
		await expect(Promise.race([another, 'it waits'])).resolves.toBeInstanceOf(Function);
		(await another)();
		await jest.advanceTimersByTimeAsync(7_000);
		await Promise.all(waiting);
	});

	it('starts from the beginning after a success', async () => {
		const limit = new RateLimit();
		refuse(limit);
		await jest.advanceTimersByTimeAsync(1);
		refuse(limit);
		limit.succeeded();
		await jest.advanceTimersByTimeAsync(2_000);
		refuse(limit);
		expect(await waitOf(limit)).toBe(1_000);
	});

	it('does not hold up a canceled execution', async () => {
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
			const leave = await new Traffic(new RateLimit(), undefined, new Gate(8)).acquire(isFile);
			inside[isFile ? 'files' : 'others'] += 1;
			await sleep(1_000);
			leave();
		};
		const all = Array.from({ length: 20 }, async (_, index) => await ask(index < 10));
		await jest.advanceTimersByTimeAsync(1);
		expect(inside).toEqual({ files: 4, others: 10 });
		await jest.advanceTimersByTimeAsync(5_000);
		await Promise.all(all);
		expect(inside.files).toBe(10);
	});
});
