import fc from 'fast-check';

import { RateLimit, type Turn } from '../../../../../nodes/ESignature/transport/wire/backoff';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);
const half = () => 0.5;

/** Requests that ask to enter; the list holds those that were let in. */
function queue(limit: RateLimit, count: number, cancel?: AbortSignal): Turn[] {
	const entered: Turn[] = [];
	for (let one = 0; one < count; one++) {
		void limit.enter(cancel).then((place) => entered.push(place));
	}
	return entered;
}

/** A request that is let in after whatever wait. */
async function sent(limit: RateLimit): Promise<Turn> {
	const entered = queue(limit, 1);
	await pass(300_000);
	return entered[0] as Turn;
}

/** The same without the wait. */
const unasked = async (limit: RateLimit): Promise<Turn> => await limit.enter(AbortSignal.abort());

/** As a request does it: told first, then the place is free. */
function answered(
	limit: RateLimit,
	place: Turn,
	{ asked, times = 1 }: { asked?: number; times?: number },
	random = half,
): number | undefined {
	const wait = limit.refused(place, { asked, times }, random);
	place.leave();
	return wait;
}

const refuse = async (limit: RateLimit, asked?: number) =>
	answered(limit, await sent(limit), { asked });

async function succeed(limit: RateLimit): Promise<void> {
	(await sent(limit)).leave();
	limit.succeeded();
}

/** How many are under way when more want to go than may. */
async function atOnce(limit: RateLimit): Promise<number> {
	const entered = queue(limit, 50);
	await pass(300_000);
	const { length } = entered;
	while (entered.length > 0) {
		entered.splice(0).forEach((place) => place.leave());
		await pass(0);
	}
	return length;
}

describe('the limit of an account', () => {
	it('is one for all who use the account, and another for another account', () => {
		expect(RateLimit.of('a')).toBe(RateLimit.of('a'));
		expect(RateLimit.of('b')).not.toBe(RateLimit.of('a'));
	});

	it('is kept for the accounts that were used last', () => {
		const [kept, forgotten] = [RateLimit.of('kept'), RateLimit.of('forgotten')];
		for (let other = 0; other < 150; other++) RateLimit.of(`other ${other}`);
		RateLimit.of('kept');
		for (let other = 0; other < 100; other++) RateLimit.of(`another ${other}`);

		expect(RateLimit.of('kept')).toBe(kept);
		expect(RateLimit.of('forgotten')).not.toBe(forgotten);
	});
});

