import { NodeOperationError } from 'n8n-workflow';

import { UserError, wrongInput, markUncertain } from '../../../../nodes/ESignature/core';
import type { Job } from '../../../../nodes/ESignature/core/jobs';
import { runJobs } from '../../../../nodes/ESignature/core/run';
import { answer, apart, Floor, rules, summary } from './fakeJobs';

const NOT_ATTEMPTED = 'Not attempted, because the service was not available for earlier items';
const NOT_LET_IN =
	'Not attempted, because the service did not accept the credential for earlier items';

/** A bulk job that the service refuses as a whole; its parts fail for the `bad` items only. */
function refused(floor: Floor, items: number[], status: number, bad: number[] = []): Job {
	return floor.job(items, {
		error: () => answer(status),
		split: () =>
			items.map((item) =>
				floor.job([item], {
					turns: 5,
					error: () => (bad.includes(item) ? answer(status) : undefined),
				}),
			),
	});
}

describe('a bulk request that is refused', () => {
	it.each([400, 422])('with %d is made again item by item, one after the other', async (status) => {
		const floor = new Floor();
		const outcomes = await runJobs([[refused(floor, [0, 1, 2, 3], status, [2])]], rules());

		expect(summary(outcomes)).toEqual([0, 1, `2: status ${status}`, 3]);
		expect(floor.started).toEqual([[0, 1, 2, 3], [0], [1], [2], [3]]);
		expect(floor.most).toBe(1);
	});

	it.each([401, 403, 404, 409, 429, 500])(
		'with %d is not: it is no matter of one',
		async (status) => {
			const floor = new Floor();
			const outcomes = await runJobs([[refused(floor, [0, 1], status)]], rules());

			expect(summary(outcomes)).toEqual([`0: status ${status}`, `1: status ${status}`]);
			expect(floor.started).toEqual([[0, 1]]);
		},
	);

	it.each([
		['before anything was sent is made again item by item', wrongInput('No'), 3],
		['after something was sent is not', new UserError('Others were added'), 1],
	])('by ourselves %s', async (_, error, requests) => {
		const floor = new Floor();
		const parts = [0, 1].map((item) => floor.job([item]));
		const job = floor.job([0, 1], { error: () => error, split: () => parts });
		await runJobs([[job]], rules());

		expect(floor.started).toHaveLength(requests);
	});

	it('with 404 is made again where the service names the entry that it does not know', async () => {
		const floor = new Floor();
		const outcomes = await runJobs(
			[[{ ...refused(floor, [0, 1, 2], 404, [1]), guilty: () => 1 }]],
			rules(),
		);

		expect(summary(outcomes)).toEqual([0, '1: status 404', 2]);
	});

	it('is told what it was refused with before it comes apart', async () => {
		const floor = new Floor();
		const error = answer(400);
		const told: unknown[] = [];
		const split = () => {
			told.push('split');
			return [0, 1].map((item) => floor.job([item]));
		};
		const job = floor.job([0, 1], { error: () => error, split });
		await runJobs([[{ ...job, failed: (reason) => void told.push(reason) }]], rules());

		expect(told).toEqual([error, 'split']);
	});

	it('is not made again when nobody knows what it has done', async () => {
		const floor = new Floor();
		const error = answer(400);
		markUncertain(error, 'Look there.');
		const parts = [0, 1].map((item) => floor.job([item]));
		const job = floor.job([0, 1], { error: () => error, split: () => parts });
		const outcomes = await runJobs([[job]], rules());

		expect(floor.started).toEqual([[0, 1]]);
		expect(outcomes.map(({ item }) => item)).toEqual([0, 1]);
	});

	it('is not made again when the first failure ends the run', async () => {
		const floor = new Floor();
		const run = runJobs([[refused(floor, [0, 1], 400)]], rules({ continueOnFail: false }));

		await expect(run).rejects.toThrow('status 400');
		expect(floor.started).toEqual([[0, 1]]);
	});

	it.each([
		['those that the job names', [404], 404, 3],
		['no others', [404], 400, 1],
		['none when it names none', [], 400, 1],
	])('is made again for %s', async (_, splitOn, status, requests) => {
		const floor = new Floor();
		await runJobs([[{ ...refused(floor, [0, 1], status), splitOn }]], rules());

		expect(floor.started).toHaveLength(requests);
	});

	it('for one item is not made again', async () => {
		const floor = new Floor();
		await runJobs([[refused(floor, [3], 400)]], rules());

		expect(floor.started).toEqual([[3]]);
	});

	it('is not taken apart further once the run is cancelled', async () => {
		const cancel = new AbortController();
		const floor = new Floor();
		const parts = [0, 1, 2].map((item) =>
			floor.job([item], { error: () => void (item === 0 && cancel.abort()) }),
		);
		const job = floor.job([0, 1, 2], { error: () => answer(400), split: () => parts });

		await expect(runJobs([[job]], rules({ cancel: cancel.signal }))).rejects.toThrow('canceled');
		expect(floor.started).toEqual([[0, 1, 2], [0]]);
	});
});

