import {
	NodeApiError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IHttpRequestOptions,
	type IDataObject,
	type IPairedItemData,
} from 'n8n-workflow';

import { ENTRIES_PER_REQUEST } from '../../../../nodes/ESignature/api';
import {
	defineOperation,
	wrongInput,
	defineBulkOperation,
	UserError,
	type Call,
} from '../../../../nodes/ESignature/core';
import { execute } from '../../../../nodes/ESignature/core/run';
import { node } from '../sampleNode';
import type { Operation } from '../../../../nodes/ESignature/core/operation';

const described = { name: 'Do', action: 'Do it', description: 'Does it', properties: [] };

const CHOSEN = { resource: 'thing', operation: 'do', options: {} };
const resourcesOf = (operation: Operation) => [
	{ name: 'Thing', value: 'thing', default: 'do', operations: { do: operation } },
];

/** n8n around a node with these items and inputs, as much as a run needs of it. */
const hostOf = (
	inputs: IDataObject[],
	parameters: Record<string, unknown> = CHOSEN,
	more: object = {},
) =>
	({
		getInputData: () => inputs.map((json) => ({ json })),
		getNode: () => ({ ...node, parameters }),
		continueOnFail: () => true,
		getNodeParameter: (name: string, _: number, fallback: unknown) => parameters[name] ?? fallback,
		getExecutionCancelSignal: () => undefined,
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		addExecutionHints: () => {},
		getCredentials: async () => ({
			baseUrl: 'http://127.0.0.1:1',
			clientId: 'client',
			clientSecret: 'secret',
		}),
		...more,
	}) as unknown as IExecuteFunctions;

interface Setup {
	count?: number;
	options?: object;
	concurrency?: number;
	operation?: string;
	resource?: string;
	continueOnFail?: boolean;
	onError?: INode['onError'];
	/** The item's client ID. */
	clientId?: (item: number) => string;
	/** Checked before any item runs. */
	read?: (item: number) => unknown;
	/** The run of the item. */
	run?: (item: number) => unknown;
}

/** Runs a node with so many items; how many of them ran at the same time, and what came of it. */
async function executed({ count = 20, run = () => ({}), ...setup }: Setup) {
	const { resource = 'thing', operation: name = 'do', options } = setup;
	const parameters = { resource, operation: name, options };
	let running = 0;
	let most = 0;
	const operation = defineOperation({
		...described,
		concurrency: setup.concurrency,
		read: ({ item }) => setup.read?.(item),
		run: async ({ item }) => {
			most = Math.max(most, ++running);
			for (let turn = 0; turn < 20; turn++) await Promise.resolve();
			running -= 1;
			return { json: { item, ...(run(item) as object) } };
		},
	});
	const inputs = Array.from({ length: count }, () => ({}));
	const host = hostOf(inputs, parameters, {
		getNode: () => ({ ...node, parameters, onError: setup.onError }),
		continueOnFail: () => setup.continueOnFail ?? false,
		getCredentials: async (_: string, item: number) => ({
			baseUrl: 'https://api.example.com',
			clientId: setup.clientId?.(item) ?? 'client',
			clientSecret: 'secret',
		}),
	});
	const [items = []] = await execute(host, resourcesOf(operation));
	return { items, most };
}

const failing =
	(...bad: number[]) =>
	(item: number) => {
		if (bad.includes(item)) throw wrongInput(`No ${item}`);
		return {};
	};

describe('how many items run at the same time', () => {
	it.each<[string, Setup, number]>([
		['eight, unless something else is said', {}, 8],
		['as many as the user allows', { options: { maxConcurrency: 3 } }, 3],
		['the lower of the two', { concurrency: 2, options: { maxConcurrency: 5 } }, 2],
		['the lower, the other way round', { concurrency: 5, options: { maxConcurrency: 2 } }, 2],
	])('is %s', async (_, setup, expected) => {
		expect((await executed(setup)).most).toBe(expected);
	});
});

it('answers in the order of the items, also where some are refused before the others run', async () => {
	const { items } = await executed({ count: 4, read: failing(1, 3), continueOnFail: true });

	expect(items.map(({ json }) => json.error ?? json.item)).toEqual([0, 'No 1', 2, 'No 3']);
});

it('reads the credentials of all items before the first one runs', async () => {
	const clientId = (item: number) => (item === 3 ? '' : 'client');
	const run = jest.fn(() => ({}));
	await expect(executed({ clientId, run })).rejects.toThrow("'Client ID'");
	expect(run).not.toHaveBeenCalled();
	const { items } = await executed({ count: 5, clientId, run, continueOnFail: true });

	expect(items.map(({ json }) => json.item)).toEqual([0, 1, 2, undefined, 4]);
});

it('ends with the first error, unless it is to go on', async () => {
	await expect(executed({ run: failing(3) })).rejects.toThrow('No 3');
	const { items } = await executed({ count: 5, run: failing(3), continueOnFail: true });

	expect(items.map(({ json }) => json.error ?? json.item)).toEqual([0, 1, 2, 'No 3', 4]);
	expect(items.some((item) => 'error' in item)).toBe(false);
});

