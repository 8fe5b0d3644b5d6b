import { NodeOperationError, type IDataObject } from 'n8n-workflow';

import {
	defineBulkOperation,
	defineOperation,
	isWrongInput,
	wrongInput,
	type Call,
	type Locator,
	markPartlyDone,
	type NodeError,
	type Output,
} from '../../../../nodes/ESignature/core';
import type { Job } from '../../../../nodes/ESignature/core/jobs';
import { runJobs, planJobs as planLanes } from '../../../../nodes/ESignature/core/run';
import { doneBefore, RunMemory } from '../../../../nodes/ESignature/core/memory';
import { node } from '../sampleNode';
import { callsFor } from './calls';
import { complaint } from './complaint';
import { answer, rules } from './fakeJobs';

const ROUTE = 'POST /sign/envelopes/{envelopeID}/participants';

const described = { name: 'Do', action: 'Do it', description: 'Does it' };
const envelope = { path: 'envelopeID', property: { name: 'envelopeId' } } as Locator<'envelopeID'>;

const single = (run: (call: Call) => Promise<Output | Output[]>) =>
	defineOperation({ ...described, ids: [envelope], run });

function bulk(most?: number, splitOn?: number[]) {
	const sent: Array<{ item: number; target: object; entries: string[] }> = [];
	const operation = defineBulkOperation<string>({
		...described,
		ids: [envelope],
		bulk: {
			max: 3,
			splitOn,
			...(most !== undefined && {
				perTarget: { most, message: 'Too many', description: 'Split them' },
			}),
			target: (ids) => ids,
			entries: ({ param }) => param<string[]>('entries'),
			send: async ({ item }, target, entries) => {
				sent.push({ item, target, entries });
				return entries.map((entry): IDataObject => ({ entry }));
			},
		},
	});
	return { operation, sent };
}

/** The jobs, whatever their lanes. */
async function planJobs(...args: Parameters<typeof planLanes>) {
	const { lanes, refused } = await planLanes(...args);
	return { jobs: lanes.flat(), lanes, refused };
}

const row = (envelopeId: unknown, ...entries: string[]) => ({ envelopeId, entries });

describe('an operation on single items', () => {
	it('becomes one job for each item, whose outputs belong to it', async () => {
		const operation = single(async ({ item }) =>
			item === 0 ? [{ json: { a: 1 } }, { json: { b: 2 } }] : { json: { c: 3 } },
		);
		const { jobs, refused } = await planJobs(operation, callsFor([row('a'), row('b')]));

		expect(refused).toEqual([]);
		expect(jobs.map(({ items }) => items)).toEqual([[0], [1]]);
		expect(await jobs[0]?.run()).toEqual([
			{ item: 0, output: { json: { a: 1 } } },
			{ item: 0, output: { json: { b: 2 } } },
		]);
		expect(await jobs[1]?.run()).toEqual([{ item: 1, output: { json: { c: 3 } } }]);
	});

	it('checks the IDs of every item before anything runs', async () => {
		const run = jest.fn();
		const { jobs, refused } = await planJobs(
			single(run),
			callsFor([row('a'), row(7), row('c'), row(null)]),
		);

		expect(jobs.map(({ items }) => items)).toEqual([[0], [2]]);
		expect(refused.map(({ item }) => item)).toEqual([1, 3]);
		expect(isWrongInput(refused[0]?.error)).toBe(true);
		expect(run).not.toHaveBeenCalled();
	});

	it('reads every item before anything runs, and hands on what was read', async () => {
		const steps: string[] = [];
		const operation = defineOperation({
			...described,
			properties: [],
			read: async ({ item, param }) => {
				steps.push(`read ${item}`);
				if (param<string>('text') === '') throw wrongInput('Empty');
				return param<string>('text').toUpperCase();
			},
			run: async ({ item }, text) => {
				steps.push(`run ${item}`);
				return { json: { text } };
			},
		});
		const { jobs, refused } = await planJobs(
			operation,
			callsFor([{ text: 'a' }, { text: '' }, { text: 'c' }]),
		);
		const answers = await Promise.all(jobs.map(async (job) => await job.run()));

		expect(steps).toEqual(['read 0', 'read 1', 'read 2', 'run 0', 'run 2']);
		expect(refused).toEqual([{ item: 1, error: wrongInput('Empty') }]);
		expect(answers.flat().map(({ output }) => output.json.text)).toEqual(['A', 'C']);
	});
});

