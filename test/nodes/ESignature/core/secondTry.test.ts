import type { IExecuteFunctions, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { defineBulkOperation, defineOperation, type Call } from '../../../../nodes/ESignature/core';
import { execute } from '../../../../nodes/ESignature/core/run';
import type { Operation, Waiting } from '../../../../nodes/ESignature/core/operation';
import { node } from '../sampleNode';

const described = { name: 'Do', action: 'Do it', description: 'Does it', properties: [] };
const envelopeID = '00000000-0000-4000-8000-000000000001';
const idOf = (entry: unknown) => `00000000-0000-4000-8000-${String(entry).padStart(12, '0')}`;

/** Something that is done by a write for one entry, which the service refuses if it is `bad`. */
const write = async ({ request }: Call, entry: number) =>
	await request('DELETE /sign/envelopes/{envelopeID}/participants/{participantID}', {
		envelopeID,
		participantID: idOf(entry),
	});

/** A run of a node with these items: each call is one try, with the entries that are refused in it. */
function aRun(
	operation: Operation,
	inputs: number[][],
	settings: { continueOnFail?: boolean; host?: Partial<IExecuteFunctions> } = {},
) {
	const record = {};
	const sent: number[] = [];
	let refused: number[] = [];
	const helpers = {
		httpRequestWithAuthentication: async (_: string, { url }: IHttpRequestOptions) => {
			const entry = Number(url.slice(-12));
			sent.push(entry);
			const statusCode = refused.includes(entry) ? 404 : 204;
			return { statusCode, headers: {}, body: '' };
		},
	};
	const parameters: Record<string, unknown> = { resource: 'thing', operation: 'do', options: {} };
	const host = {
		getInputData: () => inputs.map((entries) => ({ json: { entries } })),
		getNode: () => ({ ...node, parameters: { ...parameters, entries: '={{ $json.entries }}' } }),
		continueOnFail: () => settings.continueOnFail ?? false,
		getNodeParameter: (name: string, item: number) =>
			name === 'entries' ? inputs[item] : parameters[name],
		getExecutionCancelSignal: () => undefined,
		getExecuteData: () => record,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getCredentials: async () => ({
			baseUrl: 'http://127.0.0.1:1',
			clientId: 'client',
			clientSecret: 'secret',
		}),
		helpers,
		...settings.host,
	};
	const resources = [
		{ name: 'Thing', value: 'thing', default: 'do', operations: { do: operation } },
	];
	return async (...bad: number[]) => {
		refused = bad;
		sent.length = 0;
		const output: INodeExecutionData[][] | string = await execute(
			host as unknown as IExecuteFunctions,
			resources,
		).catch((error: Error) => error.constructor.name);
		return { sent: [...sent], output: typeof output === 'string' ? output : output.flat() };
	};
}

const single = defineOperation({
	...described,
	concurrency: 1,
	run: async (call) => {
		const [entry = 0] = call.param<number[]>('entries');
		await write(call, entry);
		return { json: { entry } };
	},
});

/** At most two entries in a request; one item may have more. */
const inPairs = defineBulkOperation<number>({
	...described,
	bulk: {
		max: 2,
		splitOn: [],
		target: () => ({ envelopeID }),
		entries: ({ param }) => param<number[]>('entries'),
		send: async (call, _, entries) => {
			for (const entry of entries) await write(call, entry);
			return entries.map((entry) => ({ entry }));
		},
	},
});

const entriesOf = (output: INodeExecutionData[] | string) =>
	typeof output === 'string'
		? output
		: output.map(({ json, pairedItem }) => [json.entry, (pairedItem as { item: number }).item]);

describe('when n8n runs the node again because it failed', () => {
	it('what the first try did is not done again, and stands in the output in its place', async () => {
		const tryOnce = aRun(single, [[1], [2], [3]]);
		expect(await tryOnce(2)).toEqual({ sent: [1, 2], output: 'NodeApiError' });
		const { sent, output } = await tryOnce();

		expect(sent).toEqual([2, 3]);
		expect(entriesOf(output)).toEqual([
			[1, 0],
			[2, 1],
			[3, 2],
		]);
	});

	it('an item that failed beside others that did not is the only one that is done again', async () => {
		const tryOnce = aRun(single, [[1], [2], [3]], { continueOnFail: true });
		await tryOnce(2);

		expect((await tryOnce()).sent).toEqual([2]);
		expect((await tryOnce()).sent).toEqual([]);
	});

	it('another run of the same node begins from the start', async () => {
		await aRun(single, [[1]])();

		expect((await aRun(single, [[1]])()).sent).toEqual([1]);
	});

	it('an item that was sent by the first try does not go on as if it had not to wait', async () => {
		const accounts: string[] = [];
		const waiting = {
			wait: ({ account }: Call) => {
				accounts[0] ??= account;
				return { minutes: 2, days: 1, options: {} };
			},
			openIn: () => 'id',
		} as unknown as Waiting;
		let canStart = true;
		const host = {
			isToolExecution: () => false,
			getMode: () => 'webhook',
			getWorkflowSettings: () => ({}),
			getWorkflowDataProxy: () => ({ $execution: { id: '1' }, $workflow: { id: 'w' } }),
			executeWorkflow: async () => {
				if (!canStart) throw new Error('No database');
				return { data: [[{ json: { account: accounts[0] } }]] };
			},
		} as unknown as Partial<IExecuteFunctions>;
		const operation = { ...single, waiting };
		const tryOnce = aRun(operation, [[1], [2]], { continueOnFail: true, host });
		await tryOnce(1);
		canStart = false;
		const { sent, output } = await tryOnce();

		expect(sent).toEqual([1]);
		expect(output).toMatchObject([{ json: { gaveUp: true } }, { json: { gaveUp: true } }]);
	});

	it('an item of which only a part was sent is not taken for done', async () => {
		const tryOnce = aRun(inPairs, [[1, 2, 3]]);
		expect(await tryOnce(3)).toEqual({ sent: [1, 2, 3], output: 'NodeApiError' });
		const { sent, output } = await tryOnce();

		expect(sent).toContain(3);
		expect(entriesOf(output)).toEqual([
			[1, 0],
			[2, 0],
			[3, 0],
		]);
	});

	it('the part of an item that was done is not done again', async () => {
		const tryOnce = aRun(inPairs, [[1, 2, 3]]);
		await tryOnce(3);

		expect((await tryOnce()).sent).toEqual([3]);
	});

	it('all parts of an item that were done stand in the output', async () => {
		const tryOnce = aRun(inPairs, [[1, 2, 3], [4]], { continueOnFail: true });
		await tryOnce();
		const { sent, output } = await tryOnce();

		expect(sent).toEqual([]);
		expect(entriesOf(output)).toEqual([
			[1, 0],
			[2, 0],
			[3, 0],
			[4, 1],
		]);
	});

	it('the parts of an item stand in their order, whichever try has done them', async () => {
		const tryOnce = aRun(inPairs, [[1, 2, 3]], { continueOnFail: true });
		await tryOnce(1);
		const { sent, output } = await tryOnce();

		expect(sent).toEqual([1, 2]);
		expect(entriesOf(output)).toEqual([
			[1, 0],
			[2, 0],
			[3, 0],
		]);
	});
});
