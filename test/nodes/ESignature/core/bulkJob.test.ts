import { NodeOperationError } from 'n8n-workflow';

import { UserError, wrongInput, type Bulk } from '../../../../nodes/ESignature/core';
import { bulkJob } from '../../../../nodes/ESignature/core/plan';
import { node } from '../sampleNode';
import { callsFor } from './calls';
import { answer } from './fakeJobs';

const inputError = (entry?: number) =>
	new NodeOperationError(node, wrongInput('No', undefined, entry));

/** A job for two items: the first brings the entries a and b, the second brings c. */
function job(more: Partial<Bulk<string>> = {}) {
	const bulk = {
		max: 9,
		target: () => ({}),
		entries: () => [],
		send: async (_: unknown, __: unknown, entries: string[]) => entries.map((entry) => ({ entry })),
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

it('serves each item once, with an output for each of its entries, and notes what is done', async () => {
	const { made, notes } = job();

	expect(made.items).toEqual([0, 1]);
	expect(await made.run()).toEqual([
		{ item: 0, at: 0, output: { json: { entry: 'a' } } },
		{ item: 0, at: 1, output: { json: { entry: 'b' } } },
		{ item: 1, at: 0, output: { json: { entry: 'c' } } },
	]);
	expect(notes.map(({ done }) => [...done.keys()])).toEqual([[0, 1], [0]]);
});

describe('an error', () => {
	it('that says nothing of the outcome was a read before the write', () => {
		const error = answer(404);
		job().made.completeError?.(error);

		expect(error.context.outcome).toBe('notDone');
	});

	it.each([
		['notDone', 'partlyDone'],
		['unknown', 'unknown'],
	])('that says %s is %s if an earlier request did a part', (said, outcome) => {
		const { made, notes } = job();
		notes[0]?.done.set(5, { json: {} });
		const error = answer(400);
		Object.assign(error.context, { outcome: said, sent: false });
		made.completeError?.(error);

		expect(error.context).toEqual({ outcome });
	});
});

describe('a refusal', () => {
	const unknown = () => Object.assign(answer(400), { context: { outcome: 'unknown' } });

	it.each([
		['400', answer(400), {}, 2],
		['422', answer(422), {}, 2],
		['404, which is about the target', answer(404), {}, 0],
		['404, where an entry may be missing', answer(404), { splitOn: [404] }, 2],
		['403', answer(403), {}, 0],
		['409', answer(409), {}, 0],
		['500', answer(500), {}, 0],
		['an input', inputError(), {}, 2],
		['our own, after something was sent', new NodeOperationError(node, new UserError('No')), {}, 0],
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
		[0, 0],
		[1, 0],
		[2, 1],
		[undefined, undefined],
	])('is that of the entry which was refused here: %s', async (entry, item) => {
		expect(await job().made.failedItem?.(inputError(entry))).toBe(item);
	});

	it.each([
		['found by what the service shows', async () => 2, answer(400), 1],
		['not asked for where the refusal is no matter of one', async () => 2, answer(409), undefined],
		['not known if nothing shows it', async () => -1, answer(400), undefined],
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