describe('an operation on many items', () => {
	it('sends the items of one target together, each with its own answer', async () => {
		const { operation, sent } = bulk();
		const { jobs } = await planJobs(
			operation,
			callsFor([row('a', 'x'), row('b', 'y'), row('a', 'z')]),
		);
		const answers = await Promise.all(jobs.map(async (job) => await job.run()));

		expect(sent).toEqual([
			{ item: 0, target: { envelopeID: 'a' }, entries: ['x', 'z'] },
			{ item: 1, target: { envelopeID: 'b' }, entries: ['y'] },
		]);
		expect(answers[0]).toEqual([
			{ item: 0, output: { json: { entry: 'x' } } },
			{ item: 2, output: { json: { entry: 'z' } } },
		]);
	});

	it('refuses only the items that cannot be sent', async () => {
		const { jobs, refused } = await planJobs(
			bulk().operation,
			callsFor([row('a', 'x'), row(1, 'y')]),
		);

		expect(jobs.map(({ items }) => items)).toEqual([[0]]);
		expect(refused.map(({ item }) => item)).toEqual([1]);
	});

	it('refuses all items of a target that would get too many', async () => {
		const items = [row('a', '1', '2'), row('b', '1'), row('a', '3')];
		const { jobs, refused } = await planJobs(bulk(2).operation, callsFor(items));

		expect(jobs.map(({ items: served }) => served)).toEqual([[1]]);
		expect(refused).toEqual([0, 2].map((item) => ({ item, error: wrongInput('Too many') })));
		expect(refused[0]?.error).toMatchObject({ description: 'Split them' });
	});

	it('can be done item by item instead', async () => {
		const { operation, sent } = bulk();
		const [job] = (await planJobs(operation, callsFor([row('a', 'x', 'y'), row('a', 'z')]))).jobs;
		for (const part of job?.split?.() ?? []) await part.run();

		expect(job?.splitOn).toEqual([400, 422]);
		expect(
			(await planJobs(bulk(9, [404]).operation, callsFor([row('a', 'x')]))).jobs[0]?.splitOn,
		).toEqual([404]);
		expect(sent).toEqual([
			{ item: 0, target: { envelopeID: 'a' }, entries: ['x', 'y'] },
			{ item: 1, target: { envelopeID: 'a' }, entries: ['z'] },
		]);
	});

	it('finds the item whose entry the service refused, also when not all were sent', async () => {
		const error = complaint('items[1].email');
		const { operation } = bulk();
		const refusing = {
			...operation,
			bulk: {
				...operation.bulk,
				// As for who exists already: only the last two are sent, and the second of them is wrong.
				send: async ({ request }: Call, _: unknown, entries: unknown[]) => {
					await request(ROUTE, { envelopeID: 'a', body: { items: entries.slice(1) as never } });
					return [];
				},
			},
		};
		const calls = callsFor([row('a', 'x'), row('a', 'y'), row('a', 'z')]).map((call) => ({
			...call,
			request: async () => await Promise.reject(error),
		}));
		const [job] = (await planJobs(refusing, calls as Call[])).jobs;
		await expect(job?.run()).rejects.toBe(error);

		expect(job?.guilty?.(error)).toBe(2);
		expect(job?.guilty?.(complaint('items[1].email'))).toBeUndefined();
	});

	it('finds the item whose entry an operation refused itself', async () => {
		const items = [row('a', 'w', 'x'), row('a', 'y')];
		const { operation } = bulk();
		const send = async () => await Promise.reject(wrongInput('No'));
		const refusing = { ...operation, bulk: { ...operation.bulk, send } };
		const [job] = (await planJobs(refusing, callsFor(items))).jobs;
		await expect(job?.run()).rejects.toThrow('No');
		const refused = (entry?: number) =>
			new NodeOperationError(node, wrongInput('No', undefined, entry));

		expect([0, 1, 2, 3, undefined].map((entry) => job?.guilty?.(refused(entry)))).toEqual([
			0,
			0,
			1,
			undefined,
			undefined,
		]);
	});

	it('makes the requests for one target one after the other, those for others beside them', async () => {
		const items = [row('a', '1', '2'), row('b', '1'), row('a', '3', '4'), row('A', '5')];
		const { lanes } = await planJobs(bulk().operation, callsFor(items));

		expect(lanes.map((lane) => lane.map((job) => job.items))).toEqual([
			[
				[0, 2],
				[2, 3],
			],
			[[1]],
		]);
	});

	it('keeps the order of the items where their options differ', async () => {
		const { operation } = bulk();
		const optional = {
			...operation,
			bulk: { ...operation.bulk, options: ({ param }: Call) => param<boolean>('skip') },
		};
		const items = [false, true, true, false].map((skip) => ({ ...row('a', 'x'), skip }));
		const { lanes } = await planJobs(optional, callsFor(items));

		expect(lanes.map((lane) => lane.map((job) => job.items))).toEqual([[[0], [1, 2], [3]]]);
	});

	it('keeps time limits apart, but not what decides nothing about a request', async () => {
		const items = [{ timeout: 5 }, { timeout: 6 }, { timeout: 6, maxConcurrency: 2 }].map(
			(options) => ({ ...row('a', 'x'), options }),
		);
		const { jobs } = await planJobs(bulk().operation, callsFor(items));

		expect(jobs.map((job) => job.items)).toEqual([[0], [1, 2]]);
	});
});

