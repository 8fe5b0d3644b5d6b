/* eslint-disable @n8n/community-nodes/no-restricted-imports -- stands for a response of n8n's server */
import { randomUUID } from 'crypto';
import { EventEmitter } from 'node:events';
import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import {
	DuplicateCheck,
	isStored,
	type Answering,
} from '../../../../nodes/ESignature/trigger/duplicates';
import { createSandbox, type Sandbox } from '../../../../sandbox';
import { signedHeaders } from '../../../../sandbox/webhooks/signature';
import { credentialFor } from '../../../support/harness';
import { deliver, eventOf } from './delivery';
import { handled } from './plainHost';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';

let sandbox: Sandbox;
let server: WebhookServer;

beforeEach(async () => {
	sandbox = await createSandbox({ processingMs: 1, sealingMs: 1, clientSecret: randomUUID() });
	server = await webhookServer(credentialFor(sandbox));
	sandbox.control.setWebhook({ url: server.url, retryDelaysMs: [1, 1, 1] });
});
afterEach(async () => {
	await sandbox.close();
	await server.close();
});

const statuses = () => sandbox.control.deliveries.map(({ status }) => status);

async function emit(type: string, data?: IDataObject): Promise<string> {
	const id = sandbox.control.emit(type, data);
	await sandbox.control.idle();
	return id;
}

describe('duplicates', () => {
	it('start no second run, and are answered like the first', async () => {
		sandbox.control.setWebhook({ url: server.url, twice: true });
		const ids = [];
		for (let times = 0; times < 5; times++) ids.push(await emit('EnvelopeSealed'));

		expect(statuses()).toEqual(Array(10).fill(200));
		expect(server.runs.map(({ id }) => id)).toEqual(ids);
	});

	it('start as many runs as they are, if asked for', async () => {
		server.set({ options: { dropDuplicates: false } });
		sandbox.control.setWebhook({ url: server.url, twice: true });
		await emit('EnvelopeSealed');

		expect(server.runs).toHaveLength(2);
		expect(server.staticData()).toEqual({});
	});

	it('that arrive together start one run: 50 at once, while n8n still stores the first', async () => {
		let store = () => {};
		const stored = new Promise<void>((resolve) => (store = resolve));
		server.beforeRun = async () => await stored;
		const id = randomUUID();
		const key = { id: sandbox.clientId, secret: sandbox.clientSecret };
		const replies = Array.from(
			{ length: 50 },
			async () => await deliver(server.url, eventOf('EnvelopeSealed', { id }), { key }),
		);
		while (server.requests < 50) await sleep(1);
		store();

		expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(50).fill(200));
		expect(server.runs.map((run) => run.id)).toEqual([id]);
	});

	const known = () =>
		(server.staticData()['node:Trigger'] as { seenEvents?: string[] } | undefined)?.seenEvents;

	it('are known after a restart, by what n8n keeps with the workflow, although 60 arrived at once', async () => {
		const ids = Array.from({ length: 60 }, () => randomUUID());
		const first = await Promise.all(ids.map(deliverAgain));
		expect(first.map(({ status }) => status)).toEqual(Array(60).fill(200));
		expect(known()).toEqual(Array(60).fill(expect.stringMatching(/^[\w-]{22}$/)));

		server.restart();
		const again = await Promise.all(ids.map(deliverAgain));
		expect(again.map(({ status }) => status)).toEqual(Array(60).fill(200));
		expect(server.runs.map(({ id }) => id).sort()).toEqual([...ids].sort());
	});

	it('are not marked by an event that could not be stored', async () => {
		server.beforeRun = async () => {
			server.beforeRun = async () => {};
			throw new Error('The database is away');
		};
		const ids = Array.from({ length: 5 }, () => randomUUID());
		const answers = (await Promise.all(ids.map(deliverAgain))).map(({ status }) => status);
		expect([...answers].sort()).toEqual([200, 200, 200, 200, 500]);
		expect(known()).toHaveLength(4);

		server.restart();
		await Promise.all(ids.map(deliverAgain));
		expect(server.runs.map(({ id }) => id).sort()).toEqual([...ids].sort());
	});

	it('are dropped although the sender hung up before the answer and sent again', async () => {
		let gone = () => {};
		const hungUp = new Promise<void>((resolve) => (gone = resolve));
		let isStoring = false;
		server.beforeRun = async () => {
			isStoring = true;
			await hungUp;
		};
		const id = randomUUID();
		await hangUpWhen(() => isStoring, id);
		gone();

		expect(await deliverAgain(id)).toMatchObject({ status: 200 });
		expect(server.runs).toMatchObject([{ id }]);
	});

	const key = () => ({ id: sandbox.clientId, secret: sandbox.clientSecret });
	const deliverAgain = async (id: string) =>
		await deliver(server.url, eventOf('EnvelopeSealed', { id }), { key: key() });

	/** Sends an event and closes the connection when the condition holds. */
	async function hangUpWhen(condition: () => boolean, id: string): Promise<void> {
		const body = JSON.stringify(eventOf('EnvelopeSealed', { id }));
		const headers = await signedHeaders(new URL(server.url), body, key(), Date.now());
		const connection = new AbortController();
		const sent = fetch(server.url, { method: 'POST', headers, body, signal: connection.signal });
		while (!condition()) await sleep(1);
		connection.abort();
		await sent.catch(() => {});
	}
});

