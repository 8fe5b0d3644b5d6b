import { NodeApiError, type IDataObject, type INodeProperties } from 'n8n-workflow';

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

/** As the client raises it for the fields that the service named. */
const complaint = (...fields: string[]) => {
	const validationErrors = fields.map((field) => [field, 'is wrong']);
	const response = { response: { status: 400, data: { validationErrors } } };
	return new NodeApiError(node, response, { message: 'No', httpCode: '400' });
};

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

	it.each([
		['items[2].email', 1],
		['items.2.email', 1],
		['items[0]', 0],
		['items[1].authentication.accessCode', 0],
		['items[3]', undefined],
		['items[99999]', undefined],
		['items', undefined],
		['email', undefined],
		['xitems[1]', undefined],
		['items[-1]', undefined],
	])('finds the item that the service means by %j', async (field, expected) => {
		const items = [row('a', 'w', 'x'), row('a', 'y')];
		const [job] = (await planJobs(bulk().operation, callsFor(items))).jobs;

		expect(job?.guilty?.(complaint(field))).toBe(expected);
	});

	it('takes the first item that the service names', async () => {
		const [job] = (await planJobs(bulk().operation, callsFor([row('a', 'x'), row('a', 'y')]))).jobs;

		expect(job?.guilty?.(complaint('role', 'items[1].email', 'items[0].email'))).toBe(1);
		expect(job?.guilty?.(new NodeApiError(node, {}, { message: 'No' }))).toBeUndefined();
	});
});
