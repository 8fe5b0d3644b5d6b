import { ESignature } from '../../nodes/ESignature/ESignature.node';
import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { TEST_PATH } from '../../nodes/ESignature/transport/session/session';
import { envelopeParameters, prepareHarness } from '../support/harness';
import { OtherNode } from '../support/otherNode';
import { skipPauses } from '../support/skipPauses';
import { UNKNOWN_ID } from '../support/samples';
import { newSignal, until } from '../support/until';

const harness = prepareHarness({
	engine: {
		types: { nodes: [new ESignature(), new OtherNode()], credentials: [new ESignatureApi()] },
	},
});
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const TOKEN = 'POST /oauth/token';

const fifty = () => {
	const { ID } = harness.sandbox.control.envelope();
	return {
		parameters: envelopeParameters('get', ID, { options: { maxConcurrency: 50 } }),
		options: { items: Array.from({ length: 50 }, () => ({ json: {} })) },
	};
};

it('50 items at once make one token request when their token is revoked', async () => {
	const { parameters, options } = fifty();
	await harness.engine.run(parameters, options);
	harness.sandbox.log.clear();
	const revoked = newSignal();
	// The first item runs alone.
	harness.sandbox.faults.next(ENVELOPE, { kind: 'delay', ms: 0 });
	harness.sandbox.faults.next(ENVELOPE, { kind: 'hold', until: revoked.given }, 49);
	const { result } = harness.engine.start(parameters, options);
	await until(() => harness.sandbox.log.count(ENVELOPE) === 50, result);
	harness.sandbox.control.revokeTokens();
	revoked.give();
	const { items } = await result;
	expect(items).toHaveLength(50);
	expect(harness.sandbox.log.count(TOKEN)).toBe(1);
});

it('gives up after one renewal when the service rejects every token, and shows what it says', async () => {
	const { parameters } = fifty();
	const body = { title: 'Unauthorized', detail: 'The scope is missing, ask your admin' };
	harness.sandbox.faults.always(ENVELOPE, { kind: 'status', status: 401, body });
	const { error } = await harness.engine.run(parameters);
	expect(error?.message).toBe('The service rejected a new access token');
	expect(error?.description).toContain(
		'The service says: Unauthorized: The scope is missing, ask your admin',
	);
	expect(harness.sandbox.log.count(TOKEN)).toBe(2);
	expect(harness.sandbox.log.count(ENVELOPE)).toBe(2);
});

it('makes a few sign-in attempts for a thousand items with a wrong secret', async () => {
	const { parameters } = fifty();
	harness.engine.credential.edit({ clientSecret: 'wrong' });
	const { items } = await harness.engine.run(parameters, {
		items: Array.from({ length: 1000 }, () => ({ json: {} })),
		onError: 'continueRegularOutput',
	});
	expect(items).toHaveLength(1000);
	expect(items[0]?.json.error).toContain('did not accept the Client ID and Client Secret');
	expect(items[999]?.json.error).toContain('Not attempted');
	// It did answer: who waits until "the service works again" waits forever.
	expect(items[999]?.json.error).not.toContain('did not answer');
	expect(harness.sandbox.log.count(TOKEN)).toBeGreaterThan(0);
	expect(harness.sandbox.log.count(TOKEN)).toBeLessThanOrEqual(5);
});

describe('a token that is still good', () => {
	skipPauses();

	// As n8n tests a credential, and as its HTTP Request node sends a request.
	it.each([
		['a test of the credential', 'httpRequestWithAuthentication', TEST_PATH],
		[
			'a 404 in the HTTP Request node',
			'requestWithAuthentication',
			`/sign/envelopes/${UNKNOWN_ID}`,
		],
	])('serves the runs after %s during which signing in fails', async (_, helper, url) => {
		const { parameters } = fifty();
		await harness.engine.run(parameters);
		harness.sandbox.faults.always(TOKEN, { kind: 'status', status: 503 });
		const request = JSON.stringify({ baseURL: harness.sandbox.url, url });
		const { error } = await harness.engine.run({ helper, request }, { nodeType: 'other' });
		expect(error?.message).toContain('cannot sign you in');
		const { items } = await harness.engine.run(parameters);
		expect(items).toHaveLength(1);
	});
});
