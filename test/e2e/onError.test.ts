/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { byId } from '../support/harness';
import { prepareHarness } from './support/harness';

const harness = prepareHarness();
const get = { resource: 'envelope', operation: 'get', envelopeId: byId('={{ $json.ID }}') };

it('sends nothing more once the execution is stopped', async () => {
	const route = 'GET /sign/envelopes/{envelopeID}';
	let release = () => {};
	const until = new Promise<void>((resolve) => (release = resolve));
	const many = Array.from({ length: 200 }, () => ({ ID: harness.sandbox.control.envelope().ID }));
	harness.sandbox.log.clear();
	harness.sandbox.faults.next(route, { kind: 'delay', ms: 0 }, 10);
	harness.sandbox.faults.always(route, { kind: 'hold', until });
	const { host } = harness;
	const id = await host.start(await host.createWorkflow(harness.workflow(get, { items: many })));
	while (harness.sandbox.log.count(route) < 18) await new Promise((done) => setTimeout(done, 20));
	await host.cancel(id);
	release();
	const { status } = await host.ended(id);
	harness.sandbox.faults.clear();
	expect(status).toBe('canceled');
	expect(harness.sandbox.log.count(route)).toBe(18);
});
