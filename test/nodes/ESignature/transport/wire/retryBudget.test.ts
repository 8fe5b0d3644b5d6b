import { RetryBudget, RateLimit } from '../../../../../nodes/ESignature/transport/wire/backoff';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Whether a promise is settled, and when that was noticed. */
function watched(promise: Promise<unknown>) {
	const state = { done: false };
	void promise.then(() => (state.done = true));
	return state;
}

/** Makes all requests of the account wait. */
async function hold(limit: RateLimit, milliseconds: number): Promise<void> {
	const place = await limit.enter(AbortSignal.abort());
	limit.refused(place, { asked: milliseconds, times: 1 });
	place?.leave();
}

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

describe('the budget of an execution', () => {
	it('lets requests go at once while nobody asked to wait', async () => {
		const turn = watched(new RetryBudget(new RateLimit()).turn());
		await pass(0);

		expect(turn.done).toBe(true);
	});

	it('is that of the account: what one execution was told holds up all others', async () => {
		const limit = new RateLimit();
		await hold(limit, 5_000);
		const turns = [new RetryBudget(limit), new RetryBudget(limit)].map((budget) =>
			watched(budget.turn().then((place) => place?.leave())),
		);
		await pass(4_999);
		expect(turns.some(({ done }) => done)).toBe(false);
		await pass(1);

		expect(turns.every(({ done }) => done)).toBe(true);
	});

	it('is not slowed down by another account', async () => {
		await hold(new RateLimit(), 5_000);
		const turn = watched(new RetryBudget(new RateLimit()).turn());
		await pass(0);

		expect(turn.done).toBe(true);
	});

	it('tells the account about successes', async () => {
		const limit = new RateLimit();
		const succeeded = jest.spyOn(limit, 'succeeded');
		new RetryBudget(limit).succeeded();

		expect(succeeded).toHaveBeenCalledTimes(1);
	});

	it('stops waiting when the execution is cancelled', async () => {
		const cancel = new AbortController();
		const limit = new RateLimit();
		const budget = new RetryBudget(limit, cancel);
		await hold(limit, 60_000);
		const waiting = [watched(budget.turn()), watched(budget.pause(60_000))];
		await pass(10);
		cancel.abort();
		await pass(0);
		const later = [watched(budget.turn()), watched(budget.pause(60_000))];
		await pass(0);

		expect([...waiting, ...later].every(({ done }) => done)).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('pauses for the time given', async () => {
		const pause = watched(new RetryBudget(new RateLimit()).pause(300));
		await pass(299);
		expect(pause.done).toBe(false);
		await pass(1);

		expect(pause.done).toBe(true);
	});
});

describe('the budget for repeats', () => {
	/** How many repeats are affordable; spends them all. */
	function spend(budget: RetryBudget): number {
		let repeats = 0;
		while (repeats < 1_000 && budget.affordsRepeat()) repeats++;
		return repeats;
	}

	it('is enough for a hundred in a row, not for a storm', () => {
		const budget = new RetryBudget(new RateLimit());

		expect(spend(budget)).toBe(100);
		expect(budget.affordsRepeat()).toBe(false);
	});

	it('is refilled by successes, five for one repeat', () => {
		const budget = new RetryBudget(new RateLimit());
		spend(budget);
		for (let success = 0; success < 4; success++) budget.succeeded();
		expect(budget.affordsRepeat()).toBe(false);
		budget.succeeded();

		expect(spend(budget)).toBe(1);
	});

	it('does not grow beyond its beginning', () => {
		const budget = new RetryBudget(new RateLimit());
		for (let success = 0; success < 10_000; success++) budget.succeeded();

		expect(spend(budget)).toBe(100);
	});
});
