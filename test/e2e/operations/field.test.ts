import { plainPdf } from '../../../sandbox/files/plainPdf';
import { byId } from '../../support/harness';
import { prepareHarness } from '../support/harness';
import { ranAll } from '../support/operations';

const harness = prepareHarness();
const box = { page: 1, unit: 'pt', x: 10, y: 20, width: 100, height: 30, required: true };

function prepared() {
	const { ID, documents, participants } = harness.sandbox.control.envelope();
	const fields = (operation: string, more: object = {}) => ({
		resource: 'field',
		operation,
		envelopeId: byId(ID),
		documentId: byId(documents[0]?.ID),
		...more,
	});
	const stored = () => harness.sandbox.control.get(ID).documents[0]?.fields ?? [];
	return { fields, stored, signer: participants[0]?.ID, document: documents[0] };
}

it('places one', async () => {
	const { fields, stored, signer } = prepared();
	const created = await harness.items(
		fields('create', { participantId: byId(signer), type: 'signature', ...box }),
	);
	expect(created).toMatchObject([{ type: 'signature', boundingBox: [10, 20, 100, 30] }]);
	expect(stored()).toHaveLength(1);
});

it('places many, lists them, changes one and deletes them', async () => {
	const { fields, stored, signer } = prepared();
	const rows = [
		{ type: 'date', format: 'YYYY-MM-DD', ...box },
		{ type: 'custom', label: 'Customer number', ...box, y: 200 },
	].map((row) => ({ participantID: signer, ...row }));
	await harness.items(
		fields('createMany', { inputMode: 'json', fieldsJson: JSON.stringify(rows) }),
	);
	const listed = await harness.items(fields('getAll'));
	expect(listed).toMatchObject([{ type: 'date' }, { type: 'custom', label: 'Customer number' }]);
	const fieldId = byId(listed[1]?.ID);
	await harness.items(fields('update', { fieldId, updateFields: { label: 'Contract number' } }));
	expect(stored()[1]).toMatchObject({ label: 'Contract number' });
	const removed = await harness.items(fields('delete', { fieldId: byId('={{ $json.ID }}') }), {
		items: listed.map(({ ID }) => ({ ID })),
	});
	expect(removed).toMatchObject([{ deleted: true }, { deleted: true }]);
	expect(stored()).toEqual([]);
});

it('places them at the tags of a document, and at a text', async () => {
	const { fields, stored, signer, document } = prepared();
	const lines = ['[[signature:1]]', '[[date:1]]', ...Array<string>(8).fill('A line'), 'Sign here:'];
	if (document) document.pdf = plainPdf([lines]);
	await harness.items(fields('createFromTags'));
	expect(stored()).toMatchObject([{ type: 'signature' }, { type: 'date' }]);
	const rows = [{ type: 'initials', participantID: signer, text: 'Sign here:', place: 'rightOf' }];
	await harness.items(
		fields('createMany', { inputMode: 'json', fieldsJson: JSON.stringify(rows) }),
	);
	expect(stored()[2]).toMatchObject({ type: 'initials', page: 1 });
});

ranAll(harness, 'field');
