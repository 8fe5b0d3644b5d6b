import { POSSIBLE_IN } from '../../nodes/ESignature/actions/envelope/refusals';
import { unzip } from '../support/files';
import { envelopeParameters, prepareHarness } from '../support/harness';

const harness = prepareHarness();
const DELETE = 'DELETE /sign/envelopes/{envelopeID}';

describe('cancel', () => {
	it('stops a sent envelope and returns it whole', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		const { items } = await harness.engine.run(envelopeParameters('cancel', ID));
		expect(items).toEqual([
			{
				json: {
					ID,
					name: expect.any(String),
					status: 'cancelled',
					mode: 'parallel',
					createdAt: expect.any(String),
					lastModifiedAt: expect.any(String),
					notification: expect.anything(),
					notificationsManagedBy: 'service',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(harness.sandbox.control.get(ID).status).toBe('cancelled');
	});

	it.each(['drafted', 'processing', 'sealed', 'rejected', 'cancelled'] as const)(
		'is refused for an envelope that is %s: the error says so, and what is possible',
		async (status) => {
			const { ID } = harness.sandbox.control.envelope({ status });
			const { error } = await harness.engine.run(envelopeParameters('cancel', ID));
			expect(error).toMatchObject({
				message: 'The service cannot cancel the envelope in its current state',
				httpCode: '409',
			});
			expect(error?.description).toContain(`The envelope has the status '${status}'.`);
			expect(error?.description).toContain(POSSIBLE_IN[status]);
			expect(error?.description).toContain('Only a sent envelope');
			expect(harness.sandbox.control.get(ID).status).toBe(status);
		},
	);
});

describe('delete', () => {
	it('removes an envelope, whatever its status', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		const { items } = await harness.engine.run(envelopeParameters('delete', ID));
		expect(items).toEqual([{ json: { deleted: true, envelopeID: ID }, pairedItem: { item: 0 } }]);
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error).toMatchObject({ httpCode: '404' });
	});

	it('that the service refuses says what is possible', async () => {
		const { ID } = harness.sandbox.control.envelope({ status: 'sent' });
		harness.sandbox.faults.next(DELETE, { kind: 'status', status: 409 });
		const { error } = await harness.engine.run(envelopeParameters('delete', ID));
		expect(error).toMatchObject({
			message: 'The envelope cannot be deleted in its current state',
			httpCode: '409',
		});
		expect(error?.description).toContain("The envelope has the status 'sent'.");
		expect(error?.description).toContain("cancel it first with the 'Cancel' operation");
		expect(harness.sandbox.log.count(DELETE)).toBe(1);
	});
});

describe('downloadOriginal', () => {
	const parameters = (ID: string) =>
		envelopeParameters('downloadOriginal', ID, { binaryPropertyName: 'before' });

	it('gets the unsigned documents as a whole ZIP', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({ status: 'sent', documents: 2 });
		const { items } = await harness.engine.run(parameters(ID));
		const { json, binary } = items[0] ?? {};
		expect(json).toMatchObject({
			envelopeID: ID,
			name: `${ID}-original.zip`,
			mediaType: 'application/zip',
			lengthVerified: true,
			structureVerified: true,
		});
		expect(binary?.before).toMatchObject({
			fileName: `${ID}-original.zip`,
			mimeType: 'application/zip',
		});
		const entries = await unzip(await harness.engine.readBinary(binary?.before as never));
		expect([...entries.values()]).toEqual(documents.map(({ pdf }) => pdf));
	});

	it('says that there is nothing yet in an envelope without documents', async () => {
		const { ID } = harness.sandbox.control.envelope({ documents: 0 });
		const { error } = await harness.engine.run(parameters(ID));
		expect(error?.message).toBe(
			'The original documents cannot be downloaded in the current state of the envelope',
		);
		expect(error?.description).toMatch(/The envelope has the status 'drafted'[^]*Add a document/);
	});
});
