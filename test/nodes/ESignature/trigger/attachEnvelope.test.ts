import { randomUUID } from 'crypto';

import { createSandbox, type Sandbox } from '../../../../sandbox';
import { credentialFor } from '../../../support/ground';
import { UNKNOWN_ID } from '../../../support/samples';
import { tinyServer } from '../../../support/tinyServer';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';
import { deliver, eventOf } from './delivery';

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

/** A service of which one endpoint never answers, and what a delivery meets meanwhile. */
async function deliveredDuringSilence(silent: string) {
	const asked: string[] = [];
	const service = await tinyServer((request, response) => {
		asked.push(request.url ?? '');
		if (!request.url?.startsWith(silent)) response.end('{"accessToken":"a.b.c","expiresIn":600}');
	});
	const credential = { ...credentialFor(sandbox), baseUrl: service.url };
	const other = await webhookServer(credential, { options: { attachEnvelope: true } });
	const start = Date.now();
	const event = eventOf('EnvelopeSealed', { data: { envelopeID: UNKNOWN_ID } });
	const { status } = await deliver(other.url, event, { key: key() });
	const waited = Date.now() - start;
	await service.close();
	await other.close();
	return { status, waited, runs: other.runs, last: asked.at(-1) };
}

it('gives up after 8 seconds when the token or the envelope does not come', async () => {
	const silent = ['/oauth/token', '/sign/envelopes'];
	const met = await Promise.all(silent.map(deliveredDuringSilence));

	for (const [at, { status, waited, runs, last }] of met.entries()) {
		expect(last).toContain(silent[at]);
		expect(waited).toBeGreaterThanOrEqual(7_900);
		expect(status).toBe(200);
		expect(runs).toMatchObject([{ envelopeError: expect.stringContaining('in time') }]);
	}
});
