import { byId, envelopeParameters, prepareHarness } from '../support/harness';
import { skipPauses } from './skipPauses';

skipPauses();
const harness = prepareHarness();
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';
const NOT_ATTEMPTED = /^Not attempted/;

describe('a service that answers no write properly is left alone', () => {
	it.each([
		['a redirect', { kind: 'redirect', location: '/login', status: 302 }],
		['an answer that proves nothing', { kind: 'body', status: 202, body: '' }],
	] as const)('after a few times (%s)', async (_, fault) => {
		const { ID } = harness.sandbox.control.envelope();
		harness.sandbox.faults.always(SEND, fault);
		const { items } = await harness.engine.run(
			envelopeParameters('send', ID, {
				options: { waitForDocuments: false, maxConcurrency: 1 },
			}),
			{
				items: Array.from({ length: 12 }, () => ({ json: {} })),
				onError: 'continueRegularOutput',
			},
		);
		const left = items.filter(({ json }) => NOT_ATTEMPTED.test(String(json.error)));
		expect(left).toHaveLength(7);
	});
});

describe('a lost write after which reading hangs', () => {
	it('is unknown after a few reads', async () => {
		const { ID } = harness.sandbox.control.envelope({ participants: [] });
		const list = 'GET /sign/envelopes/{envelopeID}/participants';
		const create = 'POST /sign/envelopes/{envelopeID}/participants';
		harness.sandbox.faults.next(create, { kind: 'status', status: 503 });
		harness.sandbox.faults.choose = ({ route }) =>
			route === list && harness.sandbox.log.count(create) > 0
				? { kind: 'stall', after: 0 }
				: undefined;
		const { items } = await harness.engine.run(
			{
				resource: 'participant',
				operation: 'create',
				envelopeId: byId(ID),
				email: 'ada@example.com',
				role: 'signer',
				authentication: 'none',
				options: { timeout: 1 },
			},
			{ items: [{ json: {} }], onError: 'continueRegularOutput' },
		);
		expect(items[0]?.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(harness.sandbox.log.count(list)).toBeLessThanOrEqual(5);
	});

	it('is found by a later read when one was refused, each with one attempt', async () => {
		const { ID } = harness.sandbox.control.envelope();
		const read = 'GET /sign/envelopes/{envelopeID}';
		harness.sandbox.faults.next(SEND, { kind: 'status', status: 504, applied: true });
		harness.sandbox.faults.next(read, { kind: 'status', status: 503 }, 3);
		const { items } = await harness.engine.run(
			envelopeParameters('send', ID, { options: { waitForDocuments: false } }),
		);
		expect(items[0]?.json).toMatchObject({ status: 'sent', reconciled: true });
		expect(harness.sandbox.log.count(read)).toBe(5);
	});
});
