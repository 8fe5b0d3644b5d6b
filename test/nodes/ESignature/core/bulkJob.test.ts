import type { NodeApiError } from 'n8n-workflow';

import { wrongInput, type Bulk } from '../../../../nodes/ESignature/core';
import { bulkJob } from '../../../../nodes/ESignature/core/bulk';
import { RunMemory } from '../../../../nodes/ESignature/core/memory';
import { markPartlyDone, nodeError } from '../../../../nodes/ESignature/core/nodeError';
import { node } from '../sampleNode';
import { callsFor } from './calls';
import { answer } from './fakeJobs';

/** A job for two items: the first brings the entries a and b, the second brings c. */
function job(
	send: (entries: string[]) => object[] = (entries) => entries.map((entry) => ({ entry })),
) {
	const sent: string[][] = [];
	const bulk = {
		max: 9,
		target: () => ({}),
		entries: () => [],
		send: async (_: unknown, __: unknown, entries: string[]) => {
			sent.push(entries);
			return send(entries);
		},
	} as unknown as Bulk<unknown>;
	const calls = new Map(callsFor([{}, {}], new RunMemory()).entries());
	const members = [
		{ item: 0, at: 0, entry: 'a' },
		{ item: 0, at: 1, entry: 'b' },
		{ item: 1, at: 0, entry: 'c' },
	];
	return { sent, made: bulkJob(bulk, calls, { target: {}, members }) };
}

const refusing = (error: Error) => (): never => {
	throw error;
};
const partly = (...entries: string[]) => {
	const error = answer(400);
	error.context.outcome = 'notDone';
	markPartlyDone(error, new Map(entries.map((entry) => [entry, { entry }])), 'Some were made.');
	return error;
};
const outcome = (error: NodeApiError) => error.context.outcome;

it('serves each item once, and gives it an output for each of its entries', async () => {
	const { made, sent } = job();

	expect(made.items).toEqual([0, 1]);
	expect(await made.run()).toEqual([
		{ item: 0, output: { json: { entry: 'a' } } },
		{ item: 0, output: { json: { entry: 'b' } } },
		{ item: 1, output: { json: { entry: 'c' } } },
	]);
	expect(sent).toEqual([['a', 'b', 'c']]);
});

it('sends nothing again that was made', async () => {
	const { made, sent } = job();
	await made.run();
	expect(made.hasWritten?.()).toBe(true);

	expect(await made.run()).toHaveLength(3);
	expect(sent).toHaveLength(1);
});

it('has an output also for an entry without an answer', async () => {
	const { made } = job(() => [{ entry: 'a' }]);

	expect((await made.run()).map(({ output }) => output.json)).toEqual([{ entry: 'a' }, {}, {}]);
});

describe('refused after a part of it was made', () => {
	const failed = async (error: NodeApiError, raised = error) => {
		const { made, sent } = job(refusing(raised));
		await made.run().catch(() => {});
		made.failed?.(error);
		return { made, sent };
	};

	it('answers the items whose entries were all made, and no other', async () => {
		const { made } = await failed(partly('a', 'c'));

		expect(made.doneOf?.(0)).toBeUndefined();
		expect(made.doneOf?.(1)).toEqual([{ item: 1, output: { json: { entry: 'c' } } }]);
		expect(made.hasWritten?.()).toBe(true);
	});

	it('has made nothing of an item when nothing was made', async () => {
		const error = answer(400);
		error.context.outcome = 'notDone';
		const { made } = await failed(error);

		expect([made.doneOf?.(0), made.doneOf?.(1)]).toEqual([undefined, undefined]);
		expect(made.hasWritten?.()).toBe(false);
		expect(outcome(error)).toBe('notDone');
	});

	it('says so although a later refusal does not, but does not hide what is unknown', async () => {
		const { made } = await failed(partly('a'));
		const [later, lost] = [answer(400), answer(502)];
		later.context.outcome = 'notDone';
		lost.context.outcome = 'unknown';
		for (const error of [later, lost]) made.failed?.(error);

		expect([later, lost].map(outcome)).toEqual(['partlyDone', 'unknown']);
	});
});

describe('the guilty item', () => {
	it('is that of the entry that an operation refused itself', async () => {
		const { made } = job(refusing(wrongInput('No', '', 2)));
		const raised = await made.run().catch((error: unknown) => error);

		expect(made.guilty?.(nodeError(node, raised, 0))).toBe(1);
	});

	it('is not known where nobody names an entry', async () => {
		const { made } = job(refusing(wrongInput('No')));
		const raised = await made.run().catch((error: unknown) => error);

		expect(made.guilty?.(nodeError(node, raised, 0))).toBeUndefined();
		expect(made.guilty?.(answer(400))).toBeUndefined();
	});
});

it('can be split by item, after refusals that one entry may have caused', () => {
	const { made } = job();

	expect(made.split?.().map(({ items }) => items)).toEqual([[0], [1]]);
	expect(made.splitOn).toEqual([400, 422]);
});
