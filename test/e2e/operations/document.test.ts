import { DOCX, sampleDocx } from '../../support/files';
import { byId } from '../../support/ground';
import { NODE, prepareGround } from '../support/ground';
import { ranAll } from '../support/operations';
import { fileStep } from '../support/steps';

const ground = prepareGround();
const documents = (operation: string, envelopeID: string, more: object = {}) => ({
	resource: 'document',
	operation,
	envelopeId: byId(envelopeID),
	...more,
});
const prepared = (more: object = {}) => {
	const { ID, documents: stored } = ground.sandbox.control.envelope({ documents: 2, ...more });
	return { ID, documentIDs: stored.map((document) => document.ID) };
};

it('adds a Word file and waits until it is processed', async () => {
	const { ID } = prepared();
	const item = { content: (await sampleDocx('Annex')).toString('base64'), fileName: 'annex.docx' };
	const parameters = documents('add', ID, {
		binaryPropertyName: 'data',
		options: { waitUntilProcessed: true },
	});
	const added = await ground.items(parameters, { items: [item], before: [fileStep(DOCX)] });
	expect(added).toMatchObject([{ name: 'annex.docx', status: 'uploaded' }]);
});

it('reads one and lists all', async () => {
	const { ID, documentIDs } = prepared();
	const get = documents('get', ID, { documentId: byId(documentIDs[0]) });
	expect(await ground.items(get)).toMatchObject([{ ID: documentIDs[0] }]);
	expect(await ground.items(documents('getAll', ID))).toMatchObject(
		documentIDs.map((documentID) => ({ ID: documentID })),
	);
});

it('renames one and puts them into another order', async () => {
	const { ID, documentIDs } = prepared();
	const rename = documents('rename', ID, { documentId: byId(documentIDs[0]), name: 'new.pdf' });
	expect(await ground.items(rename)).toMatchObject([{ ID: documentIDs[0], name: 'new.pdf' }]);
	const reversed = [...documentIDs].reverse();
	const reorder = documents('reorder', ID, { documentIds: reversed.join(', ') });
	expect((await ground.items(reorder)).map((document) => document.ID)).toEqual(reversed);
});

it('deletes one', async () => {
	const { ID, documentIDs } = prepared();
	const parameters = documents('delete', ID, { documentId: byId(documentIDs[0]) });
	expect(await ground.items(parameters)).toMatchObject([{ deleted: true }]);
	expect(ground.sandbox.control.get(ID).documents.map((left) => left.ID)).toEqual([documentIDs[1]]);
});

it('downloads a sealed one as a file', async () => {
	const { ID, documentIDs } = prepared({ status: 'sealed' });
	const documentId = byId(documentIDs[1]);
	const run = await ground.run(
		documents('downloadSealed', ID, { documentId, binaryPropertyName: 'data' }),
	);
	const content = await ground.host.file(run.binary(NODE, 'data'));
	expect(content.subarray(0, 5).toString()).toBe('%PDF-');
	expect(run.json(NODE)).toMatchObject([{ bytes: content.length }]);
});

ranAll(ground, 'document');
