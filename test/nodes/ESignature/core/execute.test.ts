import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { defineOperation, wrongInput } from '../../../../nodes/ESignature/core';
import { execute } from '../../../../nodes/ESignature/core/run';
import { node } from '../sampleNode';

const described = { name: 'Do', action: 'Do it', description: 'Does it', properties: [] };

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
	/** What is checked before any item runs. */
	read?: (item: number) => unknown;
	/** What the item does. */
	run?: (item: number) => unknown;
}

/** Runs a node with so many items; how many of them ran at the same time, and what came of it. */
async function executed({ count = 20, run = () => ({}), ...setup }: Setup) {
	const parameters: Record<string, unknown> = {
		resource: setup.resource ?? 'thing',
		operation: setup.operation ?? 'do',
		options: setup.options,
	};
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
	const host = {
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
		getNode: () => ({ ...node, parameters, onError: setup.onError }),
		continueOnFail: () => setup.continueOnFail ?? false,
		getNodeParameter: (name: string, _: number, fallback: unknown) => parameters[name] ?? fallback,
		getExecutionCancelSignal: () => undefined,
		getCredentials: async (_: string, item: number) => ({
			baseUrl: 'https://api.example.com',
			clientId: setup.clientId?.(item) ?? 'client',
			clientSecret: 'secret',
		}),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		addExecutionHints: () => {},
	};
	const resources = [
		{ name: 'Thing', value: 'thing', default: 'do', operations: { do: operation } },
	];
	const [items = []] = await execute(host as unknown as IExecuteFunctions, resources);
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
		['as many as the operation allows', { concurrency: 2 }, 2],
		['the lower of the two', { concurrency: 2, options: { maxConcurrency: 5 } }, 2],
		['the lower, the other way round', { concurrency: 5, options: { maxConcurrency: 2 } }, 2],
		['at least one', { options: { maxConcurrency: 0.5 } }, 1],
		['whole items', { options: { maxConcurrency: 2.9 } }, 2],
	])('is %s', async (_, setup, expected) => {
		expect((await executed(setup)).most).toBe(expected);
	});
});

it('answers in the order of the items, each paired with its own', async () => {
	const { items } = await executed({ count: 12 });

	expect(items.map(({ json, pairedItem }) => [json.item, pairedItem])).toEqual(
		Array.from({ length: 12 }, (_, item) => [item, { item }]),
	);
});

it('answers in that order also where some items are refused before the others run', async () => {
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

it('gives nothing for no items', async () => {
	expect((await executed({ count: 0 })).items).toEqual([]);
});

it('ends with the first error, unless it is to go on', async () => {
	await expect(executed({ run: failing(3) })).rejects.toThrow('No 3');
	const { items } = await executed({ count: 5, run: failing(3), continueOnFail: true });

	expect(items.map(({ json }) => json.error)).toEqual([
		...Array<undefined>(3).fill(undefined),
		'No 3',
		undefined,
	]);
	expect(items.some((item) => 'error' in item)).toBe(false);
});

it('marks what goes to the error output, and nothing else', async () => {
	const setup = { count: 2, run: failing(1), continueOnFail: true };
	const { items } = await executed({ ...setup, onError: 'continueErrorOutput' });

	expect(items.map((item) => item.error?.message)).toEqual([undefined, 'No 1']);
});

describe('what cannot run at all', () => {
	it.each<[string, Setup]>([
		['an operation that does not exist', { operation: 'undo' }],
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

	it.each([0, 51, 'many'])('is a run with %j items at a time', async (maxConcurrency) => {
		await expect(executed({ options: { maxConcurrency } })).rejects.toThrow(
			"'Max Concurrency' must be a number greater than 0, and at most 50",
		);
	});
});