describe('waiting', () => {
	it('is not needed while nothing was refused', async () => {
		expect(await atOnce(new RateLimit())).toBe(50);
	});

	it('lasts for all as long as the service asks one of them to wait', async () => {
		const limit = new RateLimit();
		expect(await refuse(limit, 5_000)).toBe(5_000);
		const entered = queue(limit, 1);
		await pass(4_999);
		expect(entered).toHaveLength(0);
		await pass(1);

		expect(entered).toHaveLength(1);
	});

	it('lasts longer for those who wait already when the service asks again', async () => {
		const limit = new RateLimit();
		const [first, second] = [await sent(limit), await sent(limit)];
		answered(limit, first, { asked: 1_000 });
		const entered = queue(limit, 1);
		await pass(500);
		answered(limit, second, { asked: 2_000 });
		await pass(1_999);
		expect(entered).toHaveLength(0);
		await pass(1);

		expect(entered).toHaveLength(1);
	});

	it('never lasts less than the service asked before', async () => {
		const limit = new RateLimit();
		const [first, second] = [await sent(limit), await sent(limit)];
		answered(limit, first, { asked: 5_000 });
		answered(limit, second, { asked: 10 });
		const entered = queue(limit, 1);
		await pass(4_999);

		expect(entered).toHaveLength(0);
	});

	it('lasts a part of a ceiling that doubles when the service does not say how long', async () => {
		const ceilings = [1, 2, 4, 8, 16, 30, 30, 30, 30].map((seconds) => seconds * 1_000);
		await fc.assert(
			fc.asyncProperty(
				fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
				async (random) => {
					const limit = new RateLimit();
					for (const ceiling of ceilings) {
						const wait = answered(limit, await unasked(limit), {}, () => random) ?? -1;
						expect(wait).toBeGreaterThanOrEqual(ceiling / 2);
						expect(wait).toBeLessThanOrEqual(ceiling);
					}
				},
			),
			{ numRuns: 200 },
		);
	});

	it.each([
		['for the time to come', 0],
		['for room', 1],
	])('%s ends with a cancel, and leaves no timer behind', async (_, inFlight) => {
		const limit = new RateLimit();
		await refuse(limit, inFlight === 0 ? 60_000 : 0);
		const busy = queue(limit, inFlight);
		await pass(1);
		const cancel = new AbortController();
		const entered = queue(limit, 3, cancel.signal);
		await pass(10);
		expect([busy.length, entered.length]).toEqual([inFlight, 0]);
		cancel.abort();
		await pass(0);

		expect(entered).toHaveLength(3);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('lasts at least as long as ours would where the service asks for less than helps', async () => {
		const limit = new RateLimit();
		const waits: Array<number | undefined> = [];
		for (let times = 1; times <= 4; times++) {
			waits.push(answered(limit, await unasked(limit), { asked: 0, times }));
		}
		expect(waits).toEqual([0, 1_500, 3_000, 6_000]);
		limit.succeeded();

		expect(await refuse(limit, 0)).toBe(0);
	});

	it('of others goes on when one of them is cancelled', async () => {
		const limit = new RateLimit();
		await refuse(limit, 5_000);
		const other = queue(limit, 1);
		(await unasked(limit)).leave();
		await pass(4_999);
		expect(other).toHaveLength(0);
		await pass(1);

		expect(other).toHaveLength(1);
	});
});

describe('a refusal', () => {
	it('halves how many go at a time, down to one', async () => {
		const limit = new RateLimit();
		const places = queue(limit, 16);
		await pass(0);
		answered(limit, places[0] as Turn, { asked: 0 });
		places.slice(1).forEach((place) => place.leave());
		expect(await atOnce(limit)).toBe(8);

		const again = queue(limit, 8);
		await pass(0);
		answered(limit, again[0] as Turn, { asked: 0 });
		again.slice(1).forEach((place) => place.leave());
		expect(await atOnce(limit)).toBe(4);

		for (let time = 0; time < 5; time++) await refuse(limit, 0);
		expect(await atOnce(limit)).toBe(1);
	});

	it.each(['none', 'upload'] as const)(
		'beside a download that takes its time is over when it was waited for (%s)',
		async (load) => {
			const limit = new RateLimit();
			const file = await limit.enter(undefined, 'download');
			answered(limit, await limit.enter(undefined, load), { asked: 1_000 });
			const entered: Turn[] = [];
			void limit.enter(undefined, load).then((place) => entered.push(place));
			await pass(1_000);

			expect(entered).toHaveLength(1);
			entered.forEach((place) => place.leave());
			file.leave();
		},
	);

	it('of files halves the files, and not the rest', async () => {
		const limit = new RateLimit();
		const files = [1, 2, 3, 4].map(async () => await limit.enter(undefined, 'download'));
		const others = [1, 2].map(async () => await limit.enter());
		const [first, ...rest] = await Promise.all(files);
		answered(limit, first as Turn, { asked: 1_000 });
		await Promise.all(others);
		const more: Turn[] = [];
		for (let one = 0; one < 3; one++) {
			void limit.enter(undefined, 'download').then((place) => more.push(place));
		}
		const reads = queue(limit, 3);
		await pass(1_000);

		expect(reads).toHaveLength(3);
		expect(more).toHaveLength(0);
		rest.forEach((place) => place.leave());
		await pass(0);
		expect(more).toHaveLength(2);
	});

	it('of many that were under way together counts once', async () => {
		const limit = new RateLimit();
		for (let round = 1; round <= 9; round++) {
			const places = queue(limit, 1);
			await pass(300_000);
			// Others were sent at the same time, before anybody knew.
			const together = Array.from({ length: 20 }, () => places[0] as Turn);
			const waits = together.map((place) => limit.refused(place, { times: 10 }, half));
			places[0]?.leave();
			expect(waits.filter((wait) => wait === undefined)).toEqual([]);
			expect(new Set(waits).size).toBe(1);
		}
	});

	it('is followed by more at a time again, one more after each round of successes', async () => {
		const limit = new RateLimit();
		await refuse(limit, 0);
		const allowed: number[] = [];
		for (let success = 0; success < 1 + 2 + 3; success++) {
			await succeed(limit);
			allowed.push(await atOnce(limit));
		}

		expect(allowed).toEqual([2, 2, 3, 3, 3, 4]);
	});

	it('gives place to those who stand in line as soon as one leaves', async () => {
		const limit = new RateLimit();
		await refuse(limit, 0);
		const entered = queue(limit, 3);
		const seen: number[] = [];
		for (let one = 0; one < 3; one++) {
			await pass(0);
			seen.push(entered.length);
			entered.at(-1)?.leave();
		}

		expect(seen).toEqual([1, 2, 3]);
	});
});

describe('waiting makes no sense any more', () => {
	/** Longer than any wait of ours. */
	const LONG = 60_000;
	/** One wait for each refusal of several in a row, all of one request. */
	const refusals = async (limit: RateLimit, count: number) => {
		const waits: Array<number | undefined> = [];
		for (let times = 1; times <= count; times++) {
			waits.push(answered(limit, await unasked(limit), { asked: LONG, times }));
		}
		return waits;
	};

	it('after ten refusals in a row', async () => {
		expect(await refusals(new RateLimit(), 11)).toEqual([
			...Array(9).fill(LONG),
			undefined,
			undefined,
		]);
	});

	it('but a request that comes after them has three tries of its own', async () => {
		const limit = new RateLimit();
		await refusals(limit, 10);

		expect(await refusals(limit, 3)).toEqual([LONG, LONG, undefined]);
	});

	it('but a success of anybody begins the count anew', async () => {
		const limit = new RateLimit();
		await refusals(limit, 9);
		limit.succeeded();

		expect(await refusals(limit, 10)).toEqual([...Array(9).fill(LONG), undefined]);
	});

	it('but two minutes without a refusal begin the count anew, too', async () => {
		const limit = new RateLimit();
		await refusals(limit, 10);
		await pass(120_001);

		expect(await refusals(limit, 10)).toEqual([...Array(9).fill(LONG), undefined]);
	});
});
