import type { EnvelopePage } from '../../nodes/ESignature/api';
import type { Fault, Sandbox } from '../../sandbox';
import { type Client, openSandbox } from './client';
import { nextTurn, until } from './process';

let sandbox: Sandbox;
let client: Client;
openSandbox({}, (opened) => ({ sandbox, client } = opened));
beforeEach(() => sandbox.log.clear());

const LIST = 'GET /sign/envelopes';
const CREATE = 'POST /sign/envelopes';
const NEW = { name: 'A', mode: 'parallel' };

const stored = async () => (await client.call<EnvelopePage>(LIST)).body.items.length;

/** What became of reading an answer to its end. */
async function outcome(request = LIST, body?: unknown): Promise<string> {
	try {
		await client.call(request, body);
		return 'complete';
	} catch (error) {
		return String((error as { cause?: { code?: string } }).cause?.code ?? error);
	}
}

describe('the plan', () => {
	const status = (code: number): Fault => ({ kind: 'status', status: code });
	const statuses = async (count: number, request: string = LIST) => {
		const seen: number[] = [];
		for (let i = 0; i < count; i += 1) seen.push((await client.call(request)).status);
		return seen;
	};

	it('applies to the next requests of a route, in order, and then ends', async () => {
		sandbox.faults.next(LIST, status(503), 2);
		sandbox.faults.next(LIST, status(502));
		expect(await statuses(4)).toEqual([503, 503, 502, 200]);
	});

	it('leaves other routes alone, unless it is for any', async () => {
		sandbox.faults.next(CREATE, status(503));
		expect(await statuses(1)).toEqual([200]);
		sandbox.faults.next('*', status(504));
		expect(await statuses(1, 'GET /nowhere')).toEqual([504]);
	});

	it('applies a standing fault after the planned ones, until it is cleared', async () => {
		sandbox.faults.always(LIST, status(500));
		sandbox.faults.next(LIST, status(503));
		expect(await statuses(3)).toEqual([503, 500, 500]);
		sandbox.faults.clear();
		expect(await statuses(1)).toEqual([200]);
	});

	it('is forgotten by a reset', async () => {
		sandbox.faults.always('*', status(500));
		await sandbox.reset();
		await client.login();
		expect(await statuses(1)).toEqual([200]);
	});
});

describe('status', () => {
	it('makes a problem by itself, before the request has any effect', async () => {
		sandbox.faults.next(CREATE, { kind: 'status', status: 503, headers: { 'X-Why': 'test' } });
		const answer = await client.call(CREATE, NEW);
		expect(answer).toMatchObject({ status: 503, body: { title: 'Service Unavailable' } });
		expect(answer.headers.get('content-type')).toBe('application/problem+json');
		expect(answer.headers.get('x-why')).toBe('test');
		expect(await stored()).toBe(0);
	});

	it('can answer after the request has taken effect', async () => {
		sandbox.faults.next(CREATE, { kind: 'status', status: 504, applied: true });
		expect((await client.call(CREATE, NEW)).status).toBe(504);
		expect(await stored()).toBe(1);
	});

	it('takes a body and a type of its own', async () => {
		const html = '<h1>Bad gateway</h1>';
		sandbox.faults.next(LIST, {
			kind: 'status',
			status: 502,
			body: html,
			contentType: 'text/html',
		});
		const response = await client.raw(LIST);
		expect([response.status, await response.text()]).toEqual([502, html]);
		expect(response.headers.get('content-type')).toMatch('text/html');
		sandbox.faults.next(LIST, { kind: 'status', status: 400, body: { a: 1 } });
		expect((await client.call<unknown>(LIST)).body).toEqual({ a: 1 });
	});
});

it('delay answers normally, later', async () => {
	sandbox.faults.next(LIST, { kind: 'delay', ms: 60 });
	const started = Date.now();
	expect((await client.call(LIST)).status).toBe(200);
	// Timers may fire a millisecond early by the wall clock.
	expect(Date.now() - started).toBeGreaterThanOrEqual(55);
});

it('a reset of the sandbox ends a delayed request instead of leaving it hanging', async () => {
	sandbox.faults.next(LIST, { kind: 'delay', ms: 600_000 });
	const delayed = outcome();
	await until(() => sandbox.log.count(LIST) > 0);
	// The body is read, and the fault begins, a few turns after the request is logged.
	for (let turn = 0; turn < 20; turn += 1) await nextTurn();
	await sandbox.reset();
	expect(await delayed).not.toBe('complete');
});

describe('rateLimit', () => {
	it.each([
		[{ retryAfter: 7 }, '7', 7],
		[{ retryAfter: 7, where: 'header' as const }, '7', undefined],
		[{ retryAfter: 7, where: 'body' as const }, null, 7],
		[{ retryAfter: 'soon' }, 'soon', 'soon'],
		[{}, null, undefined],
	])('puts the hint of %j where it was asked to', async (hint, header, inBody) => {
		sandbox.faults.next(LIST, { kind: 'rateLimit', ...hint });
		const answer = await client.call<{ type: string; extensions?: { retry_after: unknown } }>(LIST);
		expect(answer.status).toBe(429);
		expect(answer.body.type).toBe('RateLimitExceeded');
		expect(answer.headers.get('retry-after')).toBe(header);
		expect(answer.body.extensions?.retry_after).toBe(inBody);
	});
});

