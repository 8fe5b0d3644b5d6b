import { NodeApiError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import type { Waiting } from '../../../../nodes/ESignature/core';
import { assertCanWait, checked, type WaitState } from '../../../../nodes/ESignature/core/waiting';

const HOUR = 3_600_000;
const NODE = { name: 'Node', type: 'n8n-nodes-esignature.eSignature' } as INode;
const waiting = {
	openIn: ({ status }) => (status === 'sealed' ? undefined : 'a'),
	missing: { status: 'deleted' },
} as Partial<Waiting> as Waiting;
const state = { since: 0, until: 30 * 24 * HOUR } as WaitState;
const open = { json: { ID: 'a', status: 'sent' }, open: 'a' };

const failed = (httpCode: string) => ({
	item: 0,
	error: new NodeApiError(NODE, {}, { httpCode, message: 'No' }),
});
const read = (status: string) => ({ item: 0, output: { json: { status } } });

describe('what a check shows', () => {
	it('leaves an open envelope the same object, which n8n stores once', () => {
		expect(checked(open, read('sent'), state, waiting, HOUR)).toBe(open);
	});

	it('is forgotten once it can be read again', () => {
		const failing = { ...open, failingSince: HOUR };

		expect(checked(failing, read('sent'), state, waiting, 2 * HOUR)).toEqual(open);
	});

	it.each([
		['a refused credential', '401'],
		['a service that is away', '503'],
	])('is tried again for a day: %s', (_, code) => {
		const first = checked(open, failed(code), state, waiting, HOUR);
		const later = checked(first, failed(code), state, waiting, 24 * HOUR);
		const last = checked(later, failed(code), state, waiting, 25 * HOUR);

		expect(first).toEqual({ ...open, failingSince: HOUR });
		expect(later).toEqual(first);
		expect(last).toMatchObject({ json: { status: 'sent', gaveUp: true, reason: 'No' } });
		expect(last).not.toHaveProperty('open');
	});

	it('ends the wait at its time, read or not', () => {
		const now = state.until;

		expect(checked(open, read('sent'), state, waiting, now).json).toMatchObject({ gaveUp: true });
		expect(checked(open, failed('503'), state, waiting, now).json).toMatchObject({ gaveUp: true });
		expect(checked(open, read('sealed'), state, waiting, now)).toEqual({
			json: { ID: 'a', status: 'sealed', waited: 30 * 24 * 60 },
		});
	});
});

describe('a run that n8n could not wake up', () => {
	const hostOf = (type: string, workflow?: string, isTool = false) =>
		({
			getNode: () => ({ ...NODE, type }),
			isToolExecution: () => isTool,
			getWorkflowDataProxy: () => ({ $execution: { id: '1' }, $workflow: { id: workflow } }),
		}) as unknown as IExecuteFunctions;

	it.each([
		['a tool', hostOf('n8n-nodes-esignature.eSignatureTool', 'w'), /tool of an AI agent/],
		['a tool of an older agent', hostOf(NODE.type, 'w', true), /tool of an AI agent/],
		['a workflow that is not saved', hostOf(NODE.type), /never saved/],
	])('is refused: %s', async (_, host, message) => {
		await expect(assertCanWait(host, [])).rejects.toThrow(message);
	});
});
