import fc from 'fast-check';

import { runJobs } from '../../../../nodes/ESignature/core/jobs';
import { answer, Floor, rules, summary } from './fakeJobs';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('jobs', () => {
	it('run the first one alone, the others together', async () => {
		const floor = new Floor();
		const [, ...others] = floor.jobs(10);
		await runJobs([floor.job([0], { turns: 50 }), ...others], rules({ concurrency: 4 }));

		expect(floor.started[0]).toEqual([0]);
		expect(floor.others[1]).toBe(0);
		expect(floor.most).toBeGreaterThan(1);
	});

	it('run at most so many at a time, each once, with results in their order', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.nat(20), { maxLength: 30 }),
				fc.integer({ min: 1, max: 10 }),
				async (turns, concurrency) => {
					const floor = new Floor();
					const jobs = turns.map((count, item) => floor.job([item], { turns: count }));
					const outcomes = await runJobs(jobs, rules({ concurrency }));

					expect(summary(outcomes)).toEqual(numbers(turns.length));
					expect(floor.most).toBeLessThanOrEqual(concurrency);
					expect(floor.started).toHaveLength(turns.length);
				},
			),
			{ numRuns: 300 },
		);
	});

	it('use the room they have', async () => {
		const floor = new Floor();
		await runJobs(
			numbers(20).map((item) => floor.job([item], { turns: 30 })),
			rules({ concurrency: 4 }),
		);

		expect(floor.most).toBe(4);
	});

	it('may be none', async () => {
		expect(await runJobs([], rules())).toEqual([]);
	});
});

describe('a failure, when the run goes on', () => {
	it('becomes the outcome of its item alone', async () => {
		const floor = new Floor();
		const jobs = floor.jobs(6, (item) => (item % 2 === 1 ? answer(404) : undefined));

		expect(summary(await runJobs(jobs, rules()))).toEqual([
			...[0, '1: status 404', 2, '3: status 404', 4, '5: status 404'],
		]);
	});

	it('of a bulk request is the outcome of all its items, and names the guilty one', async () => {
		const job = { ...new Floor().job([2, 5, 7], { error: () => answer(409) }), guilty: () => 5 };
		const outcomes = await runJobs([job], rules());

		expect(outcomes.map(({ item }) => item)).toEqual([2, 5, 7]);
		expect(outcomes[0]).toMatchObject({ error: { context: { itemIndex: 5 } } });
	});

	it('that is no error of n8n becomes one', async () => {
		const jobs = new Floor().jobs(2, (item) => (item === 0 ? new TypeError('Oops') : 'a text'));

		expect(summary(await runJobs(jobs, rules()))).toEqual(['0: Oops', '1: a text']);
	});
});

describe('a failure, when it ends the run', () => {
	it('is thrown with the item it belongs to, and nothing more is started', async () => {
		const floor = new Floor();
		const jobs = floor.jobs(50, (item) => (item === 5 ? answer(404) : undefined));
		const run = runJobs(jobs, rules({ continueOnFail: false, concurrency: 1 }));

		await expect(run).rejects.toMatchObject({ message: 'status 404', context: { itemIndex: 5 } });
		expect(floor.started).toHaveLength(6);
	});

	it('is the one of the lowest item when several fail at once', async () => {
		const floor = new Floor();
		const jobs = [
			floor.job([0]),
			floor.job([1], { turns: 40, error: () => answer(404, 'slow') }),
			floor.job([2], { turns: 1, error: () => answer(409, 'fast') }),
			...numbers(40).map((item) => floor.job([item + 3], { turns: 2 })),
		];
		const run = runJobs(jobs, rules({ continueOnFail: false, concurrency: 3 }));

		await expect(run).rejects.toMatchObject({ message: 'slow', context: { itemIndex: 1 } });
		expect(floor.started.length).toBeLessThanOrEqual(5);
		expect(floor.running).toBe(0);
	});

	it('of the first job keeps all others from starting', async () => {
		const floor = new Floor();
		const jobs = floor.jobs(20, () => answer(401));

		await expect(runJobs(jobs, rules({ continueOnFail: false }))).rejects.toThrow('status 401');
		expect(floor.started).toEqual([[0]]);
	});
});

describe('a run that is cancelled', () => {
	it.each([true, false])(
		'before it began starts nothing (going on: %p)',
		async (continueOnFail) => {
			const floor = new Floor();
			const run = runJobs(floor.jobs(9), rules({ continueOnFail, cancel: AbortSignal.abort() }));

			await expect(run).rejects.toThrow('The execution was canceled');
			expect(floor.started).toEqual([]);
		},
	);

	it.each([true, false])('starts nothing more (going on: %p)', async (continueOnFail) => {
		const floor = new Floor();
		const cancel = new AbortController();
		const jobs = floor.jobs(50, (item) => void (item === 7 && cancel.abort()));
		const run = runJobs(jobs, rules({ continueOnFail, cancel: cancel.signal, concurrency: 2 }));

		await expect(run).rejects.toThrow('The execution was canceled');
		expect(floor.started.length).toBeLessThanOrEqual(10);
	});

	it('says so, even if an item failed before', async () => {
		const cancel = new AbortController();
		const jobs = new Floor().jobs(9, (item) => {
			if (item === 4) cancel.abort();
			return item === 1 ? answer(404) : undefined;
		});
		const run = runJobs(jobs, rules({ cancel: cancel.signal, concurrency: 1 }));

		await expect(run).rejects.toThrow('The execution was canceled');
	});
});