describe('a bulk request that was refused after it had been carried out in part', () => {
	const [x, y, z] = [{ name: 'x' }, { name: 'y' }, { name: 'z' }];
	const made = { ID: 'made' };

	/** A request for three items, of which the service did the first and the last; then it answers as told. */
	async function refused(...answers: Array<'limited' | 'done'>) {
		const error = complaint('items[1].name');
		const done = new Map<unknown, object>([
			[x, made],
			[z, made],
		]);
		markPartlyDone(error, done, 'Two of three.');
		const sent: unknown[][] = [];
		const script = [error, ...answers];
		const operation = defineBulkOperation<object>({
			...described,
			bulk: {
				max: 3,
				target: () => ({ envelopeID: 'a' }),
				entries: ({ item }) => [[x, y, z][item] as object],
				send: async (_call, _target, entries) => {
					sent.push(entries);
					const next = script.shift() ?? 'done';
					if (next === 'limited') throw answer(429);
					if (next !== 'done') throw next;
					return entries.map(() => ({ ID: 'new' }));
				},
			},
		});
		const memory = new RunMemory();
		/** One try of the node. */
		const plan = async () =>
			(await planJobs(operation, callsFor([{}, {}, {}], memory))).jobs as [Job];
		const fail = async (job: Job) => {
			const reason = await job.run().catch((raised: NodeError) => raised);
			if (reason instanceof Error) job.failed?.(reason);
		};
		const [job] = await plan();
		await fail(job);
		sent.length = 0;
		return { sent, parts: job.split?.() ?? [], plan, fail };
	}

	const ANSWERS = [
		{ item: 0, output: { json: { ID: 'made' } } },
		{ item: 1, output: { json: { ID: 'new' } } },
		{ item: 2, output: { json: { ID: 'made' } } },
	];

	it('is made again only for the rest, and the done ones are answered with what was made', async () => {
		const { sent, parts } = await refused();
		const answers: unknown[] = [];
		for (const job of parts) answers.push(...(await job.run()));

		expect(sent).toEqual([[y]]);
		expect(answers).toEqual(ANSWERS);
	});

	it('has written for each item that it did, so that a later try does not do it again', async () => {
		const { parts } = await refused();
		expect(parts.map((job) => job.hasWritten?.())).toEqual([true, false, true]);
		for (const job of parts) await job.run();

		expect(parts.map((job) => job.hasWritten?.())).toEqual([true, true, true]);
	});

	it('is made only for the rest in the next try of the same run', async () => {
		const { sent, plan } = await refused();
		const [job] = await plan();

		expect(await job.run()).toEqual(ANSWERS);
		expect(sent).toEqual([[y]]);
	});

	it('is known also after a try that failed again', async () => {
		const { sent, plan, fail } = await refused('limited');
		const [second] = await plan();
		await fail(second);
		const [third] = await plan();

		expect(await third.run()).toEqual(ANSWERS);
		expect(sent).toEqual([[y], [y]]);
	});
});

describe('what an item on its own has done', () => {
	const outputs = single(async ({ item }) => ({ json: { item } }));
	const calls = (memory: RunMemory, wrote: boolean[]) =>
		callsFor(
			wrote.map(() => row('a')),
			memory,
		).map((call) => ({ ...call, hasWritten: () => wrote[call.item] === true }));

	it('is remembered if it wrote; what only read is read again', async () => {
		const memory = new RunMemory();
		const { jobs } = await planJobs(outputs, calls(memory, [true, false]));
		for (const job of jobs) await job.run();

		expect([0, 1].map((item) => doneBefore(memory, item))).toEqual([
			[{ item: 0, output: { json: { item: 0 } } }],
			undefined,
		]);
	});

	it.each([
		['something was', true, false],
		['nothing was', false, true],
	])('is not denied when an input turns out to be wrong: %s', async (_, wrote, isSaid) => {
		const operation = single(async () => {
			throw wrongInput('No such field');
		});
		const { lanes } = await planJobs(operation, calls(new RunMemory(), [wrote]));
		const [outcome] = await runJobs(lanes, rules());

		const { description } = (outcome as { error: NodeError }).error;
		expect((description ?? '').includes('Nothing was sent')).toBe(isSaid);
	});

	it('is remembered also when another one then ends the run, but what failed is not', async () => {
		const memory = new RunMemory();
		const operation = single(async ({ item }) => {
			if (item === 2) throw answer(404);
			return { json: { item } };
		});
		const { lanes } = await planJobs(operation, calls(memory, [true, true, true, true]));
		const run = runJobs(lanes, rules({ continueOnFail: false, concurrency: 1 }));

		await expect(run).rejects.toThrow('status 404');
		expect([0, 1, 2, 3].filter((item) => doneBefore(memory, item))).toEqual([0, 1]);
	});
});
