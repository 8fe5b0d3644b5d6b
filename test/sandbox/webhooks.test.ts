import type { Document, Envelope, Participant } from '../../nodes/ESignature/api';
import { createSandbox, type Sandbox } from '../../sandbox';
import { Client } from './client';
import { until } from './process';
import { isAuthentic, listen } from './receiver';

let sandbox: Sandbox;
let client: Client;
let receiver: Awaited<ReturnType<typeof listen>>;

beforeEach(async () => {
	receiver = await listen();
	const webhook = { url: receiver.url, retryDelaysMs: [1, 1, 1] };
	sandbox = await createSandbox({ processingMs: 1, sealingMs: 1, webhook });
	client = new Client(sandbox);
	await client.login();
});
afterEach(async () => {
	await sandbox.close();
	await receiver.close();
});

const outcomes = () =>
	sandbox.control.deliveries.map(({ attempt, status, error }) => [
		attempt,
		status ?? (error && 'error'),
	]);

async function deliver() {
	const id = sandbox.control.emit('OwnerMessaged');
	await sandbox.control.idle();
	return id;
}

it('tells each step in the life of an envelope, with the IDs it concerns', async () => {
	const { body: envelope } = await client.call<Envelope>('POST /sign/envelopes', {
		name: 'Contract',
		mode: 'parallel',
	});
	const base = `/sign/envelopes/${envelope.ID}`;
	const { body: spare } = await client.upload<Document>(envelope.ID);
	await client.call(`DELETE ${base}/documents/${spare.ID}`);
	await client.upload<Document>(envelope.ID);
	const signer = { email: 'ada@example.com', role: 'signer' };
	const { body: ada } = await client.call<Participant>(`POST ${base}/participants`, signer);
	await sandbox.control.idle();
	await client.call(`POST ${base}:send-for-signing`);
	sandbox.control.sign(envelope.ID, ada.ID);
	await sandbox.control.idle();

	const events = receiver.received.map(({ event }) => event);
	expect(events.map(({ type }) => type).sort()).toEqual([
		'EnvelopeCreated',
		'EnvelopeDocumentAdded',
		'EnvelopeDocumentAdded',
		'EnvelopeDocumentDeleted',
		'EnvelopeSealed',
		'EnvelopeSentForSignature',
		'EnvelopeSigningCompleted',
		'SignatureRequestSigned',
	]);
	const dataOf = (type: string) => events.find((event) => event.type === type)?.data;
	expect(dataOf('EnvelopeSealed')).toEqual({ envelopeID: envelope.ID });
	expect(dataOf('EnvelopeDocumentDeleted')).toEqual({
		envelopeID: envelope.ID,
		documentID: spare.ID,
	});
	expect(dataOf('SignatureRequestSigned')).toEqual({
		envelopeID: envelope.ID,
		participantID: ada.ID,
	});
	expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
	expect(events.every(({ created }) => new Date(created).toISOString() === created)).toBe(true);
});

it('tells of a cancellation and of a decline', async () => {
	const cancelled = sandbox.control.envelope({ status: 'sent' });
	const declined = sandbox.control.envelope({ status: 'sent' });
	await client.call(`PUT /sign/envelopes/${cancelled.ID}:cancel`);
	sandbox.control.decline(declined.ID, declined.participants[0]!.ID);
	await sandbox.control.idle();
	expect(receiver.received.map(({ event }) => event.type).sort()).toEqual([
		'EnvelopeCancelled',
		'SignatureRequestDeclined',
	]);
});

it('says nothing about envelopes that a test puts in place', async () => {
	sandbox.control.envelope({ status: 'sealed' });
	await sandbox.control.idle();
	expect(receiver.received).toEqual([]);
});

it('signs each delivery so that a standard verifier accepts it', async () => {
	await deliver();
	const [message] = receiver.received;
	const key = { id: sandbox.clientId, secret: sandbox.clientSecret };
	expect(await isAuthentic(message!, key)).toBe(true);
	expect(message!.headers['signature-input']).toMatch(
		/^sig=\("@method" "@path" "host" "date" "content-digest"\);created=\d+;/,
	);
	expect(await isAuthentic(message!, { ...key, secret: 'another' })).toBe(false);
	const forged = { ...message!, raw: Buffer.from('{}') };
	expect(await isAuthentic(forged, key)).toBe(false);
});

it('can forge a signature for those who must notice', async () => {
	sandbox.control.setWebhook({ url: receiver.url, secret: 'not the client secret' });
	await deliver();
	const key = { id: sandbox.clientId, secret: sandbox.clientSecret };
	expect(await isAuthentic(receiver.received[0]!, key)).toBe(false);
});

it.each([200, 204, 302, 400, 401, 410])('takes %i as final', async (status) => {
	receiver.answers.push(status);
	const id = await deliver();
	expect(outcomes()).toEqual([[1, status]]);
	expect(sandbox.control.deliveries[0]).toMatchObject({
		url: receiver.url,
		event: { id, type: 'OwnerMessaged', data: {} },
		at: expect.any(Number),
	});
});

it.each([500, 503, 'hang up'] as const)(
	'tries again after %s, with the same ID',
	async (answer) => {
		receiver.answers.push(answer, answer);
		await deliver();
		const failed = answer === 'hang up' ? 'error' : answer;
		expect(outcomes()).toEqual([
			[1, failed],
			[2, failed],
			[3, 200],
		]);
		expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
	},
);

it('gives up after the last delay', async () => {
	receiver.answers.push(500, 500, 500, 500, 500);
	await deliver();
	expect(outcomes()).toHaveLength(4);
});

it('tries again when the receiver is silent for too long', async () => {
	receiver.answers.push('silence');
	sandbox.control.setWebhook({ url: receiver.url, timeoutMs: 200, retryDelaysMs: [1, 1, 1] });
	await deliver();
	expect(outcomes()[0]).toEqual([1, 'error']);
	expect(sandbox.control.deliveries.at(-1)!.status).toBe(200);
});

it('can deliver every event twice', async () => {
	sandbox.control.setWebhook({ url: receiver.url, twice: true });
	const id = await deliver();
	expect(receiver.received.map(({ event }) => event.id)).toEqual([id, id]);
});

it.each([
	'http://example.com/hook',
	'http://10.0.0.1/',
	'https://127.0.0.1/',
	'http://localhost.x/',
])('refuses to deliver to %s', async (url) => {
	expect(() => sandbox.control.setWebhook({ url })).toThrow('on this machine only');
	await expect(createSandbox({ webhook: { url } })).rejects.toThrow('on this machine only');
});

it('drops what is under way on a reset, and goes back to the first URL', async () => {
	receiver.answers.push('silence');
	sandbox.control.emit('First');
	await until(() => receiver.received.length === 1);
	sandbox.control.setWebhook(undefined);
	await sandbox.reset();
	await sandbox.control.idle();
	expect(sandbox.control.deliveries).toEqual([]);
	await deliver();
	expect(receiver.received.map(({ event }) => event.type)).toEqual(['First', 'OwnerMessaged']);
});
