import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';

describe('get', () => {
	it('returns the envelope as the service describes it, paired with its item', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent', name: 'Lease' });
		const { items } = await harness.engine.run(envelopeParameters('get', ID));
		expect(items).toEqual([
			{
				json: {
					ID,
					name: 'Lease',
					status: 'sent',
					mode: expect.stringMatching(/sequential|parallel/),
					createdAt: expect.any(String),
					lastModifiedAt: expect.any(String),
					notification: expect.anything(),
					notificationsManagedBy: 'service',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('takes the ID from an expression, per item, and keeps the order', async () => {
		const made = Array.from({ length: 30 }, (_, n) =>
			harness.sandbox.control.envelope({ name: `Contract ${n}` }),
		);
		const { items } = await harness.engine.run(envelopeParameters('get', '={{ $json.envelope }}'), {
			items: made.map(({ ID }) => ({ json: { envelope: ID.toUpperCase() } })),
		});
		expect(items.map(({ json }) => json.name)).toEqual(made.map((_, n) => `Contract ${n}`));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(made.map((_, item) => ({ item })));
	});

	it('passes on what a later version of the service adds', async () => {
		const { ID } = harness.sandbox.control.envelope();
		const body = JSON.stringify({
			ID,
			status: 'frozen',
			name: 'x',
			color: { of: ['the', 'seal'] },
		});
		harness.sandbox.faults.next(ENVELOPE, { kind: 'body', body, contentType: 'application/json' });
		const { items } = await harness.engine.run(envelopeParameters('get', ID));
		expect(items[0]?.json).toEqual(JSON.parse(body));
	});

	it('says where to look when the envelope does not exist', async () => {
		const { error } = await harness.engine.run(
			envelopeParameters('get', '00000000-0000-4000-8000-000000000001'),
		);
		expect(error).toMatchObject({
			message: 'The envelope was not found',
			httpCode: '404',
			description: expect.stringContaining('region'),
			context: { itemIndex: 0 },
		});
	});
});
