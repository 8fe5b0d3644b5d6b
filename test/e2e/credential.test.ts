import type { CredentialReference } from '../../host/host';
import { envelopeParameters } from '../support/harness';
import { prepareHarness } from './support/harness';

const harness = prepareHarness();

interface TestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** As the editor when a credential is saved, or saved again. Older versions of n8n test nothing unsaved. */
const tested = async (data: Record<string, string>, known?: CredentialReference) => {
	const { id, name } = known ?? (await harness.host.createCredential('Form', data));
	return await harness.host.rest<TestResult>('POST', '/rest/credentials/test', {
		credentials: { id, name, type: 'eSignatureApi', data },
	});
};

const right = () => ({
	baseUrl: harness.sandbox.url,
	clientId: harness.sandbox.clientId,
	clientSecret: harness.sandbox.clientSecret,
});

it('accepts the right secret', async () => {
	expect(await tested(right(), harness.credential)).toMatchObject({ status: 'OK' });
});

it('refuses a wrong secret, with a sentence that says what to check', async () => {
	const { status, message } = await tested({ ...right(), clientSecret: 'wrong' });
	expect(status).toBe('Error');
	expect(message).toMatch(/client (ID|secret)/i);
});

it('refuses a credential whose request the service refuses, which proves nothing', async () => {
	harness.sandbox.faults.always('GET /sign/envelopes/{envelopeID}', {
		kind: 'status',
		status: 403,
	});
	const { status } = await tested(right());
	harness.sandbox.faults.clear();
	expect(status).toBe('Error');
});

it('refuses a secret that was changed after a token had been stored', async () => {
	const { id, name } = harness.credential;
	const { ID } = harness.sandbox.control.envelope();
	const run = await harness.run(envelopeParameters('get', ID));
	expect(run.status).toBe('success');
	const stored = await harness.host.rest<{ data: Record<string, string> }>(
		'GET',
		`/rest/credentials/${id}?includeData=true`,
	);
	// The browser gets placeholders for the token and for the hash of the secret.
	const { accessToken, tokenIssuedFor } = stored.data;
	expect(accessToken).toMatch(/^__n8n_BLANK_VALUE_/);
	expect(tokenIssuedFor).toBe(accessToken);
	expect(JSON.stringify(stored.data)).not.toMatch(/[0-9a-f]{64}/);
	const changed = { ...stored.data, clientSecret: 'changed' };
	await harness.host.rest('PATCH', `/rest/credentials/${id}`, {
		name,
		type: 'eSignatureApi',
		data: changed,
	});
	const { status, message } = await tested(changed, harness.credential);
	expect(status).toBe('Error');
	expect(message).toMatch(/client (ID|secret)/i);
});
