import fc from 'fast-check';
import { NodeOperationError } from 'n8n-workflow';

import { runJobs, Breaker } from '../../../../nodes/ESignature/core/jobs';
import { answer, apart, ConcurrencyCounter, rules, summary } from './fakeJobs';
import { node } from '../sampleNode';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('jobs', () => {
	it('run the first one alone, the others together', async () => {
		const counter = new ConcurrencyCounter();
		const [, ...others] = counter.jobs(10);
		await runJobs(apart([counter.job([0], { turns: 50 }), ...others]), rules({ concurrency: 4 }));

		expect(counter.started[0]).toEqual([0]);
		expect(counter.others[1]).toBe(0);
		expect(counter.most).toBeGreaterThan(1);
	});
});

describe('the jobs of one lane', () => {
	it('run one after the other in their order, while other lanes run', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
				fc.integer({ min: 1, max: 5 }),
				async (turns, concurrency) => {
					const counter = new ConcurrencyCounter();
					const busy = new Set<number>();
					const lanes = turns.map((lane, at) =>
						lane.map((count, index) => {
							const job = counter.job([at * 10 + index], { turns: count });
							const run = async () => {
								expect(busy.has(at)).toBe(false);
								busy.add(at);
								return await job.run().finally(() => busy.delete(at));
							};
							return { ...job, run };
						}),
					);
					const outcomes = await runJobs(lanes, rules({ concurrency }));
					const inOrder = turns.map((lane, at) => lane.map((_, index) => at * 10 + index));

					expect(summary(outcomes)).toEqual(inOrder.flat());
					for (const [at, items] of inOrder.entries()) {
						const started = counter.started.flat().filter((item) => Math.floor(item / 10) === at);
						expect(started).toEqual(items);
					}
					expect(counter.most).toBeLessThanOrEqual(concurrency);
				},
			),
			{ numRuns: 300 },
		);
	});

	it('are done at the same time as those of other lanes', async () => {
		const counter = new ConcurrencyCounter();
		const lanes = numbers(4).map((lane) =>
			numbers(3).map((index) => counter.job([lane * 3 + index], { turns: 30 })),
		);
		await runJobs(lanes, rules({ concurrency: 4 }));

		expect(counter.most).toBe(4);
	});

	it('go on after one of them failed, when the run goes on', async () => {
		const counter = new ConcurrencyCounter();
		const lane = counter.jobs(4, (item) => (item === 1 ? answer(400) : undefined));

		expect(summary(await runJobs([lane], rules()))).toEqual([0, '1: status 400', 2, 3]);
	});

	it('end with the first failure, when that ends the run', async () => {
		const counter = new ConcurrencyCounter();
		const lane = counter.jobs(4, (item) => (item === 1 ? answer(400) : undefined));

		const run = runJobs([lane], rules({ continueOnFail: false }));
		await expect(run).rejects.toMatchObject({ message: 'status 400', context: { itemIndex: 1 } });
		expect(counter.started).toEqual([[0], [1]]);
	});
});

describe('a job that is refused', () => {
	const partsOf = (counter: ConcurrencyCounter, bad: number[]) =>
		[0, 1, 2, 3].map((item) =>
			counter.job([item], {
				turns: 5,
				error: () => (bad.includes(item) ? answer(400) : undefined),
			}),
		);

	it('is made again in parts, one after the other, if it can be split', async () => {
		const counter = new ConcurrencyCounter();
		const split = () => partsOf(counter, [2]);
		const job = counter.job([0, 1, 2, 3], { error: () => answer(400), split });

		expect(summary(await runJobs([[job]], rules()))).toEqual([0, 1, '2: status 400', 3]);
		expect(counter.started).toEqual([[0, 1, 2, 3], [0], [1], [2], [3]]);
		expect(counter.most).toBe(1);
	});

	it('is not split when the first failure ends the run, but asked for the item that failed', async () => {
		const counter = new ConcurrencyCounter();
		const split = jest.fn(() => partsOf(counter, []));
		const job = counter.job([0, 1, 2, 3], { error: () => answer(400), split });
		const run = runJobs(
			[[{ ...job, failedItem: async () => 2 }]],
			rules({ continueOnFail: false }),
		);

		await expect(run).rejects.toMatchObject({ context: { itemIndex: 2 } });
		expect(split).not.toHaveBeenCalled();
	});

	it('completes its error before anybody sees it', async () => {
		const failures: unknown[] = [];
		const job = {
			...new ConcurrencyCounter().job([0, 1], { error: () => answer(409) }),
			completeError: (error: { context: object }) => Object.assign(error.context, { seen: true }),
		};
		await runJobs(
			[[job]],
			rules({ onFailure: (items, { context }) => void failures.push([items, context]) }),
		);

		expect(failures).toEqual([[[0, 1], { itemIndex: 0, seen: true }]]);
	});

	it('is not taken apart further once the run is canceled', async () => {
		const cancel = new AbortController();
		const counter = new ConcurrencyCounter();
		const parts = [0, 1, 2].map((item) =>
			counter.job([item], { error: () => void (item === 0 && cancel.abort()) }),
		);
		const job = counter.job([0, 1, 2], { error: () => answer(400), split: () => parts });

		await expect(runJobs([[job]], rules({ cancel: cancel.signal }))).rejects.toThrow('canceled');
		expect(counter.started).toEqual([[0, 1, 2], [0]]);
	});
});

