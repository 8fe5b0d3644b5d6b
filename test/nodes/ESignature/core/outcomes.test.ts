import type { IExecuteFunctions } from 'n8n-workflow';

import {
	defineBulkOperation,
	defineOperation,
	NOTHING_CHANGED,
	UserError,
	type Call,
} from '../../../../nodes/ESignature/core';
import { execute } from '../../../../nodes/ESignature/core/run';
import { type Operation } from '../../../../nodes/ESignature/core/operation';
import { node } from '../sampleNode';

const described = { name: 'Do', action: 'Do it', description: 'Does it', properties: [] };
const envelopeID = '00000000-0000-4000-8000-000000000001';
const SPARED = 'Nothing was changed.';

const read = async ({ request }: Call) =>
	await request('GET /sign/envelopes/{envelopeID}', { envelopeID });
const write = async ({ request }: Call) =>
	await request('DELETE /sign/envelopes/{envelopeID}', { envelopeID });
const giveUp = () => new UserError('It cannot go on', 'Try another way.', NOTHING_CHANGED);

/** A node with so many items that goes on after errors; each call is one try, and returns the details of its items. */
function tries(operation: Operation, count = 1) {
	const record = {};
	const parameters: Record<string, unknown> = { resource: 'thing', operation: 'do', options: {} };
	const host = {
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
		getNode: () => node,
		continueOnFail: () => true,
		getNodeParameter: (name: string) => parameters[name],
		getExecutionCancelSignal: () => undefined,
		getExecuteData: () => record,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		addExecutionHints: () => {},
		getCredentials: async () => ({
			baseUrl: 'http://127.0.0.1:1',
			clientId: 'client',
			clientSecret: 'secret',
		}),
		helpers: {
			// What is read is not there; what is written is carried out.
			httpRequestWithAuthentication: async (_: string, { method }: { method: string }) => ({
				statusCode: method === 'GET' ? 404 : 204,
				headers: {},
				body: '',
			}),
		},
	};
	const resources = [
		{ name: 'Thing', value: 'thing', default: 'do', operations: { do: operation } },
	];
	return async () => {
		const [items = []] = await execute(host as unknown as IExecuteFunctions, resources);
		return items.map(({ json }) => json.details as { outcome?: string; description?: string });
	};
}

const failing = (run: (call: Call) => Promise<unknown>): Operation =>
	defineOperation({
		...described,
		run: async (call) => {
			await run(call);
			throw giveUp();
		},
	});

describe('an item that failed before it wrote anything is not done', () => {
	it.each<[string, Operation]>([
		['because the operation gave up', failing(async () => {})],
		['because something to read was not there', failing(read)],
		[
			'because its inputs refer to what is not there',
			defineOperation({ ...described, read, run: async () => ({ json: {} }) }),
		],
		[
			'because n8n could not give it an input',
			defineOperation({
				...described,
				run: async () => {
					throw new Error('No such field');
				},
			}),
		],
	])('%s', async (_, operation) => {
		expect(await tries(operation)()).toMatchObject([{ outcome: 'notDone' }]);
	});

	it('and is told so once, also if many items failed', async () => {
		const details = await tries(
			failing(async () => {}),
			3,
		)();

		expect(details.map(({ description }) => description)).toEqual(
			[1, 2, 3].map(() => `Try another way.\n${SPARED}`),
		);
	});
});

it('an item that failed after it wrote something is not said to have changed nothing', async () => {
	const [details] = await tries(failing(write))();

	expect(details).toEqual({ description: 'Try another way.' });
});

describe('of a request for several items', () => {
	const MOST = 2;

	/** Three entries for each item, two of which travel together; `send` is told which request it is. */
	const inPairs = (send: (call: Call, request: number) => Promise<void>): Operation => {
		let requests = 0;
		return defineBulkOperation<number>({
			...described,
			bulk: {
				max: MOST,
				splitOn: [],
				target: () => ({ envelopeID }),
				entries: () => [1, 2, 3],
				send: async (call, _, entries) => {
					await send(call, ++requests);
					return entries.map((entry) => ({ entry }));
				},
			},
		});
	};

	it('all are not done if it failed before anything was written', async () => {
		const operation = inPairs(async () => await Promise.reject(giveUp()));

		expect(await tries(operation, 2)()).toMatchObject([
			{ outcome: 'notDone', description: expect.stringContaining(SPARED) },
			{ outcome: 'notDone', description: expect.stringContaining(SPARED) },
		]);
	});

	it('those are partly done of which an earlier request had written something', async () => {
		const operation = inPairs(async (call, request) => {
			if (request > 1) throw giveUp();
			await write(call);
		});

		expect(await tries(operation, 2)()).toMatchObject([
			{ outcome: 'partlyDone', done: [{ entry: 1 }, { entry: 2 }] },
			{ outcome: 'notDone' },
		]);
	});
});

it('what an earlier try left in doubt stays in doubt, and is not tried again', async () => {
	const run = jest.fn(async () => {
		throw new UserError('Lost', 'Look there.', { outcome: 'unknown' });
	});
	const tryOnce = tries(defineOperation({ ...described, run }));
	const first = await tryOnce();

	expect(first).toMatchObject([{ outcome: 'unknown', description: 'Look there.' }]);
	expect(await tryOnce()).toEqual(first);
	expect(run).toHaveBeenCalledTimes(1);
});