describe('memory', () => {
	const url = 'https://n8n.example.com/webhook/1/webhook';
	const send = async (id: string, staticData: IDataObject, workflow = 'memory') => {
		const { result } = await handled({
			url,
			workflow,
			staticData,
			parameters: { verification: 'none' },
			body: Buffer.from(JSON.stringify({ id, type: 'A', data: {} })),
		});
		// The answer is noticed in the next turn.
		await sleep(0);
		return result?.workflowData !== undefined;
	};

	it('knows an event whose mark another run has overwritten, and writes it again with the next', async () => {
		expect([await send('X', {}), await send('X', {})]).toEqual([true, false]);
		const staticData: IDataObject = {};
		await send('Y', staticData);

		expect(staticData.seenEvents).toHaveLength(2);
	});

	it('has the last 1,000 events, and takes nothing else for them', async () => {
		const staticData: IDataObject = { seenEvents: 'not a list' };
		for (let at = 0; at <= 1_000; at++) await send(`e${at}`, staticData, 'full');

		expect(staticData.seenEvents).toHaveLength(1_000);
		expect(await send('e1', staticData, 'full')).toBe(false);
		expect(await send('e0', staticData, 'full')).toBe(true);
	});
});

describe('whether n8n stored a run', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const answering = (more: Partial<Answering> = {}) =>
		Object.assign(new EventEmitter(), { statusCode: 200, writableEnded: true, ...more });

	it.each([
		[204, true],
		[300, false],
	])('is known from its answer: %d, %s', async (statusCode, stored) => {
		const answer = answering({ statusCode });
		const outcome = isStored(answer);
		answer.emit('finish');

		expect(await outcome).toBe(stored);
	});

	it('does not depend on a sender that hangs up', async () => {
		const answer = answering({ writableEnded: false });
		const outcome = isStored(answer);
		answer.emit('close');
		await jest.advanceTimersByTimeAsync(1_800_000);
		answer.statusCode = 500;
		answer.writableEnded = true;
		await jest.advanceTimersByTimeAsync(1_000);

		expect(await outcome).toBe(false);
		expect(await isStored(answering({ destroyed: true }))).toBe(true);
	});

	it('is no if n8n never answers', async () => {
		const answer = answering({ writableEnded: false });
		const outcome = isStored(answer, 1_000);
		answer.emit('close');
		await jest.advanceTimersByTimeAsync(2_000);

		expect(await outcome).toBe(false);
	});
});

describe('while n8n waits for a free slot', () => {
	beforeEach(() => jest.useFakeTimers({ doNotFake: ['Date'] }));
	afterEach(() => jest.useRealTimers());

	/** A request that n8n does not answer before `answer` is called. */
	function request(id: string, staticData: IDataObject = {}) {
		const response = Object.assign(new EventEmitter(), { statusCode: 200, writableEnded: false });
		const check = new DuplicateCheck(
			{
				getWorkflow: () => ({ id: 'slots' }),
				getNode: () => ({ id: 'n' }),
				getResponseObject: () => response,
				getWorkflowStaticData: () => staticData,
			} as unknown as IWebhookFunctions,
			id,
			performance.now() + 10_000,
		);
		const answer = (statusCode: number) => {
			Object.assign(response, { statusCode, writableEnded: true });
			response.emit('finish');
		};
		return { check, answer };
	}

	it('a copy is asked for again, and another event is not held up for longer than the service waits', async () => {
		const first = request('slow');
		expect(await first.check.claim()).toBe('new');
		await first.check.keep();
		const copy = request('slow').check.claim();
		const other = request('other');
		expect(await other.check.claim()).toBe('new');
		const kept = other.check.keep();
		await jest.advanceTimersByTimeAsync(10_000);

		expect(await copy).toBe('undecided');
		await kept;
		first.answer(200);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(await request('slow').check.claim()).toBe('duplicate');
	});

	it('a copy takes over if the first one fails', async () => {
		const first = request('failing');
		await first.check.claim();
		const copies = [request('failing'), request('failing')];
		const claims = copies.map(async ({ check, answer }) => {
			const claim = await check.claim();
			if (claim === 'new') answer(200);
			return claim;
		});
		first.answer(500);
		await jest.advanceTimersByTimeAsync(1_000);

		expect((await Promise.all(claims)).sort()).toEqual(['duplicate', 'new']);
	});
});
