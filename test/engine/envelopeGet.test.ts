import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();

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