describe('the error of an item that cannot be sent', () => {
	const descriptions = async (setup: Setup) =>
		(await executed({ ...setup, continueOnFail: true })).items.map(
			({ json }) => (json.details as { description?: string } | undefined)?.description,
		);
	const NONE = 'Nothing was sent.';
	const NOT_THIS_ONE = 'Nothing was sent for this item.';

	it('says that nothing was sent, if a wrong input ends the run before the first item', async () => {
		await expect(executed({ count: 2, read: failing(1) })).rejects.toMatchObject({
			description: NONE,
			context: { itemIndex: 1 },
		});
	});

	it('says that nothing was sent for this item, if others are or were sent', async () => {
		expect(await descriptions({ count: 2, read: failing(1) })).toEqual([undefined, NOT_THIS_ONE]);
		await expect(executed({ count: 2, run: failing(1) })).rejects.toMatchObject({
			description: NOT_THIS_ONE,
		});
	});

	it('says that nothing was sent, if it is the only one', async () => {
		expect(await descriptions({ count: 1, read: failing(0) })).toEqual([NONE]);
		expect(await descriptions({ count: 1, run: failing(0) })).toEqual([NONE]);
	});
});

describe('what cannot run at all', () => {
	it.each<[string, Setup]>([
		['what every object has, but is no operation', { operation: 'toString' }],
		['a resource that does not exist', { resource: 'nothing' }],
	])('is refused: %s', async (_, setup) => {
		await expect(executed(setup)).rejects.toThrow('This node has no operation');
	});

	it('is answered for each item when the node is to go on', async () => {
		const { items } = await executed({ count: 3, operation: 'undo', continueOnFail: true });

		expect(items.map(({ json }) => json.error)).toEqual(
			Array(3).fill("This node has no operation 'undo' for 'thing'"),
		);
	});
});

it('chooses the error output for a failed item in every version of n8n, with the details', async () => {
	const { items } = await executed({
		count: 2,
		run: failing(1),
		continueOnFail: true,
		onError: 'continueErrorOutput',
	});

	// n8n before 2.36 looks for an error beside the JSON, and passes on a copy of the item.
	expect(items.map(({ error }) => error?.message)).toEqual([undefined, 'No 1']);
	expect({ ...items[1] }).toEqual({
		json: { error: 'No 1', details: { description: expect.any(String), outcome: 'notDone' } },
		pairedItem: { item: 1 },
	});
});

const envelopeID = '00000000-0000-4000-8000-000000000001';
const idOf = (entry: unknown) => `00000000-0000-4000-8000-${String(entry).padStart(12, '0')}`;

const read = async ({ request }: Call) =>
	await request('GET /sign/envelopes/{envelopeID}', { envelopeID });
/** Something that is done by a write for one entry. */
const write = async ({ request }: Call, entry = 1) =>
	await request('DELETE /sign/envelopes/{envelopeID}/participants/{participantID}', {
		envelopeID,
		participantID: idOf(entry),
	});

/** One more than a request can hold. */
const TOO_MANY = ENTRIES_PER_REQUEST + 1;
const first = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const together = defineBulkOperation<number>({
	...described,
	bulk: {
		splitOn: [],
		target: () => ({ envelopeID }),
		entries: ({ param }) => param<number[]>('entries'),
		send: async (call, _, entries) => {
			for (const entry of entries) await write(call, entry);
			return entries.map((entry) => ({ entry }));
		},
	},
});

/**
 * A run of a node with these items, which goes on after errors: each call is one attempt, with the entries that the service
 * refuses in it. What is read is not there.
 */
function aRun(operation: Operation, inputs: number[][], more: Partial<IExecuteFunctions> = {}) {
	const record = {};
	const sent: number[] = [];
	let refused: number[] = [];
	const helpers = {
		httpRequestWithAuthentication: async (_: string, { method, url }: IHttpRequestOptions) => {
			const entry = Number(url.slice(-12));
			sent.push(entry);
			const statusCode = method === 'GET' || refused.includes(entry) ? 404 : 204;
			return { statusCode, headers: {}, body: '' };
		},
	};
	const host = hostOf(
		inputs.map((entries) => ({ entries })),
		{ ...CHOSEN, entries: '={{ $json.entries }}' },
		{
			getNodeParameter: (name: keyof typeof CHOSEN | 'entries', item: number) =>
				name === 'entries' ? inputs[item] : CHOSEN[name],
			getExecuteData: () => record,
			helpers,
			...more,
		},
	);
	return async (...bad: number[]) => {
		refused = bad;
		sent.length = 0;
		const [output = []] = await execute(host, resourcesOf(operation));
		return { sent: [...sent], output };
	};
}

