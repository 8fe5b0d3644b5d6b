import { byId, prepareHarness } from '../support/harness';
import { sha256, UNKNOWN_ID } from '../support/samples';

const harness = prepareHarness();

const parameters = (operation: string, envelope: string, document: unknown, more: object = {}) => ({
	resource: 'document',
	operation,
	envelopeId: byId(envelope),
	documentId: byId(document),
	...more,
});

describe('get', () => {
	it('returns the document as the service describes it', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({
			documents: [{ name: 'lease.pdf', pages: 4 }],
		});
		const { items } = await harness.engine.run(parameters('get', ID, documents[0]?.ID));
		expect(items).toEqual([
			{
				json: {
					ID: documents[0]?.ID,
					name: 'lease.pdf',
					createdAt: documents[0]?.createdAt,
					status: 'uploaded',
					sizeBytes: documents[0]?.sizeBytes,
					numPages: 4,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each([
		['envelope', UNKNOWN_ID, undefined],
		['document', undefined, UNKNOWN_ID],
	])('says where to look when the %s does not exist', async (_, envelope, document) => {
		const { ID, documents } = harness.sandbox.control.envelope();
		const { error } = await harness.engine.run(
			parameters('get', envelope ?? ID, document ?? documents[0]?.ID),
		);
		expect(error).toMatchObject({
			httpCode: '404',
			message: 'The envelope or the document was not found',
			description: expect.stringContaining('region'),
		});
	});
});

describe('getAll', () => {
	const getAll = (envelope: unknown) => ({
		resource: 'document',
		operation: 'getAll',
		envelopeId: byId(envelope),
	});

	it('lists one item per document in their order, and spells the status as everywhere', async () => {
		const made = [3, 0, 2].map((documents) => harness.sandbox.control.envelope({ documents }));
		const { items } = await harness.engine.run(getAll('={{ $json.id }}'), {
			items: made.map(({ ID: id }) => ({ json: { id } })),
		});
		expect(items).toEqual(
			made.flatMap(({ documents }, item) =>
				documents.map(({ ID, name, createdAt }) => ({
					json: { ID, name, createdAt, status: 'uploaded' },
					pairedItem: { item },
				})),
			),
		);
	});
});

describe('rename', () => {
	const rename = async (envelope: string, document: unknown, name: string) =>
		await harness.engine.run(parameters('rename', envelope, document, { name }));

	it('sends a name as it was entered, however long, and explains the refusal', async () => {
		const { ID, documents } = harness.sandbox.control.envelope();
		const { items } = await rename(ID, documents[0]?.ID, ' A  name ');
		expect(items[0]?.json.name).toBe(' A  name ');
		const { error } = await rename(ID, documents[0]?.ID, 'n'.repeat(256));
		expect(error).toMatchObject({
			httpCode: '400',
			description: expect.stringContaining('255 characters'),
		});
	});
});

describe('delete', () => {
	it('removes the document and answers which', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({ documents: 2, fields: true });
		const [gone, left] = documents;
		const { items } = await harness.engine.run(parameters('delete', ID, gone?.ID));
		expect(items).toEqual([
			{
				json: { deleted: true, envelopeID: ID, documentID: gone?.ID },
				pairedItem: { item: 0 },
			},
		]);
		expect(harness.sandbox.control.get(ID).documents).toEqual([left]);
	});
});

describe('what a sent envelope does not allow', () => {
	it.each([
		['rename', { name: 'new' }, 'This document can no longer be changed'],
		['delete', {}, 'The documents of this envelope can no longer be changed'],
		[
			'reorder',
			{ documentIds: '={{ $json.all }}' },
			'The order of the documents can no longer be changed',
		],
	])('%s is refused with the state that the envelope is in', async (operation, more, message) => {
		const { ID, documents } = harness.sandbox.control.envelope({ status: 'sent', documents: 2 });
		const before = structuredClone(documents);
		const { error } = await harness.engine.run(parameters(operation, ID, documents[0]?.ID, more), {
			items: [{ json: { all: documents.map((one) => one.ID).reverse() } }],
		});
		expect(error).toMatchObject({
			httpCode: '409',
			message,
			description: expect.stringContaining("The envelope has the status 'sent'."),
		});
		expect(harness.sandbox.control.get(ID).documents).toEqual(before);
	});
});

describe('downloadSealed', () => {
	const download = (envelope: string, document: unknown) =>
		parameters('downloadSealed', envelope, document, { binaryPropertyName: 'contract' });

	it('stores the signed PDF of one document and describes it', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({ status: 'sealed', documents: 2 });
		const documentID = documents[1]?.ID;
		const { items } = await harness.engine.run(download(ID, documentID));
		const { json, binary } = items[0] ?? {};
		const content = await harness.engine.readBinary(binary?.contract as never);
		expect(json).toEqual({
			envelopeID: ID,
			documentID,
			name: `${documentID}-sealed.pdf`,
			mediaType: 'application/pdf',
			bytes: content.length,
			sha256: sha256(content),
			retrievedAt: expect.any(String),
			lengthVerified: true,
			structureVerified: true,
		});
		expect(content.subarray(0, 5).toString()).toBe('%PDF-');
	});

	it('says that there is nothing yet, and in which state the envelope is', async () => {
		const { ID, documents } = harness.sandbox.control.envelope({ status: 'processing' });
		const { error } = await harness.engine.run(download(ID, documents[0]?.ID));
		expect(error).toMatchObject({
			httpCode: '409',
			message: 'The document is not sealed yet, so there is nothing to download',
			description: expect.stringContaining("The envelope has the status 'processing'."),
		});
	});
});