describe('a service that is away', () => {
	const NOT_ATTEMPTED = 'Not attempted, because the service was not available for earlier items';

	it('is left alone after five failures in a row, and the other items are not done', async () => {
		const counter = new ConcurrencyCounter();
		const jobs = counter.jobs(30, () => answer(503));
		const outcomes = await runJobs(apart(jobs), rules({ concurrency: 1 }));

		expect(counter.started).toHaveLength(5);
		expect(outcomes).toHaveLength(30);
		expect(outcomes[29]).toMatchObject({
			item: 29,
			error: { message: NOT_ATTEMPTED, context: { outcome: 'notDone' } },
		});
	});

	it('is not asked again for the parts of a bulk request either', async () => {
		const counter = new ConcurrencyCounter();
		const parts = Array.from({ length: 20 }, (_, item) =>
			counter.job([item], { error: () => answer(503) }),
		);
		const items = parts.flatMap((part) => part.items);
		const job = counter.job(items, { error: () => answer(400), split: () => parts });

		expect(await runJobs([[job]], rules())).toHaveLength(20);
		expect(counter.started).toHaveLength(1 + 5);
	});
});

it('gives the failure of a bulk request to all its items, when the run goes on', async () => {
	const outcomes = await runJobs(
		[[new ConcurrencyCounter().job([2, 5, 7], { error: () => answer(409) })]],
		rules(),
	);

	expect(outcomes.map(({ item }) => item)).toEqual([2, 5, 7]);
});

it('throws the failure of the lowest item, when several that end the run fail at once', async () => {
	const counter = new ConcurrencyCounter();
	const jobs = [
		counter.job([0]),
		counter.job([1], { turns: 40, error: () => answer(404, 'slow') }),
		counter.job([2], { turns: 1, error: () => answer(409, 'fast') }),
		...numbers(40).map((item) => counter.job([item + 3], { turns: 2 })),
	];
	const run = runJobs(apart(jobs), rules({ continueOnFail: false, concurrency: 3 }));

	await expect(run).rejects.toMatchObject({ message: 'slow', context: { itemIndex: 1 } });
	expect(counter.started.length).toBeLessThanOrEqual(5);
	expect(counter.running).toBe(0);
});

describe('a run that is canceled', () => {
	it('before it began starts nothing', async () => {
		const counter = new ConcurrencyCounter();
		const run = runJobs(apart(counter.jobs(9)), rules({ cancel: AbortSignal.abort() }));

		await expect(run).rejects.toThrow('The execution was canceled');
		expect(counter.started).toEqual([]);
	});

	it('starts nothing more', async () => {
		const counter = new ConcurrencyCounter();
		const cancel = new AbortController();
		const jobs = counter.jobs(50, (item) => void (item === 7 && cancel.abort()));
		const run = runJobs(apart(jobs), rules({ cancel: cancel.signal, concurrency: 2 }));

		await expect(run).rejects.toThrow('The execution was canceled');
		expect(counter.started.length).toBeLessThanOrEqual(10);
	});

	it('says so, even if an item failed before', async () => {
		const cancel = new AbortController();
		const jobs = new ConcurrencyCounter().jobs(9, (item) => {
			if (item === 4) cancel.abort();
			return item === 1 ? answer(404) : undefined;
		});
		const run = runJobs(apart(jobs), rules({ cancel: cancel.signal, concurrency: 1 }));

		await expect(run).rejects.toThrow('The execution was canceled');
	});
});

describe('the breaker', () => {
	const SILENT = 'Not attempted, because the service was not available for earlier items';
	const NO_ENTRY = /did not accept the credential/;

	/** What is said after these failures, if nothing more is attempted. */
	function after(errors: Array<ReturnType<typeof answer> | NodeOperationError | 'success'>) {
		const breaker = new Breaker();
		for (const error of errors) {
			if (error === 'success') breaker.succeeded();
			else breaker.failed(error);
		}
		return breaker.open?.message;
	}
	const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
	const marked = (context: object) =>
		Object.assign(new NodeOperationError(node, 'No'), { context: { ...context } });

	it.each([
		['429', answer(429)],
		['500', answer(500)],
		['silence', marked({ outage: true })],
	])('leaves the service alone after five failures in a row: %s', (_, error) => {
		expect(after(times(4, error))).toBeUndefined();
		expect(after(times(5, error))).toBe(SILENT);
	});

	it.each([
		['499', answer(499)],
		['an input', marked({})],
	])('goes on after any number of failures that are those of an item: %s', (_, error) => {
		expect(after(times(20, error))).toBeUndefined();
		expect(after([...times(4, answer(500)), error, ...times(4, answer(500))])).toBeUndefined();
	});

	it.each([
		['401', answer(401)],
		['a sign-in that was refused', marked({ signIn: true, outage: true })],
	])('says so where the credential was not accepted: %s', (_, error) => {
		expect(after(times(4, error))).toBeUndefined();
		expect(after(times(5, error))).toMatch(NO_ENTRY);
	});

	it('forgets failures with the next success', () => {
		expect(after([...times(4, answer(500)), 'success', ...times(4, answer(500))])).toBeUndefined();
	});
});
