import type { EnvelopePage, Participant } from '../../nodes/ESignature/api';
import type { Fault, Sandbox } from '../../sandbox';
import { type Client, openSandbox } from './client';
import { nextTurn } from './process';

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

describe('reset', () => {
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

describe('what networks and proxies do', () => {
	openSandbox({}, (opened) => ({ sandbox, client } = opened));
	const ADD = 'POST /sign/envelopes/{envelopeID}/participants';
	const LIST = 'GET /sign/envelopes/{envelopeID}/participants';
	const PEOPLE = ['a@example.com', 'b@example.com', 'c@example.com'].map((email) => ({
		email,
		role: 'signer',
	}));

	const draft = () => sandbox.control.envelope({ participants: [] });
	const stored = () => sandbox.control.envelopes().length;

	it('late takes effect when it is told to, long after its answer', async () => {
		let arrive = () => {};
		const until = new Promise<void>((resolve) => (arrive = resolve));
		sandbox.faults.next(CREATE, { kind: 'late', until, answer: { kind: 'status', status: 504 } });
		expect((await client.call(CREATE, NEW)).status).toBe(504);
		expect(stored()).toBe(0);
		arrive();
		await nextTurn();
		expect(stored()).toBe(1);
	});

	it('half applies the first entries of a bulk request, and then refuses it', async () => {
		const { ID, participants } = draft();
		const answer = { kind: 'status', status: 422 } as const;
		sandbox.faults.next(ADD, { kind: 'half', entries: 2, answer });
		const { status } = await client.call(`POST /sign/envelopes/${ID}/participants`, {
			items: PEOPLE,
		});
		expect(status).toBe(422);
		expect(participants.map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com']);
	});

	it('double applies a request twice, and answers the first', async () => {
		const { ID, participants } = draft();
		sandbox.faults.next(ADD, { kind: 'double' });
		const { body } = await client.call<Participant>(
			`POST /sign/envelopes/${ID}/participants`,
			PEOPLE[0],
		);
		expect(participants.map(({ email }) => email)).toEqual(['a@example.com', 'a@example.com']);
		expect(body.ID).toBe(participants[0]?.ID);
	});

	it('stale answers a read from an earlier state, and the next one from the present', async () => {
		const { ID } = draft();
		const show = sandbox.control.remember();
		await client.call(`POST /sign/envelopes/${ID}/participants`, PEOPLE[0]);
		sandbox.faults.next(LIST, { kind: 'stale', show });
		const count = async () =>
			(await client.call<{ total: number }>(`GET /sign/envelopes/${ID}/participants`)).body.total;
		expect([await count(), await count()]).toEqual([0, 1]);
	});
});
