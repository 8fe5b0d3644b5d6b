import fc from 'fast-check';

import { Breaker } from '../../../../nodes/ESignature/core/jobs';
import type { UserError } from '../../../../nodes/ESignature/errors/userError';
import { answer, apart, FakeJobs } from './fakeJobs';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('jobs', () => {
	it('run the first one alone, the others together', async () => {
		const fake = new FakeJobs();
		const [, ...others] = fake.jobs(10);
		await fake.run(apart([fake.job([0], { turns: 50 }), ...others]), { concurrency: 4 });

		expect(fake.started[0]).toEqual([0]);
		expect(fake.others[1]).toBe(0);
		expect(fake.most).toBeGreaterThan(1);
	});
});

describe('the jobs of one sequence', () => {
	it('run one after the other in their order, while other sequences run', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
				fc.integer({ min: 1, max: 5 }),
				async (turns, concurrency) => {
					const fake = new FakeJobs();
					const busy = new Set<number>();
					const sequences = turns.map((sequence, at) =>
						sequence.map((count, index) => {
							const job = fake.job([at * 10 + index], { turns: count });
							const run = async () => {
								expect(busy.has(at)).toBe(false);
								busy.add(at);
								await job.run().finally(() => busy.delete(at));
							};
							return { ...job, run };
						}),
					);
					await fake.run(sequences, { concurrency });
					const inOrder = turns.map((sequence, at) => sequence.map((_, index) => at * 10 + index));

					expect(fake.failures).toEqual([]);
					for (const ran of [fake.started.flat(), fake.ended]) {
						expect(ran).toHaveLength(inOrder.flat().length);
						for (const [at, items] of inOrder.entries()) {
							expect(ran.filter((item) => Math.floor(Number(item) / 10) === at)).toEqual(items);
						}
					}
					expect(fake.most).toBeLessThanOrEqual(concurrency);
				},
			),
			{ numRuns: 300 },
		);
	});

	it('are done at the same time as those of other sequences', async () => {
		const fake = new FakeJobs();
		const sequences = numbers(4).map((sequence) =>
			numbers(3).map((index) => fake.job([sequence * 3 + index], { turns: 30 })),
		);
		await fake.run(sequences, { concurrency: 4 });

		expect(fake.most).toBe(4);
	});

	it('go on after one of them failed, when the run goes on', async () => {
		const fake = new FakeJobs();
		await fake.run([fake.jobs(4, (item) => (item === 1 ? answer(400) : undefined))]);

		expect(fake.ended).toEqual([0, '1: status 400', 2, 3]);
	});

	it('end with the first failure, when that ends the run', async () => {
		const fake = new FakeJobs();
		const sequence = fake.jobs(4, (item) => (item === 1 ? answer(400) : undefined));
		await fake.run([sequence], { continueOnFail: false });

		expect(fake.ended).toEqual([0, '1: status 400']);
		expect(fake.started).toEqual([[0], [1]]);
	});
});

describe('a job that is refused', () => {
	const partsOf = (fake: FakeJobs, bad: number[]) =>
		[0, 1, 2, 3].map((item) =>
			fake.job([item], {
				turns: 5,
				error: () => (bad.includes(item) ? answer(400) : undefined),
			}),
		);

	it('is made again in parts, one after the other, if it can be split', async () => {
		const fake = new FakeJobs();
		const split = () => partsOf(fake, [2]);
		await fake.run([[fake.job([0, 1, 2, 3], { error: () => answer(400), split })]]);

		expect(fake.ended).toEqual([0, 1, '2: status 400', 3]);
		expect(fake.started).toEqual([[0, 1, 2, 3], [0], [1], [2], [3]]);
		expect(fake.most).toBe(1);
	});

	it.each([
		['the item that failed', 2, [2]],
		['all of them, if none can be told', undefined, [0, 1, 2, 3]],
	])('is not split when the first failure ends the run, which fails %s', async (_, item, items) => {
		const fake = new FakeJobs();
		const split = jest.fn(() => partsOf(fake, []));
		const job = fake.job([0, 1, 2, 3], { error: () => answer(400), split });
		await fake.run([[{ ...job, failedItem: async () => item }]], { continueOnFail: false });

		expect(fake.failures).toMatchObject([{ items }]);
		expect(split).not.toHaveBeenCalled();
	});

	it('completes its error before anybody sees it', async () => {
		const fake = new FakeJobs();
		const seen: UserError[] = [];
		const job = fake.job([0, 1], { error: () => answer(409) });
		await fake.run([
			[
				{
					...job,
					addDetails: (error) => error.with({ outcome: 'unknown' }),
					split: (error) => {
						seen.push(error);
						return [];
					},
				},
			],
		]);

		const completed = { message: 'status 409', details: { outcome: 'unknown' } };
		expect(fake.failures).toMatchObject([{ items: [0, 1], error: completed }]);
		expect(seen).toMatchObject([completed]);
	});

	it('is not taken apart further once the run is canceled', async () => {
		const cancel = new AbortController();
		const fake = new FakeJobs();
		const parts = [0, 1, 2].map((item) =>
			fake.job([item], { error: () => void (item === 0 && cancel.abort()) }),
		);
		const job = fake.job([0, 1, 2], { error: () => answer(400), split: () => parts });

		await expect(fake.run([[job]], { cancel: cancel.signal })).rejects.toThrow('canceled');
		expect(fake.started).toEqual([[0, 1, 2], [0]]);
	});
});

