import { byId } from '../support/harness';
import { NODE, prepareHarness } from './support/harness';

const harness = prepareHarness();
const CREATE = 'POST /sign/envelopes';
const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

const creating = {
	resource: 'envelope',
	operation: 'create',
	name: '=Lease {{ $json.n }}',
	mode: 'parallel',
	notificationsManagedBy: 'sender',
	options: { maxConcurrency: 1 },
};
const items = [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }];

it('creates four envelopes for four items although n8n runs the node twice', async () => {
	harness.sandbox.log.clear();
	harness.sandbox.faults.next(CREATE, { kind: 'delay', ms: 0 }, 3);
	harness.sandbox.faults.next(CREATE, { kind: 'status', status: 403 });
	const run = await harness.run(creating, { items, node });
	expect(run.status).toBe('success');
	expect(run.json(NODE).map(({ name }) => name)).toEqual([
		...['Lease 0', 'Lease 1', 'Lease 2', 'Lease 3'],
	]);
	const answers = harness.sandbox.log.requests.filter(({ route }) => route === CREATE);
	expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 403, 201]);
});

it('creates nothing again whose outcome an earlier try left unknown', async () => {
	harness.sandbox.log.clear();
	harness.sandbox.faults.next(CREATE, { kind: 'status', status: 524, applied: true });
	const { status, error } = await harness.run(creating, { items: [{ n: 7 }], node });
	expect(status).toBe('error');
	expect(error?.description).toMatch(/draft named 'Lease 7', created at about 20\d\d-/);
	expect(harness.sandbox.log.count(CREATE)).toBe(1);
});

it('takes a second execution for a new one', async () => {
	const { ID } = harness.sandbox.control.envelope({ participants: [] });
	const adding = {
		resource: 'participant',
		operation: 'create',
		envelopeId: byId(ID),
		email: 'ada@example.com',
		role: 'signer',
		authentication: 'none',
	};
	await harness.run(adding, { items: [{}], node });
	await harness.run(adding, { items: [{}], node });
	expect(harness.sandbox.control.get(ID).participants).toHaveLength(2);
});
