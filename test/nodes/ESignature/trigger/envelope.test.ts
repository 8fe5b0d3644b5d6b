import { randomUUID } from 'crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { UserError } from '../../../../nodes/ESignature/errors/userError';
import { attachEnvelope } from '../../../../nodes/ESignature/trigger/envelope';
import { createSandbox, type Sandbox } from '../../../../sandbox';
import { credentialFor } from '../../../support/harness';
import { UNKNOWN_ID } from '../../../support/samples';
import { webhookServer, type WebhookServer } from '../../../support/webhookServer';
import { node } from '../sampleNode';
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

const soon = () => performance.now() + 10_000;

it.each([
	['an error of its own', new TypeError('canary'), 'The envelope could not be read.'],
	['an error for users', new UserError('Sign in again'), 'Sign in again'],
])('shows the text of %s only if it is made for users', async (_, raised, envelopeError) => {
	const host = { getCredentials: async () => await Promise.reject(raised) };

	expect(await attachEnvelope(host as unknown as IWebhookFunctions, UNKNOWN_ID, soon())).toEqual({
		envelopeError,
	});
});

it('gives up at the deadline without an answer, and ends the request', async () => {
	jest.useFakeTimers();
	let signal: AbortSignal | undefined;
	const host = {
		getNode: () => node,
		getCredentials: async () => credentialFor(sandbox),
		helpers: {
			httpRequestWithAuthentication: async function (this: IExecuteFunctions) {
				signal = this.getExecutionCancelSignal();
				return await new Promise(() => {});
			},
		},
	};
	const attached = attachEnvelope(host as unknown as IWebhookFunctions, UNKNOWN_ID, soon());
	const ended = jest.fn();
	void attached.then(ended);
	await jest.advanceTimersByTimeAsync(9_999);
	expect(ended).not.toHaveBeenCalled();
	expect(signal?.aborted).toBe(false);
	await jest.advanceTimersByTimeAsync(1);
	jest.useRealTimers();

	expect(await attached).toEqual({ envelopeError: expect.stringContaining('in time') });
	expect(signal?.aborted).toBe(true);
});
