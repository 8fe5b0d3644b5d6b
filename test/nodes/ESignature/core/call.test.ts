import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { envelopeId } from '../../../../nodes/ESignature/actions/shared/locators';
import { Attempts } from '../../../../nodes/ESignature/core/attempts';
import { callsOf } from '../../../../nodes/ESignature/core/call';
import { node } from '../sampleNode';

const ID = '00000000-0000-4000-8000-000000000001';
const GET = 'GET /sign/envelopes/{envelopeID}';
const CREATE = 'POST /sign/envelopes';
const ENVELOPE = JSON.stringify({ ID, name: 'Lease', status: 'sent' });

type Inputs = Record<string, unknown>;

/** The calls of an execution with one item for each of these inputs, and what it sends. */
function execution(items: Inputs[], accountOf: (item: number) => string = () => 'client') {
	const sent: IHttpRequestOptions[] = [];
	const controller = new AbortController();
	const parameters = Object.fromEntries(
		items.flatMap(Object.keys).map((name) => [name, `={{ $json.${name} }}`]),
	);
	const host = {
		getNode: () => ({ ...node, parameters }),
		getInputData: () => items,
		getNodeParameter: (name: string, item: number, fallback: unknown) =>
			items[item]?.[name] ?? fallback,
		getExecutionCancelSignal: () => controller.signal,
		getCredentials: async (_: string, item: number) => ({
			baseUrl: 'https://api.example.com',
			clientId: accountOf(item),
			clientSecret: 'secret',
		}),
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				sent.push(request);
				return { statusCode: 200, headers: {}, body: ENVELOPE };
			},
		},
	};
	const call = callsOf(host as unknown as IExecuteFunctions, new Attempts());
	return { call, sent, cancel: () => controller.abort() };
}
const one = async (inputs: Inputs = {}) => {
	const { call, ...rest } = execution([inputs]);
	return { ...rest, call: await call(0) };
};

it('has the fallback of an option only where it was not added', async () => {
	expect((await one()).call.option('wait', 7)).toBe(7);
	expect((await one({ options: {} })).call.option('wait', 7)).toBe(7);
	expect((await one({ options: { wait: 0 } })).call.option('wait', 7)).toBe(0);
});

it('evaluates expressions once per item, other inputs once per run, and hidden ones never', async () => {
	const asked: string[] = [];
	const parameters = {
		include: ['a'],
		email: '={{ $json.email }}',
		options: { timeout: '={{ 5 }}' },
	};
	const host = {
		getNode: () => ({ ...node, parameters }),
		getNodeParameter: (name: string) => {
			asked.push(name);
			return name === 'options' ? { timeout: 5 } : 'value';
		},
		getCredentials: async () => ({
			baseUrl: 'https://api.example.com',
			clientId: 'client',
			clientSecret: 'secret',
		}),
	};
	const open = callsOf(host as unknown as IExecuteFunctions, new Attempts());
	for (const call of await Promise.all([0, 1, 2].map(async (item) => await open(item)))) {
		for (let times = 0; times < 2; times++) {
			call.param('include');
			call.param('email');
			expect(call.param('hidden', 'fallback')).toBe('fallback');
			call.option('timeout', 60);
		}
	}

	expect(asked.sort()).toEqual([
		'email',
		'email',
		'email',
		'include',
		'options',
		'options',
		'options',
	]);
});

it('takes an ID that was typed, or chosen from a list', async () => {
	const chosen = { __rl: true, mode: 'list', value: ID };
	for (const entered of [` ${ID} `, chosen]) {
		const { call } = execution([{ envelopeId: entered }]);
		expect((await call(0, [envelopeId])).ids).toEqual({ envelopeID: ID });
	}
});

describe('a request', () => {
	it.each([
		[undefined, 60_000],
		[5, 5_000],
	])('has the time limit of the option: %j', async (timeout, expected) => {
		const { call, sent } = await one({ options: { timeout } });
		await call.request(GET, { envelopeID: ID });

		expect(sent).toMatchObject([{ timeout: expected }]);
	});

	it('cannot be made with a time limit that is no number', async () => {
		await expect(one({ options: { timeout: 'abc' } })).rejects.toThrow(
			"'Timeout (Seconds)' must be a number",
		);
	});

	it('that reads leaves the call as one that has not written, unlike any other', async () => {
		const { call } = await one();
		await call.request(GET, { envelopeID: ID });
		expect(call.hasWritten()).toBe(false);
		await call.request(CREATE, { body: { name: 'Lease', mode: 'parallel' } as never });
		await call.request(GET, { envelopeID: ID });

		expect(call.hasWritten()).toBe(true);
	});
});

it('has one client for each account, and reads the credential once for each item', async () => {
	const read: number[] = [];
	const { call } = execution([{}, {}, {}], (item) => {
		read.push(item);
		return item === 1 ? 'another' : 'client';
	});
	const calls = await Promise.all([0, 1, 2].map(async (item) => await call(item)));
	const accounts = calls.map(({ account }) => account);
	await calls[0]?.request(GET, { envelopeID: ID });

	expect(accounts[2]).toBe(accounts[0]);
	expect(accounts[1]).not.toBe(accounts[0]);
	expect(read).toEqual([0, 1, 2]);
});

describe('what is made once', () => {
	it('is made once for all items of an account, and anew for another account', async () => {
		const { call } = execution([{}, {}, {}], (item) => (item < 2 ? 'client' : 'another'));
		const make = jest.fn(async () => 'made');
		for (const item of [0, 1, 2]) expect(await (await call(item)).cached('key', make)).toBe('made');
		await (await call(0)).cached('another key', make);

		expect(make).toHaveBeenCalledTimes(3);
	});

	it('is made again when it failed for an earlier item', async () => {
		const { call } = execution([{}, {}]);
		const make = jest.fn().mockRejectedValueOnce(new Error('No')).mockResolvedValue('made');
		await expect((await call(0)).cached('key', make)).rejects.toThrow('No');

		expect(await (await call(1)).cached('key', make)).toBe('made');
	});
});

it('throws once the execution was canceled', async () => {
	const { call, cancel } = await one();
	expect(() => call.assertNotCanceled()).not.toThrow();
	cancel();
	expect(() => call.assertNotCanceled()).toThrow('The execution was canceled');
});
