import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import fc from 'fast-check';

import {
	defineBulkOperation,
	defineOperation,
	isWrongInput,
	wrongInput,
	type Call,
	type Locator,
	type Output,
	UserError,
	type Bulk,
} from '../../../../nodes/ESignature/core';
import {
	planJobs as planLanes,
	clashing,
	fold,
	halves,
	overLimit,
	type Bundle,
	type Contribution,
	bulkJob,
} from '../../../../nodes/ESignature/core/plan';
import { callsFor } from './calls';
import type { Clash } from '../../../../nodes/ESignature/core/operation';
import { draws } from '../../../support/draws';
import { node } from '../sampleNode';
import { answer } from './fakeJobs';

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

it('checks the limits among the options of every item before anything runs', async () => {
	const items = [1, 'abc'].map((timeout) => ({ ...row('a', 'x'), options: { timeout } }));
	const { jobs, refused } = await planJobs(bulk().operation, callsFor(items));

	expect(jobs.flatMap((job) => job.items)).toEqual([0]);
	expect(refused).toMatchObject([
		{ item: 1, error: { message: expect.stringContaining("'Timeout (Seconds)' must be") } },
	]);
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

describe('items that share a target', () => {
	const contribution = (item: number, envelopeID: string, ...entries: string[]) => ({
		item,
		target: { envelopeID },
		entries,
	});

	const sizes = (lanes: Array<Array<Bundle<string>>>) =>
		lanes.map((bundles) => bundles.map(({ members }) => members.length));

	const anyContributions: fc.Arbitrary<Array<Contribution<string>>> = fc
		.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(4)), { maxLength: 40 })
		.map((rows) =>
			rows.map(([envelopeID, count], item) => ({
				item,
				target: { envelopeID },
				entries: Array.from({ length: count }, (_, entry) => `${item}.${entry}`),
			})),
		);

	it('are never mixed, lost, repeated, reordered or too many for one request', () => {
		fc.assert(
			fc.property(anyContributions, fc.integer({ min: 1, max: 9 }), (contributions, max) => {
				const bundles = fold(contributions, max).flat();
				for (const envelopeID of ['a', 'b', 'c']) {
					const isFor = ({ target }: { target: object }) =>
						(target as { envelopeID: string }).envelopeID === envelopeID;
					const sent = bundles.filter(isFor).flatMap(({ members }) => members);
					const wanted = contributions.filter(isFor).flatMap(({ entries }) => entries);
					expect(sent.map(({ entry }) => entry)).toEqual(wanted);
				}
				expect(bundles.every(({ members: { length } }) => length >= 1 && length <= max)).toBe(true);
			}),
			{ numRuns: draws(1_000) },
		);
	});

	it('use as few requests as their number allows', () => {
		const contributions = Array.from({ length: 401 }, (_, item) =>
			contribution(item, 'a', `${item}`),
		);

		expect(sizes(fold(contributions, 200))).toEqual([[200, 200, 1]]);
		expect(sizes(fold(contributions.slice(0, 200), 200))).toEqual([[200]]);
		expect(fold([], 200)).toEqual([]);
	});

	it('come apart in halves by item, until each has a request of its own', () => {
		const rows = [
			contribution(0, 'a', '1', '2'),
			contribution(1, 'a', '3'),
			contribution(2, 'a', '4'),
		];
		const [bundle] = fold(rows, 9).flat();
		const parts = halves(bundle as Bundle<string>);
		const [first, second] = parts as [Bundle<string>, Bundle<string>];

		expect(parts.map(({ members }) => members.map(({ entry }) => entry))).toEqual([
			['1', '2', '3'],
			['4'],
		]);
		expect(parts.map(({ target }) => target)).toEqual([bundle?.target, bundle?.target]);
		expect(halves(first)).toHaveLength(2);
		expect(halves(second)).toEqual([]);
		expect(halves(halves(first)[0] as Bundle<string>)).toEqual([]);
	});

	it('leave out the entries that an earlier try has done', () => {
		const lanes = fold(
			[contribution(0, 'a', 'x', 'y'), contribution(1, 'a', 'z')],
			2,
			({ at }) => at === 0,
		);

		expect(lanes.flat().flatMap(({ members }) => members)).toEqual([
			{ item: 0, at: 1, entry: 'y' },
		]);
	});

	describe('entries that are the same thing', () => {
		const same = (entry: string) => entry.toLowerCase();
		const alike = [
			{ ...contribution(0, 'a', 'x', 'y'), same },
			{ ...contribution(1, 'a', 'Y', 'z'), same },
			{ ...contribution(2, 'a', 'X'), same },
		];
		const entries = (bundles: Array<{ members: Array<{ entry: string }> }>) =>
			bundles.map(({ members }) => members.map(({ entry }) => entry).join(''));

		it('stay together and count once', () => {
			expect(entries(fold(alike, 2).flat())).toEqual(['xXyY', 'z']);
			expect(entries(fold(alike, 3).flat())).toEqual(['xXyYz']);
			expect(overLimit(alike, 3)).toEqual(new Set());
			expect(overLimit(alike, 2)).toEqual(new Set([0, 1, 2]));
		});

		it('stay together also when a request comes apart', () => {
			const [bundle] = fold(alike, 200).flat();
			expect(entries(bundle ? halves(bundle) : [])).toEqual(['xXyY', 'z']);
		});
	});

	const same: Clash<string> = (entry, earlier) => {
		const other = earlier.find((one) => one.entry === entry);
		return other && new Error(`${entry} is in item ${other.item}`);
	};
	const guarded = (item: number, target: string, ...entries: string[]) => ({
		...contribution(item, target, ...entries),
		clash: same,
	});

	it('refuse the later of two that clash, and not what clashes only with a refused one', () => {
		const refused = clashing([
			guarded(0, 'a', 'x'),
			guarded(1, 'a', 'y', 'x'),
			guarded(2, 'a', 'y'),
			guarded(3, 'b', 'x'),
		]);
		expect([...refused].map(([item, { message }]) => [item, message])).toEqual([
			[1, 'x is in item 0'],
		]);
	});
});

