import { byId, envelopeParameters, prepareHarness } from '../support/harness';

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

	it('has no notification while the sender notifies', async () => {
		const { ID } = harness.sandbox.control.envelope({ notificationsManagedBy: 'sender' });
		const { items } = await harness.engine.run(envelopeParameters('get', ID));
		expect(items[0]?.json).toMatchObject({ ID, notificationsManagedBy: 'sender' });
		expect(items[0]?.json).not.toHaveProperty('notification');
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

describe('an operation that does not exist', () => {
	it.each(['continueRegularOutput', 'continueErrorOutput', undefined] as const)(
		'is answered with a clear message, never with the input items (%s)',
		async (onError) => {
			const { items, errorItems, error } = await harness.engine.run(
				{ resource: 'envelope', operation: '__CUSTOM_API_CALL__', envelopeId: byId('') },
				{ onError, items: [{ json: { secret: 1 } }] },
			);
			const text = JSON.stringify([error?.message, items, errorItems]);
			expect(text).toContain("This node has no operation '__CUSTOM_API_CALL__'");
			expect(harness.sandbox.log.count()).toBe(0);
		},
	);
});
