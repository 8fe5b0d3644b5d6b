import type { CredentialReference } from '../../host/host';
import { envelopeParameters } from '../support/harness';
import { localServer } from '../support/localServer';
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

it('accepts the token endpoint, which the portal shows', async () => {
	const shown = { ...right(), baseUrl: ` ${harness.sandbox.url}/oauth/token` };
	expect(await tested(shown)).toMatchObject({ status: 'OK' });
});

it('refuses an address without encryption, and quotes it', async () => {
	const { status, message } = await tested({ ...right(), baseUrl: 'http://api.example.com' });
	expect(status).toBe('Error');
	expect(message).toContain("does not start with https://: 'http://api.example.com'");
});

it('refuses a wrong secret, with a sentence that says what to check', async () => {
	const { status, message } = await tested({ ...right(), clientSecret: 'wrong' });
	expect(status).toBe('Error');
	expect(message).toMatch(/client (ID|secret)/i);
});

it('refuses an address where no server answers, with a sentence that says what to check', async () => {
	const { status, message } = await tested({ ...right(), baseUrl: 'http://127.0.0.1:1' });
	expect(status).toBe('Error');
	expect(message).toMatch(/base url|address/i);
});

it('tells to check the Base URL where a server does not have the path', async () => {
	const other = await localServer((_, answer) => {
		answer.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}');
	});
	try {
		const { status, message } = await tested({ ...right(), baseUrl: other.url });
		expect(status).toBe('Error');
		expect(message).toMatch(/^Check the 'Base URL': .*your region/);
	} finally {
		await other.close();
	}
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
