import type { LoggedRequest } from '../../sandbox';
import { addition, envelopeParameters, prepareHarness } from '../support/harness';
import { pairs, pdf, sha256, withFile } from '../support/samples';

const harness = prepareHarness();
const ADD = 'POST /sign/envelopes/{envelopeID}/documents';

const draft = () => harness.sandbox.control.envelope({ documents: 0 });
const uploads = () => harness.sandbox.log.requests.filter(({ route }) => route === ADD);

/** What the service received in the two parts. */
function received({ body }: LoggedRequest) {
	const { metadata, payload } = body as {
		metadata: { text: string; contentType: string };
		payload: { contentType: string; size: number; sha256: string };
	};
	return { metadata: JSON.parse(metadata.text) as object, type: metadata.contentType, payload };
}

it('uploads the file under its own name and answers with the new document', async () => {
	const { ID } = draft();
	const file = pdf(2);
	const { items } = await harness.engine.run(addition(ID), {
		items: [withFile(file, 'lease.pdf')],
	});
	const [kept] = harness.sandbox.control.get(ID).documents;
	expect(items).toEqual([
		{
			json: { ID: kept?.ID, name: 'lease.pdf', createdAt: kept?.createdAt, status: 'pending' },
			pairedItem: { item: 0 },
		},
	]);
	await harness.sandbox.control.idle();
	expect(kept).toMatchObject({ status: 'uploaded', numPages: 2, pdf: file });
});

it('sends a PDF without a content type, whatever says that it is one', async () => {
	const { ID } = draft();
	const file = pdf();
	await harness.engine.run(addition(ID, { contentType: '={{ $json.type }}' }), {
		items: [
			withFile(file, 'a.pdf', 'application/pdf', { type: '' }),
			withFile(file, 'b.PDF', 'application/octet-stream', { type: '' }),
			withFile(file, 'c', 'text/plain', { type: ' Application/PDF ' }),
		],
	});
	expect(uploads().map(received)).toEqual(
		['a.pdf', 'b.PDF', 'c'].map((name) => ({
			metadata: { name },
			type: 'application/json',
			payload: expect.objectContaining({
				contentType: 'application/pdf',
				size: file.length,
				sha256: sha256(file),
			}),
		})),
	);
});

it.each([
	['its label', 'letter.bin', 'application/msword', '', 'application/msword'],
	['its label without parameters', 'page', 'text/html; charset=utf-8', '', 'text/html'],
	[
		'its label in another case',
		'letter.docm',
		'APPLICATION/VND.MS-WORD.DOCUMENT.MACROENABLED.12',
		'',
		'application/vnd.ms-word.document.macroEnabled.12',
	],
	['its extension when labeled as bytes', 'scan.PNG', 'application/octet-stream', '', 'image/png'],
	['its extension when labeled as text', 'list.csv', 'text/plain', '', 'text/csv'],
	['its extension when labeled loosely', 'photo.jpg', 'image/jpg', '', 'image/jpeg'],
	['the input', 'table.csv', 'text/csv', 'application/vnd.ms-excel', 'application/vnd.ms-excel'],
])('takes the type of a file from %s', async (_, fileName, mimeType, contentType, sent) => {
	const { ID } = draft();
	const { error } = await harness.engine.run(addition(ID, { contentType }), {
		items: [withFile(Buffer.from('anything'), fileName, mimeType)],
	});
	expect(error).toBeUndefined();
	expect(uploads().map(received)).toMatchObject([
		{
			metadata: { name: fileName, contentType: sent },
			// The reader of the parts makes it lower case.
			payload: { contentType: sent.toLowerCase() },
		},
	]);
});

it('takes the type from the extension of the entered name when the file has none', async () => {
	const { ID } = draft();
	await harness.engine.run(addition(ID, { name: 'Offer.rtf' }), {
		items: [withFile(Buffer.from('{\\rtf1}'), undefined, 'application/octet-stream')],
	});
	expect(uploads().map(received)).toMatchObject([
		{ metadata: { name: 'Offer.rtf', contentType: 'application/rtf' } },
	]);
});

