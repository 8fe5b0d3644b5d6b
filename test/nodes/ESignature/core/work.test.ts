import type { IDataObject } from 'n8n-workflow';

import {
	defineBulkOperation,
	defineOperation,
	maxFileSize,
	UserError,
	wrongInput,
	type Bulk,
	type Call,
	type Locator,
	type Operation,
	type Output,
} from '../../../../nodes/ESignature/core';
import { Answers } from '../../../../nodes/ESignature/core/answers';
import { Attempts } from '../../../../nodes/ESignature/core/attempts';
import { bulkJob, makeJobs } from '../../../../nodes/ESignature/core/work';
import { callsFor } from './calls';
import { answer } from './fakeJobs';

const described = { name: 'Do', action: 'Do it', description: 'Does it' };
const envelope = { path: 'envelopeID', property: { name: 'envelopeId' } } as Locator<'envelopeID'>;

const single = (run: (call: Call) => Promise<Output | Output[]>) =>
	defineOperation({ ...described, ids: [envelope], run });

function bulk() {
	const sent: Array<{ item: number; target: object; entries: string[] }> = [];
	const operation = defineBulkOperation<string>({
		...described,
		ids: [envelope],
		bulk: {
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

/** The work for items with these inputs. `changed`: the call of an item is not like those of the others. */
async function work(
	operation: Operation,
	inputs: object[],
	changed: (call: Call) => Partial<Call> = () => ({}),
) {
	const attempts = new Attempts();
	const answers = new Answers(inputs.length, attempts);
	const calls = callsFor(inputs as Array<Record<string, unknown>>, attempts);
	const sequences = await makeJobs(
		operation,
		calls.map((call) => ({ ...call, ...changed(call) })),
		answers,
	);
	const answered = answers.list();
	return {
		/** The items of each job in each sequence. */
		sequences: sequences.map((sequence) => sequence.map(({ items }) => items)),
		refused: answered.flatMap((one) => ('error' in one ? [one] : [])),
		/** Does it all; the answer to each item. */
		run: async () => {
			await Promise.all(sequences.flat().map(async (job) => await job.run()));
			return answers.list();
		},
	};
}

const row = (envelopeId: unknown, ...entries: string[]) => ({ envelopeId, entries });

describe('an operation on single items', () => {
	it('becomes one job for each item, whose outputs belong to it', async () => {
		const operation = single(async ({ item }) =>
			item === 0 ? [{ json: { a: 1 } }, { json: { b: 2 } }] : { json: { c: 3 } },
		);
		const { sequences, refused, run } = await work(operation, [row('a'), row('b')]);

		expect(refused).toEqual([]);
		expect(sequences).toEqual([[[0]], [[1]]]);
		expect(await run()).toEqual([
			{ item: 0, outputs: [{ json: { a: 1 } }, { json: { b: 2 } }] },
			{ item: 1, outputs: [{ json: { c: 3 } }] },
		]);
	});

	it('does the items about one record of one account one after the other, if they build on each other', async () => {
		const operation = { ...single(async () => ({ json: {} })), inOrder: true as const };
		const { sequences } = await work(
			operation,
			[row('a'), row('b'), row('A'), row('a')],
			({ item }) => (item === 3 ? { account: 'other' } : {}),
		);

		expect(sequences).toEqual([[[0], [2]], [[1]], [[3]]]);
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
		const { refused, run } = await work(operation, [{ text: 'a' }, { text: '' }, { text: 'c' }]);
		const answers = await run();

		expect(steps).toEqual(['read 0', 'read 1', 'read 2', 'run 0', 'run 2']);
		expect(refused).toMatchObject([{ item: 1, error: { message: 'Empty' } }]);
		expect(answers).toMatchObject([
			{ item: 0, outputs: [{ json: { text: 'A' } }] },
			{ item: 1, error: { message: 'Empty' } },
			{ item: 2, outputs: [{ json: { text: 'C' } }] },
		]);
	});
});

it('checks the limits among the options of every item before anything runs', async () => {
	const items = [1, 'abc'].map((size) => ({ ...row('a', 'x'), options: { maxFileSize: size } }));
	const { sequences, refused } = await work({ ...bulk().operation, options: [maxFileSize] }, items);

	expect(sequences.flat()).toEqual([[0]]);
	expect(refused).toMatchObject([
		{ item: 1, error: { message: expect.stringContaining("'Max File Size (MB)' must be") } },
	]);
});

describe('an operation on many items', () => {
	it('sends the items of one target together, each with its own answer', async () => {
		const { operation, sent } = bulk();
		const { run } = await work(operation, [row('a', 'x'), row('b', 'y'), row('a', 'z')]);
		const answers = await run();

		expect(sent).toEqual([
			{ item: 0, target: { envelopeID: 'a' }, entries: ['x', 'z'] },
			{ item: 1, target: { envelopeID: 'b' }, entries: ['y'] },
		]);
		expect(answers).toEqual([
			{ item: 0, outputs: [{ json: { entry: 'x' } }] },
			{ item: 1, outputs: [{ json: { entry: 'y' } }] },
			{ item: 2, outputs: [{ json: { entry: 'z' } }] },
		]);
	});

	it('makes the requests for one target one after the other, those for others beside them', async () => {
		const many = (count: number) => Array.from({ length: count }, () => '1');
		const items = [row('a', ...many(150)), row('b', '1'), row('a', ...many(60)), row('A', '5')];
		const { sequences } = await work(bulk().operation, items);

		expect(sequences).toEqual([
			[
				[0, 2],
				[2, 3],
			],
			[[1]],
		]);
	});

	it('shares a request among neighbors with the same options alone', async () => {
		const items = [1, 2, 2, 1].map((timeout) => ({ ...row('a', 'x'), options: { timeout } }));
		const { sequences } = await work(bulk().operation, items);

		expect(sequences).toEqual([[[0], [1, 2], [3]]]);
	});
});

describe('a bulk job', () => {
	/** A job for two items: the first brings the entries a and b, the second brings c. */
	function job(more: Partial<Bulk<string>> = {}) {
		const of = {
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
		const made = bulkJob(of, new Map(calls.entries()), { target: {}, members });
		return { made, histories: calls.map(({ history }) => history) };
	}

	it.each([
		['notDone', 'partlyDone'],
		['unknown', 'unknown'],
	] as const)('an error that says %s is %s if an earlier request did a part', (said, outcome) => {
		const { made, histories } = job();
		histories[0]?.done.set(5, { json: {} });
		const error = made.addDetails?.(wrongInput('No').with({ outcome: said }));

		expect(error?.details).toMatchObject({ outcome });
	});

	describe('a refusal', () => {
		it.each([
			['400', answer(400), {}, 2],
			['422', answer(422), {}, 2],
			['404, which is about the target', answer(404), {}, 0],
			['404, where an entry may be missing', answer(404), { splitOn: [404] }, 2],
			['an input', wrongInput('No'), {}, 2],
			['our own, after something was sent', new UserError('No'), {}, 0],
			['an unknown outcome', answer(400).with({ outcome: 'unknown' }), {}, 0],
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
			expect(await job().made.failedItem?.(wrongInput('No', undefined, entry))).toBe(item);
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
