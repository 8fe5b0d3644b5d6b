import type { IExecuteFunctions } from 'n8n-workflow';

import { notesOf } from '../../../../nodes/ESignature/core/call';

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

describe('the notes of a run', () => {
	it('are the same for each try, which is counted, and apart for each item', () => {
		const record = {};
		const first = notesOf(host({ record }));
		first.of(3).outputs = [{ json: { ID: 'a' } }];
		expect(first.tries).toBe(1);
		const second = notesOf(host({ record }));

		expect(second.of(3).outputs).toEqual([{ json: { ID: 'a' } }]);
		expect(second.of(4).outputs).toBeUndefined();
		expect(second.tries).toBe(2);
	});

	it.each([
		['another run of the same node', { record: {} }],
		['another call of a tool of the same agent', { runIndex: 1 }],
		['another tool of the same agent', { node: 'b' }],
	])('are others for %s', (_, other) => {
		const record = {};
		notesOf(host({ record })).of(0).outputs = [];
		const notes = notesOf(host({ record, ...other }));

		expect(notes.of(0).outputs).toBeUndefined();
		expect(notes.tries).toBe(1);
	});

	it.each([
		['gives no record', host({})],
		['cannot give one', { getNode: () => ({ id: 'a' }) } as unknown as IExecuteFunctions],
	])('are empty each time where n8n %s', (_, without) => {
		notesOf(without).of(0).outputs = [];

		expect(notesOf(without).of(0).outputs).toBeUndefined();
	});
});
