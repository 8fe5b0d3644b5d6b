import { envelopeParameters, prepareHarness } from '../support/harness';
import { newSignal, until } from '../support/until';

const harness = prepareHarness();
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
	harness.sandbox.faults.always(ENVELOPE, { kind: 'body', status: 401, body });
	const { error } = await harness.engine.run(parameters);
	expect(error?.message).toBe('The service rejected a new access token');
	expect(error?.description).toContain(
		'The service says: Unauthorized: The scope is missing, ask your admin',
	);
	expect(harness.sandbox.log.count(TOKEN)).toBe(2);
	expect(harness.sandbox.log.count(ENVELOPE)).toBe(2);
});
