import type { Participant } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { type Client, openSandbox } from './client';
import { nextTurn, until } from './process';

let sandbox: Sandbox;
let client: Client;
openSandbox({}, (opened) => ({ sandbox, client } = opened));
beforeEach(() => sandbox.log.clear());

const CREATE = 'POST /sign/envelopes';
const ADD = 'POST /sign/envelopes/{envelopeID}/participants';
const LIST = 'GET /sign/envelopes/{envelopeID}/participants';
const NEW = { name: 'A', mode: 'parallel' };
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

it('half applies nothing of a request for one thing', async () => {
	const { ID, participants } = draft();
	const answer = { kind: 'status', status: 422 } as const;
	sandbox.faults.next(ADD, { kind: 'half', entries: 1, answer });
	await client.call(`POST /sign/envelopes/${ID}/participants`, PEOPLE[0]);
	expect(participants).toEqual([]);
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

it('hold keeps back the answer alone, when the request is to take effect first', async () => {
	let answer = () => {};
	const held = new Promise<void>((resolve) => (answer = resolve));
	sandbox.faults.next(CREATE, { kind: 'hold', until: held, applied: true });
	const created = client.call(CREATE, NEW);
	await until(() => stored() === 1);
	answer();
	expect((await created).status).toBe(201);
	expect(stored()).toBe(1);
});

describe('a plan that chooses by the request', () => {
	afterEach(() => {
		sandbox.faults.choose = undefined;
		sandbox.faults.witness = undefined;
	});

	it('comes before what is planned for the route', async () => {
		sandbox.faults.always(CREATE, { kind: 'status', status: 503 });
		sandbox.faults.choose = ({ body }) =>
			(body as { name?: string })?.name === 'A' ? { kind: 'status', status: 502 } : undefined;
		expect((await client.call(CREATE, NEW)).status).toBe(502);
		expect((await client.call(CREATE, { ...NEW, name: 'B' })).status).toBe(503);
	});

	it('sees each time that a request takes effect', async () => {
		const seen: string[] = [];
		sandbox.faults.witness = async (request, takeEffect) => {
			seen.push(request.path);
			return await takeEffect();
		};
		sandbox.faults.next(CREATE, { kind: 'double' });
		await client.call(CREATE, NEW);
		sandbox.faults.next(CREATE, { kind: 'status', status: 503 });
		await client.call(CREATE, NEW);
		expect(seen).toEqual(['/sign/envelopes', '/sign/envelopes']);
	});
});

it('another client acts without a connection, and is refused as any other', async () => {
	const { ID } = sandbox.control.envelope({ status: 'sent' });
	const ids = { envelopeID: ID };
	expect(() => sandbox.control.act(ADD, { ids, body: PEOPLE[0] })).toThrow();
	sandbox.control.act('PUT /sign/envelopes/{envelopeID}:cancel', { ids });
	expect(sandbox.control.get(ID).status).toBe('cancelled');
	expect(sandbox.log.requests).toEqual([]);
});