describe('reset', () => {
	it.each(['before', 'headers', 'body'] as const)('breaks the connection: %s', async (when) => {
		sandbox.faults.next(LIST, { kind: 'reset', when });
		expect(await outcome()).not.toBe('complete');
		await until(() => sandbox.log.requests[0]!.aborted === true);
		expect(sandbox.log.requests[0]).toMatchObject({
			route: LIST,
			status: when === 'before' ? 0 : 200,
		});
	});

	it.each(['before', 'headers', 'body'] as const)(
		'leaves a write undone, unless it is applied: %s',
		async (when) => {
			sandbox.faults.next(CREATE, { kind: 'reset', when });
			expect(await outcome(CREATE, NEW)).not.toBe('complete');
			expect(await stored()).toBe(0);
			sandbox.faults.next(CREATE, { kind: 'reset', when, applied: true });
			expect(await outcome(CREATE, NEW)).not.toBe('complete');
			expect(await stored()).toBe(1);
		},
	);

	it('breaks also an answer without a body', async () => {
		const { ID } = sandbox.control.envelope();
		const fault: Fault = { kind: 'reset', when: 'headers', applied: true };
		sandbox.faults.next('DELETE /sign/envelopes/{envelopeID}', fault);
		expect(await outcome(`DELETE /sign/envelopes/${ID}`)).not.toBe('complete');
		expect(await stored()).toBe(0);
	});
});

describe('truncate', () => {
	const AUDIT = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
	const read = async (framing: 'content-length' | 'chunked' | 'close', bytes: number) => {
		const { ID } = sandbox.control.envelope({ status: 'sent' });
		sandbox.faults.next(AUDIT, { kind: 'truncate', bytes, framing });
		const response = await client.raw(`GET /sign/envelopes/${ID}:download-audit-trail`);
		let received = 0;
		let complete = true;
		try {
			for await (const chunk of response.body!) received += (chunk as Uint8Array).length;
		} catch {
			complete = false;
		}
		return { received, complete, length: response.headers.get('content-length') };
	};

	it('breaks the promise of a length', async () => {
		const { received, complete, length } = await read('content-length', 100);
		expect({ received, complete }).toEqual({ received: 100, complete: false });
		expect(Number(length)).toBeGreaterThan(100);
	});

	it('leaves chunks without an end', async () => {
		const expected = { received: 100, complete: false, length: null };
		expect(await read('chunked', 100)).toEqual(expected);
	});

	it('cannot be seen where only the connection ends the body', async () => {
		expect(await read('close', 100)).toEqual({ received: 100, complete: true, length: null });
	});
});

it('redirect sends the client elsewhere', async () => {
	sandbox.faults.next(LIST, { kind: 'redirect', location: 'http://127.0.0.1:9/x', status: 307 });
	const response = await client.raw(LIST);
	expect([response.status, response.headers.get('location')]).toEqual([
		307,
		'http://127.0.0.1:9/x',
	]);
});

it('body replaces the body, with or without the effect', async () => {
	sandbox.faults.next(LIST, { kind: 'body', body: '<html>', contentType: 'text/html' });
	const response = await client.raw(LIST);
	expect([response.status, await response.text()]).toEqual([200, '<html>']);
	sandbox.faults.next(CREATE, { kind: 'body', body: '{', status: 201 });
	expect((await client.raw(CREATE, { body: JSON.stringify(NEW) })).status).toBe(201);
	expect(await stored()).toBe(0);
});

describe('stall', () => {
	it('sends headers and some bytes, and then waits until the client leaves', async () => {
		sandbox.control.envelope();
		sandbox.faults.next(LIST, { kind: 'stall', after: 5 });
		const leave = new AbortController();
		const response = await client.raw(LIST, { signal: leave.signal });
		const reader = response.body!.getReader();
		const { value } = await reader.read();
		expect(Buffer.from(value as Uint8Array).toString()).toBe('{"ite');
		const rest = reader.read().then(
			() => 'more',
			() => 'nothing',
		);
		leave.abort();
		expect(await rest).toBe('nothing');
		await until(() => sandbox.log.requests[0]!.aborted === true);
	});

	it('keeps an answer that has no body back as a whole', async () => {
		const { ID } = sandbox.control.envelope();
		sandbox.faults.next('DELETE /sign/envelopes/{envelopeID}', { kind: 'stall' });
		const signal = AbortSignal.timeout(100);
		const request = client.raw(`DELETE /sign/envelopes/${ID}`, { signal });
		await expect(request).rejects.toThrow();
	});
});
