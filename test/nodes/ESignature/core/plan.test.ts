import { NodeOperationError, type IDataObject, type INodeProperties } from 'n8n-workflow';

import {
	defineBulkOperation,
	defineOperation,
	InputError,
	type Call,
	type Output,
} from '../../../../nodes/ESignature/core';
import { planJobs } from '../../../../nodes/ESignature/core/plan';
import { node } from '../sampleNode';
import { callsFor } from './calls';
import { complaint } from './complaint';

const ROUTE = 'POST /sign/envelopes/{envelopeID}/participants';

const described = { name: 'Do', action: 'Do it', description: 'Does it' };
const locator = (name: string) => ({ name, type: 'resourceLocator' }) as INodeProperties;

const single = (run: (call: Call) => Promise<Output | Output[]>) =>
	defineOperation({ ...described, properties: [locator('envelopeId')], run });

function bulk(most?: number, splitOn?: number[]) {
	const sent: Array<{ item: number; target: Record<string, string>; entries: string[] }> = [];
	const operation = defineBulkOperation<string>({
		...described,
		properties: [],
		bulk: {
			max: 3,
			splitOn,
			...(most !== undefined && {
				perTarget: { most, message: 'Too many', description: 'Split them' },
			}),
			target: ({ id }) => ({ envelopeID: id('envelopeId') }),
			entries: ({ param }) => param<string[]>('entries'),
			send: async ({ item }, target, entries) => {
				sent.push({ item, target, entries });
				return entries.map((entry): IDataObject => ({ entry }));
			},
		},
	});
	return { operation, sent };
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
		expect(refused[0]?.error).toBeInstanceOf(InputError);
		expect(run).not.toHaveBeenCalled();
	});

	it('reads every item before anything runs, and hands on what was read', async () => {
		const steps: string[] = [];
		const operation = defineOperation({
			...described,
			properties: [],
			read: async ({ item, param }) => {
				steps.push(`read ${item}`);
				if (param<string>('text') === '') throw new InputError('Empty');
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
		expect(refused).toEqual([{ item: 1, error: new InputError('Empty') }]);
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
		expect(refused).toEqual([0, 2].map((item) => ({ item, error: new InputError('Too many') })));
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
		const [job] = (await planJobs(bulk().operation, callsFor(items))).jobs;
		const refused = (entry?: number) =>
			new NodeOperationError(node, new InputError('No', undefined, entry));

		expect([0, 1, 2, 3, undefined].map((entry) => job?.guilty?.(refused(entry)))).toEqual([
			0,
			0,
			1,
			undefined,
			undefined,
		]);
	});
});
