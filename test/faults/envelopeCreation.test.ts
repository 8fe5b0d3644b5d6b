import { jsonJob } from '../engine/createAndSendJob';
import { binaryOf, samplePdf } from '../support/files';
import { prepareHarness, type Harness } from '../support/harness';
import { skipPauses } from '../support/skipPauses';
import { UNCERTAIN } from './uncertain';

const harness = prepareHarness();
skipPauses();

const CREATE = 'POST /sign/envelopes';
const LIST = 'GET /sign/envelopes';

const drafts = async ({ engine }: Harness = harness) =>
	(await engine.run({ resource: 'envelope', operation: 'getAll', returnAll: true })).items;

const compose = async ({ engine }: Harness = harness) =>
	await engine.run(
		jsonJob(
			{ people: [{ email: 'ada@example.com', role: 'signer' }], fields: [] },
			{ binaryPropertyNames: 'contract' },
		),
		{
			items: [{ json: {}, binary: { contract: binaryOf(await samplePdf('Lease'), 'lease.pdf') } }],
		},
	);

/** The draft of Create and Send bears a mark, by which alone it is found. */
describe.each([
	['goes right', 0],
	['is two days behind', -172_800_000],
])('the draft of Create and Send at a service whose clock %s', (_, difference) => {
	const other = prepareHarness({ sandbox: { now: () => Date.now() + difference } });

	it('is found by its mark, and not taken for one of its real name', async () => {
		const twin = { name: 'Lease', documents: 0, participants: [] };
		const others = [other.sandbox.control.envelope(twin), other.sandbox.control.envelope(twin)];
		other.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		const { items, error } = await compose(other);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'Lease', status: 'sent', reconciled: true });
		expect(others.map(({ ID }) => ID)).not.toContain(items[0]?.json.ID);
		for (const { documents, participants } of others) {
			expect([documents, participants]).toEqual([[], []]);
		}
		expect(other.sandbox.log.count(CREATE)).toBe(1);
		expect(await drafts(other)).toHaveLength(3);
	});
});

describe('the draft of Create and Send', () => {
	it('is waited for when the list shows it late', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'status', status: 504, applied: true });
		harness.sandbox.faults.next(LIST, { kind: 'body', body: '{"items": []}' }, 3);
		const { items } = await compose();
		expect(items[0]?.json).toMatchObject({ status: 'sent', reconciled: true });
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('is found when the answer has no ID', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'body', body: '{}', status: 201, applied: true });
		const { items } = await compose();
		expect(items[0]?.json).toMatchObject({ status: 'sent', reconciled: true });
		expect(await drafts()).toHaveLength(1);
	});

	it('has an unknown outcome when the list cannot be read', async () => {
		harness.sandbox.faults.next(CREATE, { kind: 'reset', applied: true });
		harness.sandbox.faults.always(LIST, { kind: 'status', status: 403 });
		const { error } = await compose();
		expect(error?.description).toContain(UNCERTAIN);
		expect(error?.description).toMatch(/draft named 'Lease \[n8n [0-9a-f]{24}\]'/);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});
});
