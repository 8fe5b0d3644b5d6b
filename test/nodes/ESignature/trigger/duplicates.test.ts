import { EventEmitter } from 'node:events';
import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import {
	DuplicateCheck,
	isStored,
	type Answering,
} from '../../../../nodes/ESignature/trigger/duplicates';
import { handled } from './plainHost';

describe('memory', () => {
	const url = 'https://n8n.example.com/webhook/1/webhook';
	const send = async (
		id: string,
		staticData: IDataObject,
		{ workflow = 'memory', options = {} } = {},
	) => {
		const { result } = await handled({
			url,
			workflow,
			staticData,
			parameters: { verification: 'none', options },
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

	it('is not used if each copy is to start a run', async () => {
		const staticData: IDataObject = {};
		const each = { options: { dropDuplicates: false } };

		expect([await send('Z', staticData, each), await send('Z', staticData, each)]).toEqual([
			true,
			true,
		]);
		expect(staticData).toEqual({});
	});

	it('has the last 1,000 events, and takes nothing else for them', async () => {
		const full = { workflow: 'full' };
		const staticData: IDataObject = { seenEvents: 'not a list' };
		for (let at = 0; at <= 1_000; at++) await send(`e${at}`, staticData, full);

		expect(staticData.seenEvents).toHaveLength(1_000);
		expect(await send('e1', staticData, full)).toBe(false);
		expect(await send('e0', staticData, full)).toBe(true);
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
	function request(id: string, { staticData = {} as IDataObject, workflow = 'slots' } = {}) {
		const response = Object.assign(new EventEmitter(), { statusCode: 200, writableEnded: false });
		const check = new DuplicateCheck(
			{
				getWorkflow: () => ({ id: workflow }),
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
		return { check, answer, staticData };
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

	it('many copies wait for the first one, and start nothing if it is stored', async () => {
		const first = request('many');
		await first.check.claim();
		const copies = Array.from({ length: 50 }, async () => await request('many').check.claim());
		first.answer(200);
		await jest.advanceTimersByTimeAsync(1_000);

		expect(await Promise.all(copies)).toEqual(Array(50).fill('duplicate'));
	});

	it('the last one marks all that were stored, so that they are known after a restart', async () => {
		const together = ['stored', 'failed', 'last'].map((id) =>
			request(id, { workflow: 'together' }),
		);
		for (const { check } of together) await check.claim();
		const kept = together.map(async ({ check }) => await check.keep());
		const [stored, failed, last] = together;
		stored?.answer(200);
		failed?.answer(500);
		await jest.advanceTimersByTimeAsync(1_000);
		await Promise.all(kept);
		const restarted = { staticData: structuredClone(last?.staticData), workflow: 'restarted' };
		const claims = ['stored', 'failed', 'last'].map(
			async (id) => await request(id, restarted).check.claim(),
		);

		expect(last?.staticData.seenEvents).toEqual(
			Array(2).fill(expect.stringMatching(/^[\w-]{22}$/)),
		);
		expect(await Promise.all(claims)).toEqual(['duplicate', 'new', 'duplicate']);
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
