import { sleep } from 'n8n-workflow';

import {
	attempt,
	type Exchange,
	TimeLimit,
	unlessAborted,
} from '../../../../nodes/ESignature/transport/attempt';
import { readAccount } from '../../../../nodes/ESignature/transport/session/account';
import { signed } from '../../../../nodes/ESignature/transport/session/session';
import { account, fakeHost, type Reply } from './fakeHost';

const exchange: Omit<Exchange<string>, 'read'> = {
	method: 'GET',
	url: 'https://api.example.com/sign/envelopes',
	headers: { Accept: 'application/json' },
	limits: { idle: 5_000, total: 7_000 },
};
const reading = jest.fn(async () => ({ value: 'read' }));

async function ask(
	reply: Reply | Error,
	more: Partial<typeof exchange> = {},
	cancel?: AbortSignal,
	read: typeof reading = reading,
) {
	const { host, sent, signals } = fakeHost([reply], cancel);
	const sender = signed(host, readAccount(account), cancel);
	const outcome = await attempt(sender, { ...exchange, ...more, read }, cancel);
	return { outcome, sent, signal: signals[0] };
}

describe('a request', () => {
	it('never goes to another host, nor takes the token there', async () => {
		const { sent } = await ask({});

		expect(sent).toEqual([
			{
				method: 'GET',
				url: 'https://api.example.com/sign/envelopes',
				headers: { Accept: 'application/json' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: { ignore: true, except: [401] },
				timeout: 7_000,
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				allowedDomains: 'api.example.com',
			},
		]);
	});

	it('has a body and a query only where there are some', async () => {
		const { sent } = await ask({}, { body: { a: 1 }, query: { limit: 5 } });

		expect(sent).toMatchObject([{ body: { a: 1 }, qs: { limit: 5 } }]);
	});

	it('is not sent once the execution is canceled', async () => {
		const { outcome, sent } = await ask({}, {}, AbortSignal.abort());

		expect(outcome).toEqual({ failure: { kind: 'stopped' } });
		expect(sent).toEqual([]);
	});

	it.each([
		['is cut off by a cancel', false, true],
		['that is to be finished is not', true, false],
	])('%s', async (_, ignoresCancel, aborted) => {
		const cancel = new AbortController();
		const read = jest.fn(async () => {
			cancel.abort();
			return { value: 'read' };
		});
		const { outcome, signal } = await ask({}, { ignoresCancel }, cancel.signal, read);

		expect(outcome).toEqual({ value: 'read' });
		expect(signal?.aborted).toBe(aborted);
	});
});

describe('an answer', () => {
	beforeEach(() => reading.mockClear());

	it.each([200, 299])('with %d is read', async (status) => {
		expect((await ask({ status })).outcome).toEqual({ value: 'read' });
	});

	it('with 199 is not read', async () => {
		expect((await ask({ status: 199 })).outcome).toHaveProperty('failure');
		expect(reading).not.toHaveBeenCalled();
	});

	it('with 300 is a redirect, and where it leads is not read', async () => {
		const headers = { location: 'https://elsewhere.example/' };
		const { outcome } = await ask({ status: 300, headers });

		expect(outcome).toEqual({ failure: { kind: 'redirect', status: 300 } });
		expect(reading).not.toHaveBeenCalled();
	});

	it('with 400 keeps its status when its body breaks', async () => {
		const status = 400;
		const { outcome } = await ask({ status, body: new Error('broken') });

		expect(outcome).toMatchObject({ failure: { kind: 'refused', status } });
	});

	it('with 401, which n8n throws, is a refusal that says why', async () => {
		const response = { status: 401, data: Buffer.from('{"detail":"Token revoked"}') };
		const { outcome } = await ask(
			new Error('n8n', { cause: Object.assign(new Error(), { response }) }),
		);

		expect(outcome).toMatchObject({
			failure: { kind: 'refused', status: 401, problem: { detail: 'Token revoked' } },
		});
	});
});

describe('what breaks', () => {
	const broken = Object.assign(new Error('reset'), { code: 'ECONNRESET' });

	it('is a matter of the network', async () => {
		expect((await ask(broken)).outcome).toEqual({
			failure: { kind: 'network', code: 'ECONNRESET', sent: true },
		});
	});

	it('because of a cancel is a stop, whatever it looks like', async () => {
		const cancel = new AbortController();
		const read = jest.fn(async () => {
			cancel.abort();
			return await Promise.reject(broken);
		});

		expect((await ask({}, {}, cancel.signal, read)).outcome).toEqual({
			failure: { kind: 'stopped' },
		});
	});

	it('because its time was over is a timeout, also where an answer was read as something else', async () => {
		const read = jest.fn(async (_: unknown, { signal }: TimeLimit) => {
			// On a busy machine it may be over before anybody listens.
			if (!signal.aborted) {
				await new Promise((resolve) => signal.addEventListener('abort', resolve));
			}
			return { failure: { kind: 'tooLarge' as const } };
		});
		const limits = { idle: 1, total: 1 };

		expect((await ask({}, { limits }, undefined, read as never)).outcome).toEqual({
			failure: { kind: 'timeout' },
		});
	});
});

const stateOf = ({ expired, signal }: TimeLimit) => ({ expired, aborted: signal.aborted });
const RUNNING = { expired: false, aborted: false };
const EXPIRED = { expired: true, aborted: true };

describe('a time limit', () => {
	beforeEach(() => {
		jest.useFakeTimers();
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const timer = new AbortController();
			void sleep(milliseconds).then(() => timer.abort());
			return timer.signal;
		});
	});
	afterEach(() => {
		jest.restoreAllMocks();
		jest.useRealTimers();
	});

	it('ends an exchange after a silence', async () => {
		const limit = new TimeLimit({ idle: 50, total: 60_000 });
		await jest.advanceTimersByTimeAsync(49);
		expect(stateOf(limit)).toEqual(RUNNING);
		await jest.advanceTimersByTimeAsync(1);
		expect(stateOf(limit)).toEqual(EXPIRED);
	});

	it('lets it go on while something arrives, until the deadline', async () => {
		const limit = new TimeLimit({ idle: 300, total: 900 });
		const receive = async (times: number) => {
			for (let chunk = 0; chunk < times; chunk++) {
				await jest.advanceTimersByTimeAsync(100);
				limit.touch();
			}
		};
		await receive(8);
		expect(stateOf(limit)).toEqual(RUNNING);
		await receive(1);
		expect(stateOf(limit)).toEqual(EXPIRED);
	});

	it('is over with the exchange', () => {
		const limit = new TimeLimit({ idle: 20, total: 20 });
		limit.stop();
		jest.advanceTimersByTime(60);
		expect(stateOf(limit)).toEqual(RUNNING);
	});

	it.each([true, false])(
		'passes on a cancel, which is no silence (aborted before: %s)',
		(before) => {
			const cancel = new AbortController();
			if (before) cancel.abort();
			const limit = new TimeLimit({ idle: 1_000, total: 1_000 }, cancel.signal);
			cancel.abort();
			expect(stateOf(limit)).toEqual({ expired: false, aborted: true });
			limit.stop();
		},
	);
});

it('waits for a promise only until the signal is aborted', async () => {
	const abort = new AbortController();
	const waiting = unlessAborted(new Promise(() => {}), abort.signal);
	abort.abort();
	await expect(waiting).rejects.toThrow('Aborted');
	await expect(unlessAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
});
