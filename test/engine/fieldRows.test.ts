import { byId, prepareHarness } from '../support/harness';

const harness = prepareHarness();

it('takes rows that another node has read, with the ID and the document that they had there', async () => {
	const { ID, documents, participants } = harness.sandbox.control.envelope({
		documents: [{ name: 'contract.pdf', pages: 1 }],
		participants: [{}],
	});
	const [document] = documents;
	const row = {
		ID: 'aaaaaaaa-0000-4000-8000-000000000001',
		documentID: document?.ID,
		participantID: participants[0]?.ID,
		type: 'signature',
		page: 1,
		boundingBox: [10, 20, 100, 40],
	};
	const { result } = harness.engine.start({
		resource: 'field',
		operation: 'createMany',
		inputMode: 'json',
		envelopeId: byId(ID),
		documentId: byId(document?.ID),
		fieldsJson: JSON.stringify([row]),
	});
	await result;

	expect(document?.fields).toMatchObject([{ type: 'signature', boundingBox: [10, 20, 100, 40] }]);
	expect(document?.fields[0]?.ID).not.toBe(row.ID);
});
