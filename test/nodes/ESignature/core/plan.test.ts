import type { IDataObject } from 'n8n-workflow';

import {
	defineBulkOperation,
	defineOperation,
	isWrongInput,
	wrongInput,
	type Call,
	type Locator,
	type Output,
} from '../../../../nodes/ESignature/core';
import { planJobs as planLanes } from '../../../../nodes/ESignature/core/plan';
import { callsFor } from './calls';

const described = { name: 'Do', action: 'Do it', description: 'Does it' };
const envelope = { path: 'envelopeID', property: { name: 'envelopeId' } } as Locator<'envelopeID'>;

const single = (run: (call: Call) => Promise<Output | Output[]>) =>
	defineOperation({ ...described, ids: [envelope], run });

function bulk(most?: number) {
	const sent: Array<{ item: number; target: object; entries: string[] }> = [];
	const operation = defineBulkOperation<string>({
		...described,
		ids: [envelope],
		bulk: {
			max: 3,
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

	it('does the items about one record of one account one after the other, if they build on each other', async () => {
		const operation = { ...single(async () => ({ json: {} })), inOrder: true as const };
		const calls = callsFor([row('a'), row('b'), row('A'), row('a')]);
		const other = { ...calls[3], account: 'other' } as Call;
		const { lanes } = await planJobs(operation, [...calls.slice(0, 3), other]);

		expect(lanes.map((lane) => lane.map(({ items }) => items))).toEqual([[[0], [2]], [[1]], [[3]]]);
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
		expect(answers.flat().map((one) => 'output' in one && one.output.json.text)).toEqual([
			'A',
			'C',
		]);
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
		expect(answers[0]).toMatchObject([
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
