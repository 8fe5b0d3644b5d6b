import { envelopeParameters, prepareHarness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';

const harness = prepareHarness();
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const CANCEL = 'PUT /sign/envelopes/{envelopeID}:cancel';

describe('a read', () => {
	skipPauses();

	it('stops reading an answer that is too large', async () => {
		const { ID } = harness.sandbox.control.envelope();
		const body = `{"ID":"${'x'.repeat(11 * 1024 * 1024)}"}`;
		harness.sandbox.faults.always(ENVELOPE, {
			kind: 'body',
			body,
			contentType: 'application/json',
		});
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error?.message).toContain('too large');
		expect(harness.sandbox.log.count(ENVELOPE)).toBe(1);
	});
});

it('a service that asks to wait gets a write again after that time, and not before', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
	harness.sandbox.faults.next(CANCEL, { kind: 'rateLimit', retryAfter: 1 });
	const { items } = await harness.engine.run(envelopeParameters('cancel', ID));
	expect(items[0]?.json).toMatchObject({ ID, status: 'cancelled' });
	const [refused, repeated, ...more] = harness.sandbox.log.requests.filter(
		({ route }) => route === CANCEL,
	);
	expect(more).toEqual([]);
	expect(Number(repeated?.at) - Number(refused?.at)).toBeGreaterThanOrEqual(1_000);
});
