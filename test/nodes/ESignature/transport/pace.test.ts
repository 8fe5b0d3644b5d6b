import { Pace } from '../../../../nodes/ESignature/transport/pace';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Whether a promise is settled, and when that was noticed. */
function watched(promise: Promise<void>) {
	const state = { done: false };
	void promise.then(() => (state.done = true));
	return state;
}

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

describe('the pace of an execution', () => {
	it('lets requests go at once while nobody asked to wait', async () => {
		const turn = watched(new Pace().turn());
		await pass(0);

		expect(turn.done).toBe(true);
	});

	it('holds all requests until the time is over', async () => {
		const pace = new Pace();
		pace.holdAll(5_000);
		const turns = Array.from({ length: 10 }, () => watched(pace.turn()));
		await pass(4_999);
		expect(turns.some(({ done }) => done)).toBe(false);
		await pass(1);

		expect(turns.every(({ done }) => done)).toBe(true);
	});

	it('holds those who wait already for longer when it is asked again', async () => {
		const pace = new Pace();
		pace.holdAll(1_000);
		const turn = watched(pace.turn());
		await pass(500);
		pace.holdAll(2_000);
		await pass(1_999);
		expect(turn.done).toBe(false);
		await pass(1);

		expect(turn.done).toBe(true);
	});

	it('never holds for less than it was asked before', async () => {
		const pace = new Pace();
		pace.holdAll(5_000);
		pace.holdAll(10);
		const turn = watched(pace.turn());
		await pass(4_999);

		expect(turn.done).toBe(false);
	});

	it('stops waiting when the execution is cancelled', async () => {
		const cancel = new AbortController();
		const pace = new Pace(cancel.signal);
		pace.holdAll(60_000);
		const waiting = [watched(pace.turn()), watched(pace.pause(60_000))];
		await pass(10);
		cancel.abort();
		await pass(0);
		const later = [watched(pace.turn()), watched(pace.pause(60_000))];
		await pass(0);

		expect([...waiting, ...later].every(({ done }) => done)).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('pauses for the time given', async () => {
		const pause = watched(new Pace().pause(300));
		await pass(299);
		expect(pause.done).toBe(false);
		await pass(1);

		expect(pause.done).toBe(true);
	});
});

describe('the budget for repeats', () => {
	/** How many repeats are affordable; spends them all. */
	function spend(pace: Pace): number {
		let repeats = 0;
		while (repeats < 1_000 && pace.affordsRepeat()) repeats++;
		return repeats;
	}

	it('is enough for a hundred in a row, not for a storm', () => {
		const pace = new Pace();

		expect(spend(pace)).toBe(100);
		expect(pace.affordsRepeat()).toBe(false);
	});

	it('is refilled by successes, five for one repeat', () => {
		const pace = new Pace();
		spend(pace);
		for (let success = 0; success < 4; success++) pace.succeeded();
		expect(pace.affordsRepeat()).toBe(false);
		pace.succeeded();

		expect(spend(pace)).toBe(1);
	});

	it('does not grow beyond its beginning', () => {
		const pace = new Pace();
		for (let success = 0; success < 10_000; success++) pace.succeeded();

		expect(spend(pace)).toBe(100);
	});
});