it.each([
	'application/octet-stream',
	'binary/octet-stream',
	'Application/Octet-Stream; charset=utf-8',
])('knows a PDF that is labeled as %s and has no extension', async (label) => {
	const { ID } = draft();
	const { error } = await harness.engine.run(addition(ID), {
		items: [withFile(pdf(), 'download', label)],
	});
	expect(error).toBeUndefined();
	const [{ metadata, payload } = {} as never] = uploads().map(received);
	expect(metadata).toEqual({ name: 'download' });
	expect(payload).toMatchObject({ contentType: 'application/pdf' });
});

it('sends a PDF as bytes where the user chose that', async () => {
	const { ID } = draft();
	const contentType = 'application/octet-stream';
	await harness.engine.run(addition(ID, { contentType }), { items: [withFile(pdf(), 'a.pdf')] });
	expect(uploads().map(received)).toMatchObject([{ metadata: { contentType } }]);
});

it('takes name and binary field from expressions, per item', async () => {
	const { ID } = draft();
	const [first, second] = [pdf(1, 'first'), pdf(1, 'second')];
	const inField = (field: string, file: Buffer, name: string) => {
		const { binary } = withFile(file, 'file.pdf');
		return { json: { field, name }, binary: { [field]: binary?.data as never } };
	};
	await harness.engine.run(
		addition(ID, { binaryPropertyName: '={{ $json.field }}', name: '={{ $json.name }}' }),
		{ items: [inField('offer', first, 'Offer'), inField('annex', second, '')] },
	);
	expect(uploads().map(received)).toMatchObject([
		{ metadata: { name: 'Offer' }, payload: { sha256: sha256(first) } },
		{ metadata: { name: 'file.pdf' }, payload: { sha256: sha256(second) } },
	]);
});

it('adds the documents of many items one by one, in the order of the items', async () => {
	const { ID } = draft();
	// The first ones are slow: sent at the same time, the others would overtake them.
	harness.sandbox.faults.next(ADD, { kind: 'delay', ms: 60 }, 3);
	const names = Array.from({ length: 12 }, (_, n) => `document ${n}.pdf`);
	const { items } = await harness.engine.run(addition(ID, { options: { maxConcurrency: 20 } }), {
		items: names.map((name) => withFile(pdf(), name)),
	});
	expect(harness.sandbox.control.get(ID).documents.map(({ name }) => name)).toEqual(names);
	expect(items.map(({ json }) => json.name)).toEqual(names);
	expect(pairs(items)).toEqual(names.map((_, item) => ({ item })));
	expect(harness.sandbox.log.maxInFlight).toBe(1);
});

it('sends the whole file again when the token was revoked in the meantime', async () => {
	const { ID } = draft();
	await harness.engine.run(envelopeParameters('get', ID));
	harness.sandbox.control.revokeTokens();
	const file = pdf(3);
	const { items } = await harness.engine.run(addition(ID), { items: [withFile(file, 'a.pdf')] });
	expect(items[0]?.json).toMatchObject({ name: 'a.pdf', status: 'pending' });
	expect(uploads().map(({ status }) => status)).toEqual([401, 201]);
	expect(uploads().map((upload) => received(upload).payload.sha256)).toEqual([
		sha256(file),
		sha256(file),
	]);
	expect(harness.sandbox.control.get(ID).documents).toHaveLength(1);
});

it('goes on with a new token when the old one ends between two files', async () => {
	const { ID } = draft();
	harness.sandbox.faults.next(ADD, { kind: 'delay', ms: 0 });
	harness.sandbox.faults.next(ADD, { kind: 'status', status: 401 });
	const names = ['a.pdf', 'b.pdf', 'c.pdf'];
	const { error } = await harness.engine.run(addition(ID), {
		items: names.map((name) => withFile(pdf(), name)),
	});
	expect(error).toBeUndefined();
	expect(harness.sandbox.control.get(ID).documents.map(({ name }) => name)).toEqual(names);
	expect(uploads().map(({ status }) => status)).toEqual([201, 401, 201, 201]);
	expect(harness.sandbox.log.count('POST /oauth/token')).toBe(2);
});
