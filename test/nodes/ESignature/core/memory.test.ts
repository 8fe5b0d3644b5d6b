import type { IExecuteFunctions } from 'n8n-workflow';

import {
	doneBefore,
	doubtsOf,
	madeBy,
	RunMemory,
	memoryOf,
	notesBy,
	remember,
} from '../../../../nodes/ESignature/core/memory';
import { refused } from '../transport/failures';

interface Run {
	/** The record that n8n keeps of a run of a node. */
	record?: object;
	node?: string;
	runIndex?: number;
}

const host = ({ record, node = 'a', runIndex = 0 }: Run) =>
	({
		getExecuteData: () => record,
		getNode: () => ({ id: node }),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	}) as unknown as IExecuteFunctions;

describe('the memory of a run', () => {
	const numbers = notesBy<string, number>();

	it('is the same for each try, which is counted', () => {
		const record = {};
		const first = memoryOf(host({ record }));
		numbers(first).set('note', 1);
		expect(first.tries).toBe(1);
		const second = memoryOf(host({ record }));

		expect(numbers(second).get('note')).toBe(1);
		expect(second.tries).toBe(2);
	});

	it('is empty in another run, be it of the same node', () => {
		numbers(memoryOf(host({ record: {} }))).set('note', 1);

		expect(numbers(memoryOf(host({ record: {} }))).size).toBe(0);
	});

	it('keeps notes of two kinds apart that are about the same', () => {
		const memory = new RunMemory();
		numbers(memory).set('note', 1);

		expect(notesBy<string, number>()(memory).size).toBe(0);
	});

	it.each([
		['another call of a tool', { runIndex: 1 }],
		['another tool', { node: 'b' }],
	])('is another one for %s of the same agent', (_, other) => {
		const record = {};
		numbers(memoryOf(host({ record }))).set('note', 1);
		const memory = memoryOf(host({ record, ...other }));

		expect(numbers(memory).size).toBe(0);
		expect(memory.tries).toBe(1);
		expect(numbers(memoryOf(host({ record }))).get('note')).toBe(1);
	});

	it.each([
		['gives no record', host({})],
		['gives none worth the name', host({ record: null as never })],
		['cannot give one', { getNode: () => ({ id: 'a' }) } as unknown as IExecuteFunctions],
	])('is empty each time where n8n %s', (_, without) => {
		numbers(memoryOf(without)).set('note', 1);

		expect(numbers(memoryOf(without)).size).toBe(0);
	});
});

describe('what a try has done', () => {
	const outcome = (item: number, value: string) => ({ item, output: { json: { value } } });

	it('is known by item, with all of its outputs', () => {
		const memory = new RunMemory();
		remember(memory, 0, [outcome(0, 'a')]);
		remember(memory, 2, [outcome(2, 'b'), outcome(2, 'c')]);

		expect(doneBefore(memory, 0)).toEqual([outcome(0, 'a')]);
		expect(doneBefore(memory, 2)).toEqual([outcome(2, 'b'), outcome(2, 'c')]);
		expect(doneBefore(memory, 1)).toBeUndefined();
	});

	it('is known also for an item that gave nothing', () => {
		const memory = new RunMemory();
		remember(memory, 0, []);

		expect(doneBefore(memory, 0)).toEqual([]);
	});

	it('is known entry by entry for an item that is done only in part', () => {
		const memory = new RunMemory();
		madeBy(memory, 0).set(1, { json: { ID: 'a' } });

		expect([...madeBy(memory, 0)]).toEqual([[1, { json: { ID: 'a' } }]]);
		expect(madeBy(memory, 1).size).toBe(0);
		expect(doneBefore(memory, 0)).toBeUndefined();
	});
});

it('keeps the writes in doubt of each item apart, for the next try', () => {
	const memory = new RunMemory();
	doubtsOf(memory, 0).set('PUT /x', refused(504));

	expect(doubtsOf(memory, 0).get('PUT /x')).toEqual(refused(504));
	expect(doubtsOf(memory, 1).size).toBe(0);
});
