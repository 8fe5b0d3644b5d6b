import {
	keepNewest,
	putNewest,
	TimeLimit,
} from '../../../../../nodes/ESignature/transport/wire/time';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);
const stateOf = ({ expired, signal }: TimeLimit) => ({ expired, aborted: signal.aborted });

const RUNNING = { expired: false, aborted: false };
const EXPIRED = { expired: true, aborted: true };

describe('a watch over an exchange', () => {
	it('ends it after a silence', async () => {
		const watch = new TimeLimit({ idle: 1_000, total: 60_000 });
		await pass(999);
		expect(stateOf(watch)).toEqual(RUNNING);
		await pass(1);

		expect(stateOf(watch)).toEqual(EXPIRED);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('lets it go on while something arrives', async () => {
		const watch = new TimeLimit({ idle: 1_000, total: 60_000 });
		for (let chunk = 0; chunk < 50; chunk++) {
			await pass(900);
			watch.touch();
		}
		expect(stateOf(watch)).toEqual(RUNNING);
		await pass(1_000);

		expect(stateOf(watch)).toEqual(EXPIRED);
	});

	it('ends it at the deadline, even while something arrives', async () => {
		const watch = new TimeLimit({ idle: 1_000, total: 10_000 });
		for (let chunk = 0; chunk < 19; chunk++) {
			await pass(500);
			watch.touch();
		}
		expect(stateOf(watch)).toEqual(RUNNING);
		await pass(500);

		expect(stateOf(watch)).toEqual(EXPIRED);
	});

	it('ends it in time although the clock of the computer is set back', async () => {
		const watch = new TimeLimit({ idle: 2_000, total: 2_000 });
		await pass(1_000);
		jest.setSystemTime(Date.now() - 2 * 3_600_000);
		await pass(1_000);

		expect(stateOf(watch)).toEqual(EXPIRED);
	});

	it('tells how much time is left', async () => {
		const watch = new TimeLimit({ idle: 1_000, total: 1_500 });
		await pass(600);
		expect(watch.remaining()).toBe(400);
		watch.touch();

		expect(watch.remaining()).toBe(900);
		watch.stop();
	});

	it('is over with the exchange, and leaves no timer behind', async () => {
		const watch = new TimeLimit({ idle: 1_000, total: 10_000 });
		await pass(500);
		watch.stop();
		await pass(0);
		expect(jest.getTimerCount()).toBe(0);
		await pass(100_000);

		expect(stateOf(watch)).toEqual(RUNNING);
	});

	it('may be stopped twice, and after it expired', async () => {
		const watch = new TimeLimit({ idle: 10, total: 10 });
		await pass(10);
		watch.stop();
		watch.stop();
		await pass(100);

		expect(stateOf(watch)).toEqual(EXPIRED);
	});

	it('passes on a stop by the user, which is no silence', async () => {
		const cancel = new AbortController();
		const watch = new TimeLimit({ idle: 1_000, total: 10_000 }, cancel.signal);
		expect(stateOf(watch)).toEqual(RUNNING);
		cancel.abort();

		expect(stateOf(watch)).toEqual({ expired: false, aborted: true });
		watch.stop();
		await pass(100_000);
		expect(watch.expired).toBe(false);
	});

	it('does not stop the user in turn', async () => {
		const cancel = new AbortController();
		const watch = new TimeLimit({ idle: 10, total: 10 }, cancel.signal);
		await pass(10);

		expect(stateOf(watch)).toEqual(EXPIRED);
		expect(cancel.signal.aborted).toBe(false);
	});
});

describe('what is remembered up to a bound', () => {
	it('loses what was put in first, as much as is too much', () => {
		const kept = new Set([1, 2, 3, 4, 5]);
		keepNewest(kept, 5);
		expect([...kept]).toEqual([1, 2, 3, 4, 5]);
		keepNewest(kept, 2);
		expect([...kept]).toEqual([4, 5]);
	});

	it('counts what is put in again as new', () => {
		const kept = new Map([
			['a', 1],
			['b', 2],
			['c', 3],
		]);
		expect(putNewest(kept, ['a', 4], 3)).toBe(4);
		putNewest(kept, ['d', 5], 3);
		expect([...kept]).toEqual([
			['c', 3],
			['a', 4],
			['d', 5],
		]);
	});
});
