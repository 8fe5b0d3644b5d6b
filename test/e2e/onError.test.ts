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

it('stops the workflow at a failed item and says what happened and what to do', async () => {
	const { status, error } = await harness.run(get, { items: items() });
	expect(status).toBe('error');
	expect(error?.message).toMatch(/envelope.*(not found|does not exist)/i);
	expect(error?.description).toBeTruthy();
});

it('goes on with an error in its place', async () => {
	const node = { onError: 'continueRegularOutput' as const };
	const run = await harness.run(get, { items: items(), node });
	expect(run.status).toBe('success');
	expect(run.items(NODE)).toMatchObject([
		{ json: { name: 'First' }, pairedItem: { item: 0 } },
		{ json: { error: expect.any(String) }, pairedItem: { item: 1 } },
		{ json: { name: 'Third' }, pairedItem: { item: 2 } },
	]);
});

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
