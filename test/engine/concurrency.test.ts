import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const SEALED = 'GET /sign/envelopes/{envelopeID}:download-sealed';
const items = Array.from({ length: 6 }, () => ({ json: {} }));

it('counts all requests of an item, also those that explain a refusal', async () => {
	const { ID } = harness.sandbox.control.envelope({ status: 'sealed', documents: 4 });
	harness.sandbox.faults.always(SEALED, { kind: 'status', status: 409 });
	harness.sandbox.faults.always('*', { kind: 'delay', ms: 30 });
	const parameters = envelopeParameters('downloadEvidence', ID, {
		include: ['auditTrail', 'documents', 'original', 'sealed'],
		options: { maxConcurrency: 3 },
	});
	const outcome = await harness.engine.run(parameters, {
		items,
		onError: 'continueRegularOutput',
	});
	const explained = outcome.items.filter(({ json }) =>
		JSON.stringify(json).includes("(its status is 'sealed')"),
	);
	expect(explained).toHaveLength(6);
	expect(harness.sandbox.log.maxInFlight).toBe(3);
});
