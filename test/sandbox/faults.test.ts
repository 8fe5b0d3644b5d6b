import type { Participant } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { type Client, openSandbox } from './client';

let sandbox: Sandbox;
let client: Client;
openSandbox((opened) => ({ sandbox, client } = opened));

const CREATE = 'POST /sign/envelopes';
const NEW = { name: 'A', mode: 'parallel' };

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
	await new Promise((resolve) => setImmediate(resolve));
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
	const view = sandbox.control.remember();
	await client.call(`POST /sign/envelopes/${ID}/participants`, PEOPLE[0]);
	sandbox.faults.next(LIST, { kind: 'stale', view });
	const count = async () =>
		(await client.call<{ total: number }>(`GET /sign/envelopes/${ID}/participants`)).body.total;
	expect([await count(), await count()]).toEqual([0, 1]);
});
