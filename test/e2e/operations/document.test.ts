import { DOCX, sampleDocx } from '../../support/files';
import { byId } from '../../support/harness';
import { NODE, prepareHarness } from '../support/harness';
import { ranAll } from '../support/operations';
import { fileStep } from '../support/steps';

const harness = prepareHarness();
const documents = (operation: string, envelopeID: string, more: object = {}) => ({
	resource: 'document',
	operation,
	envelopeId: byId(envelopeID),
	...more,
});
const prepared = (more: object = {}) => {
	const { ID, documents: stored } = harness.sandbox.control.envelope({ documents: 2, ...more });
	return { ID, documentIDs: stored.map((document) => document.ID) };
};

it('adds a Word file and waits until it is processed', async () => {
	const { ID } = prepared();
	const item = { content: (await sampleDocx('Annex')).toString('base64'), fileName: 'annex.docx' };
	const parameters = documents('add', ID, {
		binaryPropertyName: 'data',
		options: { waitUntilProcessed: true },
	});
	const added = await harness.items(parameters, { items: [item], before: [fileStep(DOCX)] });
	expect(added).toMatchObject([{ name: 'annex.docx', status: 'uploaded' }]);
});

it('reads one and lists all', async () => {
	const { ID, documentIDs } = prepared();
	const get = documents('get', ID, { documentId: byId(documentIDs[0]) });
	expect(await harness.items(get)).toMatchObject([{ ID: documentIDs[0] }]);
	expect(await harness.items(documents('getAll', ID))).toMatchObject(
		documentIDs.map((documentID) => ({ ID: documentID })),
	);
});

it('renames one and puts them into another order', async () => {
	const { ID, documentIDs } = prepared();
	const rename = documents('rename', ID, { documentId: byId(documentIDs[0]), name: 'new.pdf' });
	expect(await harness.items(rename)).toMatchObject([{ ID: documentIDs[0], name: 'new.pdf' }]);
	const reversed = [...documentIDs].reverse();
	const reorder = documents('reorder', ID, { documentIds: reversed.join(', ') });
	expect((await harness.items(reorder)).map((document) => document.ID)).toEqual(reversed);
});

it('deletes one', async () => {
	const { ID, documentIDs } = prepared();
	const parameters = documents('delete', ID, { documentId: byId(documentIDs[0]) });
	expect(await harness.items(parameters)).toMatchObject([{ deleted: true }]);
	expect(harness.sandbox.control.get(ID).documents.map((left) => left.ID)).toEqual([
		documentIDs[1],
	]);
});

it('downloads a sealed one as a file', async () => {
	const { ID, documentIDs } = prepared({ status: 'sealed' });
	const documentId = byId(documentIDs[1]);
	const run = await harness.run(
		documents('downloadSealed', ID, { documentId, binaryPropertyName: 'data' }),
	);
	const content = await harness.host.file(run.binary(NODE, 'data'));
	expect(content.subarray(0, 5).toString()).toBe('%PDF-');
	expect(run.json(NODE)).toMatchObject([{ bytes: content.length }]);
});

ranAll(harness, 'document');