describe('a bulk job', () => {
	const inputError = (entry?: number) =>
		new NodeOperationError(node, wrongInput('No', undefined, entry));

	/** A job for two items: the first brings the entries a and b, the second brings c. */
	function job(more: Partial<Bulk<string>> = {}) {
		const bulk = {
			max: 9,
			target: () => ({}),
			entries: () => [],
			send: async (_: unknown, __: unknown, entries: string[]) =>
				entries.map((entry) => ({ entry })),
			...more,
		} as unknown as Bulk<unknown>;
		const calls = callsFor([{}, {}]);
		const members = [
			{ item: 0, at: 0, entry: 'a' },
			{ item: 0, at: 1, entry: 'b' },
			{ item: 1, at: 0, entry: 'c' },
		];
		const made = bulkJob(bulk, new Map(calls.entries()), { target: {}, members });
		return { made, notes: calls.map(({ note }) => note) };
	}

	it.each([
		['notDone', 'partlyDone'],
		['unknown', 'unknown'],
	])('an error that says %s is %s if an earlier request did a part', (said, outcome) => {
		const { made, notes } = job();
		notes[0]?.done.set(5, { json: {} });
		const error = answer(400);
		Object.assign(error.context, { outcome: said, sent: false });
		made.completeError?.(error);

		expect(error.context).toEqual({ outcome });
	});

	describe('a refusal', () => {
		const unknown = () => Object.assign(answer(400), { context: { outcome: 'unknown' } });

		it.each([
			['400', answer(400), {}, 2],
			['422', answer(422), {}, 2],
			['404, which is about the target', answer(404), {}, 0],
			['404, where an entry may be missing', answer(404), { splitOn: [404] }, 2],
			['an input', inputError(), {}, 2],
			[
				'our own, after something was sent',
				new NodeOperationError(node, new UserError('No')),
				{},
				0,
			],
			['an unknown outcome', unknown(), {}, 0],
		])('by %s comes apart accordingly', (_, error, more, parts) => {
			expect(job(more).made.split?.(error)).toHaveLength(parts);
		});

		it('comes apart by item', () => {
			const parts = job().made.split?.(answer(400)) ?? [];

			expect(parts.map(({ items }) => items)).toEqual([[0], [1]]);
			expect(parts.flatMap((part) => part.split?.(answer(400)))).toEqual([]);
		});
	});

	describe('the item that failed', () => {
		it.each([
			[1, 0],
			[2, 1],
			[undefined, undefined],
		])('is that of the entry which was refused here: %s', async (entry, item) => {
			expect(await job().made.failedItem?.(inputError(entry))).toBe(item);
		});

		it.each([
			['found by what the service shows', async () => 2, answer(400), 1],
			[
				'not asked for where the refusal is no matter of one',
				async () => 2,
				answer(409),
				undefined,
			],
			[
				'not known if nothing can be read',
				async () => await Promise.reject(new Error('No')),
				answer(400),
				undefined,
			],
		])('is %s', async (_, failedEntry, error, item) => {
			expect(await job({ failedEntry }).made.failedItem?.(error)).toBe(item);
		});
	});
});
