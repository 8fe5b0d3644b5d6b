import { byId } from '../support/harness';
import { prepareHarness } from './support/harness';
import { until } from './support/until';

const harness = prepareHarness();
const get = { resource: 'envelope', operation: 'get', envelopeId: byId('={{ $json.ID }}') };

it('sends nothing more once the execution is stopped', async () => {
	const route = 'GET /sign/envelopes/{envelopeID}';
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	const many = Array.from({ length: 200 }, () => ({ ID: harness.sandbox.control.envelope().ID }));
	harness.sandbox.log.clear();
	harness.sandbox.faults.next(route, { kind: 'delay', ms: 0 }, 10);
	harness.sandbox.faults.always(route, { kind: 'hold', until: held });
	const { host } = harness;
	const id = await host.start(await host.createWorkflow(harness.workflow(get, { items: many })));
	await until('all slots are taken', () => harness.sandbox.log.count(route) >= 18);
	await host.cancel(id);
	release();
	const { status } = await host.ended(id);
	harness.sandbox.faults.clear();
	expect(status).toBe('canceled');
	expect(harness.sandbox.log.count(route)).toBe(18);
});
