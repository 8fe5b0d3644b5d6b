import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const TRAIL = 'GET /sign/envelopes/{envelopeID}:download-audit-trail';
const items = Array.from({ length: 6 }, () => ({ json: {} }));

it('counts what explains a refusal', async () => {
	const maxConcurrency = 1;
	const { ID } = harness.sandbox.control.envelope({ status: 'cancelled', documents: 4 });
	harness.sandbox.faults.always('*', { kind: 'delay', ms: 30 });
	for (const route of [SEALED, TRAIL] as const) {
		harness.sandbox.faults.always(route, { kind: 'status', status: 409 });
	}
	const parameters = envelopeParameters('downloadEvidence', ID, {
		include: ['auditTrail', 'sealed'],
		options: { maxConcurrency },
	});
	await harness.engine.run(parameters, {
		items,
		onError: 'continueRegularOutput',
	});
	expect(harness.sandbox.log.count(SEALED)).toBe(6);
	expect(harness.sandbox.log.maxInFlight).toBe(maxConcurrency);
});

it('counts all requests of an item that makes several at a time', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed', documents: 4 });
	harness.sandbox.faults.always('*', { kind: 'delay', ms: 30 });
	const parameters = envelopeParameters('downloadEvidence', ID, {
		include: ['auditTrail', 'documents', 'original', 'sealed'],
		options: { maxConcurrency: 3 },
	});
	const { error } = await harness.engine.run(parameters, { items });
	expect(error).toBeUndefined();
	expect(harness.sandbox.log.maxInFlight).toBe(3);
});