describe('the outcome of an item', () => {
	const SPARED = 'Nothing was changed.';
	const giveUp = () => new UserError('It cannot go on', 'Try another way.', { unchanged: SPARED });
	const detailsOf = async (operation: Operation, inputs = [[1]], ...bad: number[]) =>
		(await aRun(operation, inputs)(...bad)).output.map(({ json }) => json.details);

	const failing = (run: (call: Call) => Promise<unknown>): Operation =>
		defineOperation({
			...described,
			run: async (call) => {
				await run(call);
				throw giveUp();
			},
		});

	it('an item that failed before it wrote anything is not done', async () => {
		expect(await detailsOf(failing(async () => {}))).toEqual([
			{ outcome: 'notDone', description: `${SPARED}\nTry another way.` },
		]);
	});

	it('an item whose inputs refer to what is not there is not done', async () => {
		const operation = defineOperation({ ...described, read, run: async () => ({ json: {} }) });

		expect(await detailsOf(operation)).toMatchObject([{ outcome: 'notDone' }]);
	});

	it('an item that failed after it wrote something is not said to have changed nothing', async () => {
		expect(await detailsOf(failing(write))).toEqual([{ description: 'Try another way.' }]);
	});

	it('all items of a request are not done if it failed before anything was written', async () => {
		const send = async () => await Promise.reject(giveUp());
		const operation = { ...together, bulk: { ...together.bulk, send } };

		expect(await detailsOf(operation, [[1], [2]])).toMatchObject([
			{ outcome: 'notDone', description: expect.stringContaining(SPARED) },
			{ outcome: 'notDone', description: expect.stringContaining(SPARED) },
		]);
	});

	it('those are partly done of which an earlier request had written something', async () => {
		expect(await detailsOf(together, [first(TOO_MANY), [7]], TOO_MANY)).toMatchObject([
			{ outcome: 'partlyDone', done: first(TOO_MANY - 1).map((entry) => ({ entry })) },
			{ outcome: 'notDone' },
		]);
	});

	it('what an earlier attempt left unknown stays unknown, and is not tried again', async () => {
		const run = jest.fn(async () => {
			throw new UserError('Lost', 'Look there.', { outcome: 'unknown' });
		});
		const attempt = aRun(defineOperation({ ...described, run }), [[1]]);
		const { output } = await attempt();

		expect(output).toMatchObject([
			{
				json: {
					error: 'Lost',
					details: {
						outcome: 'unknown',
						description: expect.stringMatching(/^It is not known whether .*\nLook there\.$/),
					},
				},
			},
		]);
		expect((await attempt()).output).toEqual(output);
		expect(run).toHaveBeenCalledTimes(1);
	});
});

describe('a second attempt', () => {
	const single = defineOperation({
		...described,
		concurrency: 1,
		run: async (call) => {
			const [entry = 0] = call.param<number[]>('entries');
			await write(call, entry);
			return { json: { entry } };
		},
	});
	const entriesOf = (output: INodeExecutionData[]) =>
		output.map(
			({ json, pairedItem }) => `${json.entry} of ${(pairedItem as IPairedItemData).item}`,
		);

	it('what the first attempt did is not done again, and stands in the output in its place', async () => {
		const attempt = aRun(single, [[1], [2], [3]], { continueOnFail: () => false });
		await expect(attempt(2)).rejects.toBeInstanceOf(NodeApiError);
		const { sent, output } = await attempt();

		expect(sent).toEqual([2, 3]);
		expect(entriesOf(output)).toEqual(['1 of 0', '2 of 1', '3 of 2']);
	});

	it('an item that failed beside others that did not is the only one that is done again', async () => {
		const attempt = aRun(single, [[1], [2], [3]]);
		await attempt(2);

		expect((await attempt()).sent).toEqual([2]);
		expect((await attempt()).sent).toEqual([]);
	});

	it('what is done stays done, even if its credential cannot be read anymore', async () => {
		const credentials = { baseUrl: 'http://127.0.0.1:1', clientId: 'client', clientSecret: 's' };
		const getCredentials = jest.fn(async () => credentials) as jest.Mock;
		const attempt = aRun(single, [[1], [2]], { getCredentials, continueOnFail: () => false });
		await expect(attempt(2)).rejects.toBeInstanceOf(NodeApiError);
		getCredentials.mockRejectedValueOnce(new Error('No database'));
		const { sent, output } = await attempt();

		expect(sent).toEqual([2]);
		expect(entriesOf(output)).toEqual(['1 of 0', '2 of 1']);
	});

	it('an item of which only a part was sent is not taken for done, nor is the part done again', async () => {
		const attempt = aRun(together, [first(TOO_MANY)]);
		await attempt(TOO_MANY);
		const { sent, output } = await attempt();

		expect(sent).toEqual([TOO_MANY]);
		expect(entriesOf(output)).toEqual(first(TOO_MANY).map((entry) => `${entry} of 0`));
	});

	it('the parts of an item stand in their order, whichever attempt has done them', async () => {
		const attempt = aRun(together, [first(TOO_MANY)]);
		await attempt(1);
		const { sent, output } = await attempt();

		expect(sent).toEqual(first(TOO_MANY - 1));
		expect(entriesOf(output)).toEqual(first(TOO_MANY).map((entry) => `${entry} of 0`));
	});
});