describe('a service that is away', () => {
	const away = () =>
		Object.assign(answer(0, 'silence'), { httpCode: null, context: { outage: true } });
	/** As the client raises it when the token endpoint refuses, or cannot be reached. */
	const notSignedIn = () =>
		Object.assign(answer(0, 'No'), { httpCode: null, context: { outage: true, signIn: true } });

	it.each([
		['in trouble', () => answer(503)],
		['limiting', () => answer(429)],
		['silent', away],
	])('is left alone after five failures in a row: %s', async (_, error) => {
		const floor = new Floor();
		const outcomes = await runJobs(apart(floor.jobs(30, error)), rules({ concurrency: 1 }));

		expect(floor.started).toHaveLength(5);
		expect(outcomes).toHaveLength(30);
		expect(summary(outcomes).slice(5)).toEqual(
			Array.from({ length: 25 }, (_unused, index) => `${index + 5}: ${NOT_ATTEMPTED}`),
		);
	});

	it('gets few requests more when many run at a time', async () => {
		const floor = new Floor();
		await runJobs(apart(floor.jobs(1_000, () => answer(503))), rules({ concurrency: 8 }));

		expect(floor.started.length).toBeLessThanOrEqual(5 + 7);
	});

	it('is tried on when it answers in between', async () => {
		const floor = new Floor();
		const jobs = floor.jobs(30, (item) => (item % 5 === 4 ? undefined : answer(503)));
		await runJobs(apart(jobs), rules({ concurrency: 1 }));

		expect(floor.started).toHaveLength(30);
	});

	it('says of each item that was not attempted that nothing was done', async () => {
		const outcomes = await runJobs(
			apart(new Floor().jobs(7, () => answer(503))),
			rules({ concurrency: 1 }),
		);

		expect(outcomes.slice(5)).toEqual([
			{ item: 5, error: expect.any(NodeOperationError) },
			{ item: 6, error: expect.any(NodeOperationError) },
		]);
		expect(outcomes[6]).toMatchObject({ error: { context: { outcome: 'notDone' } } });
	});

	it.each([
		['refuses every token', () => answer(401)],
		['does not give one', notSignedIn],
	])('is left alone after three sign-ins in a row that did not work: it %s', async (_, error) => {
		const floor = new Floor();
		const outcomes = await runJobs(apart(floor.jobs(200, error)), rules({ concurrency: 1 }));

		expect(floor.started).toHaveLength(3);
		expect(summary(outcomes)[3]).toBe(`3: ${NOT_LET_IN}`);
	});

	it('is tried on when a sign-in worked in between', async () => {
		const floor = new Floor();
		const jobs = floor.jobs(30, (item) => (item % 3 === 2 ? answer(404) : answer(401)));
		await runJobs(apart(jobs), rules({ concurrency: 1 }));

		expect(floor.started).toHaveLength(30);
	});

	it.each([400, 403, 404, 409, 422])('is not what a %d means', async (status) => {
		const floor = new Floor();
		const jobs = floor.jobs(30, () => answer(status));
		await runJobs(apart(jobs), rules({ concurrency: 1 }));

		expect(floor.started).toHaveLength(30);
	});

	it('is not asked again for the parts of a bulk request either', async () => {
		const floor = new Floor();
		const parts = Array.from({ length: 20 }, (_, item) =>
			floor.job([item], { error: () => answer(503) }),
		);
		const items = parts.flatMap((part) => part.items);
		const job = floor.job(items, { error: () => answer(400), split: () => parts });
		const outcomes = await runJobs([[job]], rules());

		expect(outcomes).toHaveLength(20);
		expect(floor.started).toHaveLength(1 + 5);
	});
});