describe('a service that is away', () => {
	const NOT_ATTEMPTED = 'Not attempted, because the service was not available for earlier items';

	it('is left alone after five failures in a row, and the other items are not done', async () => {
		const fake = new FakeJobs();
		await fake.run(apart(fake.jobs(30, () => answer(503))), { concurrency: 1 });

		expect(fake.started).toHaveLength(5);
		expect(fake.failures).toHaveLength(30);
		expect(fake.failures[29]).toMatchObject({
			items: [29],
			error: { message: NOT_ATTEMPTED, details: { outcome: 'notDone' } },
		});
	});

	it('is not asked again for the parts of a bulk request either', async () => {
		const fake = new FakeJobs();
		const parts = Array.from({ length: 20 }, (_, item) =>
			fake.job([item], { error: () => answer(503) }),
		);
		const items = parts.flatMap((part) => part.items);
		await fake.run([[fake.job(items, { error: () => answer(400), split: () => parts })]]);

		expect(fake.ended).toHaveLength(20);
		expect(fake.started).toHaveLength(1 + 5);
	});
});

it('tells every failure and waits for what still runs, when several that end the run fail at once', async () => {
	const fake = new FakeJobs();
	const jobs = [
		fake.job([0]),
		fake.job([1], { turns: 40, error: () => answer(404, 'slow') }),
		fake.job([2], { turns: 1, error: () => answer(409, 'fast') }),
		...numbers(40).map((item) => fake.job([item + 3], { turns: 2 })),
	];
	await fake.run(apart(jobs), { continueOnFail: false, concurrency: 3 });

	expect(fake.ended.filter((one) => typeof one === 'string')).toEqual(['2: fast', '1: slow']);
	expect(fake.started.length).toBeLessThanOrEqual(5);
	expect(fake.running).toBe(0);
});

it('begins nothing more while the item that ends the run is looked for', async () => {
	const fake = new FakeJobs();
	const failedItem = async () => await new Promise<number>((resolve) => setImmediate(resolve, 1));
	const jobs = [
		fake.job([0]),
		{ ...fake.job([1], { error: () => answer(400) }), failedItem },
		...numbers(5).map((item) => fake.job([item + 2], { turns: 2 })),
	];
	await fake.run(apart(jobs), { continueOnFail: false, concurrency: 2 });

	expect(fake.started).toEqual([[0], [1], [2]]);
});

describe('a run that is canceled', () => {
	it('before it began starts nothing', async () => {
		const fake = new FakeJobs();
		const run = fake.run(apart(fake.jobs(9)), { cancel: AbortSignal.abort() });

		await expect(run).rejects.toThrow('The execution was canceled');
		expect(fake.started).toEqual([]);
	});

	it('starts nothing more', async () => {
		const fake = new FakeJobs();
		const cancel = new AbortController();
		const jobs = fake.jobs(50, (item) => void (item === 7 && cancel.abort()));
		const run = fake.run(apart(jobs), { cancel: cancel.signal, concurrency: 2 });

		await expect(run).rejects.toThrow('The execution was canceled');
		expect(fake.started.length).toBeLessThanOrEqual(10);
	});

	it('says so, even if an item failed before', async () => {
		const fake = new FakeJobs();
		const cancel = new AbortController();
		const jobs = fake.jobs(9, (item) => {
			if (item === 4) cancel.abort();
			return item === 1 ? answer(404) : undefined;
		});
		const run = fake.run(apart(jobs), { cancel: cancel.signal, concurrency: 1 });

		await expect(run).rejects.toThrow('The execution was canceled');
	});
});

describe('the breaker', () => {
	const SILENT = 'Not attempted, because the service was not available for earlier items';
	const NO_ENTRY = /did not accept the credential/;

	/** The error after these failures, if nothing more is attempted. */
	function after(errors: Array<UserError | 'success'>) {
		const breaker = new Breaker();
		for (const error of errors) {
			if (error === 'success') breaker.succeeded();
			else breaker.failed(error);
		}
		return breaker.reason?.message;
	}
	const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);

	it('opens after five failures in a row', () => {
		expect(after(times(4, answer(500)))).toBeUndefined();
		expect(after(times(5, answer(500)))).toBe(SILENT);
	});

	it('stays closed after any number of failures that are those of an item', () => {
		expect(after(times(20, answer(404)))).toBeUndefined();
		expect(
			after([...times(4, answer(500)), answer(404), ...times(4, answer(500))]),
		).toBeUndefined();
	});

	it('says so where the credential was not accepted', () => {
		expect(after(times(5, answer(401)))).toMatch(NO_ENTRY);
	});

	it('forgets failures with the next success', () => {
		expect(after([...times(4, answer(500)), 'success', ...times(4, answer(500))])).toBeUndefined();
	});
});
