import type { IExecuteFunctions } from 'n8n-workflow';

import { attemptsOf } from '../../../../nodes/ESignature/core/attempts';

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

describe('the attempts of a run', () => {
	it('are counted, and share what they did, apart for each item', () => {
		const record = {};
		const first = attemptsOf(host({ record }));
		first.of(3).outputs = [{ json: { ID: 'a' } }];
		expect(first.count).toBe(1);
		const second = attemptsOf(host({ record }));

		expect(second.of(3).outputs).toEqual([{ json: { ID: 'a' } }]);
		expect(second.of(4).outputs).toBeUndefined();
		expect(second.count).toBe(2);
	});

	it.each([
		['another run of the same node', { record: {} }],
		['another call of a tool of the same agent', { runIndex: 1 }],
		['another tool of the same agent', { node: 'b' }],
	])('are others for %s', (_, other) => {
		const record = {};
		attemptsOf(host({ record })).of(0).outputs = [];
		const attempts = attemptsOf(host({ record, ...other }));

		expect(attempts.of(0).outputs).toBeUndefined();
		expect(attempts.count).toBe(1);
	});

	it.each([
		['gives no record', host({})],
		['cannot give one', { getNode: () => ({ id: 'a' }) } as unknown as IExecuteFunctions],
	])('are empty each time where n8n %s', (_, without) => {
		attemptsOf(without).of(0).outputs = [];

		expect(attemptsOf(without).of(0).outputs).toBeUndefined();
	});
});
