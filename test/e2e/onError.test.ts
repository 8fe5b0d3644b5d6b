/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never inside n8n */
import { byId } from '../support/harness';
import { NODE, prepareHarness } from './support/harness';

const harness = prepareHarness();
const get = { resource: 'envelope', operation: 'get', envelopeId: byId('={{ $json.ID }}') };
const missing = 'a0000000-0000-4000-8000-000000000000';
const items = () => [
	{ ID: harness.sandbox.control.envelope({ name: 'First' }).ID },
	{ ID: missing },
	{ ID: harness.sandbox.control.envelope({ name: 'Third' }).ID },
];

it('sends failed items to the error output, with details and what came in', async () => {
	const node = { onError: 'continueErrorOutput' as const };
	const run = await harness.run(get, { items: items(), node });
	expect(run.json(NODE)).toMatchObject([{ name: 'First' }, { name: 'Third' }]);
	expect(run.json(NODE, 1)).toMatchObject([
		{ ID: missing, error: expect.any(String), details: { statusCode: 404 } },
	]);
});

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
