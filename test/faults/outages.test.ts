import { byId, prepareHarness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';

const harness = prepareHarness();
skipPauses();

it('a lost write after which reading hangs is unknown after a few reads', async () => {
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
