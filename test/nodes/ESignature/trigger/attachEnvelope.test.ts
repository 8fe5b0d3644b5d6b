import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';

import { createSandbox, type Sandbox } from '../../../../sandbox';
import { credentialFor } from '../../../support/ground';
import { UNKNOWN_ID } from '../../../support/samples';
import { tinyServer } from '../../../support/tinyServer';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';
import { deliver, eventOf } from './delivery';

const REAL: FakeableAPI[] = [
	'Date',
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
];

let sandbox: Sandbox;
let server: WebhookServer;

beforeEach(async () => {
	sandbox = await createSandbox({ clientSecret: randomUUID() });
	server = await webhookServer(credentialFor(sandbox), { options: { attachEnvelope: true } });
});
afterEach(async () => {
	await sandbox.close();
	await server.close();
});

const key = () => ({ id: sandbox.clientId, secret: sandbox.clientSecret });
const send = async (data: object) =>
	await deliver(server.url, eventOf('EnvelopeSentForSignature', { data }), { key: key() });

it('adds the envelope as it is now, not as it was', async () => {
	const { ID, name } = sandbox.control.envelope({ status: 'sealed' });

	expect(await send({ envelopeID: ID })).toMatchObject({ status: 200 });
	expect(server.runs).toMatchObject([{ envelopeId: ID, envelope: { ID, name, status: 'sealed' } }]);
	expect(server.runs[0]).not.toHaveProperty('envelopeError');
});

it.each([
	[{ envelopeID: UNKNOWN_ID }, 'not found'],
	[{}, 'does not say which envelope'],
])('emits the event without it for %j, and says why', async (data, text) => {
	expect(await send(data)).toMatchObject({ status: 200 });
	expect(server.runs).toEqual([
		expect.objectContaining({ data, envelopeError: expect.stringContaining(text) }),
	]);
	expect(server.runs[0]).not.toHaveProperty('envelope');
});

it('does not store an old copy of what others keep with the workflow after a slow answer, and runs nothing twice', async () => {
	const { ID } = sandbox.control.envelope();
	const event = eventOf('EnvelopeSealed', { data: { envelopeID: ID } });
	const again = async () => await deliver(server.url, event, { key: key() });
	const known = () =>
		Object.values(server.staticData()).flatMap((kept) => Object.values(kept ?? {}));
	let later = 0;
	const now = performance.now.bind(performance);
	jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
	sandbox.log.clear();
	sandbox.faults.always('GET /sign/envelopes/{envelopeID}', { kind: 'delay', ms: 50 });
	const answer = again();
	while (sandbox.log.count('GET /sign/envelopes/{envelopeID}') === 0) await sleep(1);
	later = 5_000;
	expect(await answer).toMatchObject({ status: 200 });
	expect(known()).toEqual([]);
	expect(await again()).toMatchObject({ status: 200 });
	expect(server.runs).toHaveLength(1);

	await send({ envelopeID: ID });
	jest.restoreAllMocks();
	expect(known()).toEqual([[expect.any(String), expect.any(String)]]);
});

it('asks nothing when it is switched off or the event is not wanted', async () => {
	const { ID } = sandbox.control.envelope();
	server.set({ events: ['EnvelopeSealed'] });
	await send({ envelopeID: ID });
	server.set({ events: ['*'], options: {} });
	await send({ envelopeID: ID });

	expect(server.runs).toHaveLength(1);
	expect(sandbox.log.count()).toBe(0);
});

it('says nothing secret when signing in fails', async () => {
	const { ID } = sandbox.control.envelope();
	const webhookSecret = sandbox.clientSecret;
	server.credential.edit({ clientSecret: 'canary-wrong-secret', webhookSecret });
	await send({ envelopeID: ID });

	expect(server.runs).toMatchObject([
		{ envelopeError: expect.stringContaining('did not accept the Client ID') },
	]);
	expect(JSON.stringify([server.runs, server.log])).not.toContain('canary');
});

describe('when the service is silent', () => {
	// Sockets keep their own time: only what the node waits for stands still.
	beforeEach(() => jest.useFakeTimers({ doNotFake: REAL }));
	const opened: Array<{ close(): Promise<void> }> = [];
	afterEach(async () => {
		jest.useRealTimers();
		for (const server of opened.splice(0)) await server.close();
	});

	it.each(['/oauth/token', '/sign/envelopes'])(
		'gives up after 8 seconds without an answer from %s',
		async (silent) => {
			let asked = () => {};
			const silence = new Promise<void>((resolve) => (asked = resolve));
			const service = await tinyServer(({ url }, response) => {
				if (url?.startsWith(silent)) asked();
				else response.end('{"accessToken":"a.b.c","expiresIn":600}');
			});
			const credential = { ...credentialFor(sandbox), baseUrl: service.url };
			const other = await webhookServer(credential, { options: { attachEnvelope: true } });
			opened.push(service, other);
			const sent = async (data: object) =>
				await deliver(other.url, eventOf('EnvelopeSealed', { data }), { key: key() });
			const delivered = sent({ envelopeID: UNKNOWN_ID });
			await silence;

			await jest.advanceTimersByTimeAsync(7_999);
			// An answer to the first would have come before that to one sent after it.
			await sent({});
			const first = { envelopeError: expect.stringContaining('does not say which') };
			expect(other.runs).toMatchObject([first]);

			await jest.advanceTimersByTimeAsync(1);
			expect(await delivered).toMatchObject({ status: 200 });
			expect(other.runs).toMatchObject([
				first,
				{
					data: { envelopeID: UNKNOWN_ID },
					envelopeError: 'The service did not return the envelope in time.',
				},
			]);
		},
	);
});
