import { randomUUID } from 'crypto';
import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type INode,
	type IWebhookData,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { UserError } from '../../../../nodes/ESignature/errors/userError';
import { attachEnvelope } from '../../../../nodes/ESignature/trigger/envelope';
import { createSandbox, type Sandbox } from '../../../../sandbox';
import { additionalDataFor } from '../../../support/additionalData';
import { CredentialStore } from '../../../support/credentialStore';
import { credentialFor } from '../../../support/harness';
import { HostCredentials } from '../../../support/hostCredentials';
import { nodeTypesFor, PACKAGE } from '../../../support/nodeTypes';
import { UNKNOWN_ID } from '../../../support/samples';
import { typesOfSources } from '../../../support/types';
import { node } from '../sampleNode';

let sandbox: Sandbox;
beforeEach(async () => (sandbox = await createSandbox({ clientSecret: randomUUID() })));
afterEach(async () => await sandbox.close());

const soon = () => performance.now() + 10_000;

/** As n8n makes it for a trigger with this credential. */
async function webhookContext(credential: ICredentialDataDecryptedObject): Promise<WebhookContext> {
	const types = await typesOfSources();
	const store = new CredentialStore();
	const byName = new Map(types.credentials.map((type) => [type.name, type]));
	const trigger: INode = {
		...node,
		type: `${PACKAGE}.eSignatureTrigger`,
		credentials: { eSignatureApi: store.add(credential) },
	};
	const nodeTypes = nodeTypesFor(types, []);
	const credentialsHelper = new HostCredentials(byName, store);
	return new WebhookContext(
		new Workflow({ id: 'triggered', nodes: [trigger], connections: {}, active: true, nodeTypes }),
		trigger,
		additionalDataFor({ credentialsHelper, executionId: '1' }),
		'webhook',
		{} as IWebhookData,
		[],
		null,
	);
}

const attach = async (ID: string | undefined, credential: object = {}) =>
	await attachEnvelope(
		await webhookContext({ ...credentialFor(sandbox), ...credential }),
		ID,
		soon(),
	);

it('adds the envelope as it is now, not as it was', async () => {
	const { ID, name } = sandbox.control.envelope({ status: 'sealed' });

	expect(await attach(ID)).toEqual({
		envelope: expect.objectContaining({ ID, name, status: 'sealed' }),
	});
});

it.each([
	[UNKNOWN_ID, 'not found'],
	[undefined, 'does not say which envelope'],
])('says why there is no envelope for the ID %s', async (ID, text) => {
	expect(await attach(ID)).toEqual({ envelopeError: expect.stringContaining(text) });
});

it('says nothing secret when signing in fails', async () => {
	const { ID } = sandbox.control.envelope();
	const { envelopeError } = (await attach(ID, { clientSecret: 'canary-wrong-secret' })) as {
		envelopeError: string;
	};

	expect(envelopeError).toContain('did not accept the Client ID');
	expect(envelopeError).not.toContain('canary');
});

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
