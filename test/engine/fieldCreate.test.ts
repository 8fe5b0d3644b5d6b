import { binaryOf } from '../support/files';
import { byId, prepareHarness } from '../support/harness';
import { pdf } from '../support/samples';

const harness = prepareHarness();

const CREATE = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}';

const creating = (more: object = {}) => ({
	resource: 'field',
	operation: 'create',
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
	participantId: byId('={{ $json.signer }}'),
	type: 'signature',
	page: 1,
	unit: 'pt',
	x: 72,
	y: 100.5,
	width: 150,
	height: 40,
	required: true,
	options: { allowOverlappingFields: true },
	...more,
});

/** A draft with one document of three pages and one signer, and an item for each addition. */
function draft(...additions: object[]) {
	const { ID, documents, participants } = harness.sandbox.control.envelope({
		documents: [{ name: 'contract.pdf', pages: 3 }],
	});
	const [document] = documents;
	const json = { envelope: ID, document: document?.ID, signer: participants[0]?.ID };
	const items = (additions.length > 0 ? additions : [{}]).map((one) => ({
		json: { ...json, ...one },
	}));
	return { ...json, items, record: document, fields: () => document?.fields ?? [] };
}

const sent = () => harness.sandbox.log.requests.at(-1)?.body as Record<string, unknown>;

it('sends page and required even if they are not set, and answers with the new field', async () => {
	const { document, signer, items, fields } = draft();
	const unset = creating({ page: undefined, required: undefined });
	const outcome = await harness.engine.run(unset, { items });
	const body = {
		type: 'signature',
		participantID: signer,
		boundingBox: [72, 100.5, 150, 40],
		page: 1,
		required: true,
	};
	expect(sent()).toEqual(body);
	expect(outcome.items).toEqual([
		{
			json: {
				ID: fields()[0]?.ID,
				documentID: document,
				...body,
			},
			pairedItem: { item: 0 },
		},
	]);
});

describe('a page counted from the end', () => {
	const counting = creating({ page: '={{ $json.page }}', y: '={{ $json.y }}' });
	const places = (...pages: number[]) => draft(...pages.map((page, n) => ({ page, y: 50 * n })));

	it('is sent as the number that it has in the document', async () => {
		const { items, fields } = places(-1, 1, -2, -3);
		const { error } = await harness.engine.run(counting, { items });
		expect(error).toBeUndefined();
		expect(fields().map(({ page }) => page)).toEqual([3, 1, 2, 1]);
	});

	it('is refused where there is no such page, and nothing is placed', async () => {
		const { items, fields } = places(1, -4);
		const { error } = await harness.engine.run(counting, { items });
		expect(error?.message).toBe('There is no page -4: the document has 3 pages');
		expect(error?.context.itemIndex).toBe(1);
		expect(fields()).toEqual([]);
	});

	it('is not guessed where nothing tells how many there are', async () => {
		const { items, fields, record } = places(-1);
		if (record) Object.assign(record, { numPages: 0, status: 'pending' });
		const { error } = await harness.engine.run(counting, { items });
		expect(error?.message).toBe('The number of pages of the document is not known yet');
		expect(error?.description).toContain('Nothing was sent');
		expect(fields()).toEqual([]);
	});

	it('costs one more request, and none if no page is counted from the end', async () => {
		const { items } = places(1, 2);
		await harness.engine.run(counting, { items });
		expect(harness.sandbox.log.count(DOCUMENT)).toBe(0);
	});
});

it('refuses fields of one signer that lie on each other before anything is sent, also where they come as two items', async () => {
	const { items, fields } = draft({}, {});
	const { error } = await harness.engine.run(creating({ options: {} }), { items });
	expect(error?.message).toBe(
		"The signature field overlaps the signature field of another item on page 1 of 'contract.pdf'",
	);
	expect(error?.context.itemIndex).toBe(1);
	expect(fields()).toEqual([]);
});

it('refuses a box outside its page before anything is sent, with the file of the document at hand', async () => {
	const { items, fields } = draft();
	const binary = { pdf: binaryOf(pdf(3), 'contract.pdf') };
	const { error } = await harness.engine.run(
		creating({ options: { documentFile: 'pdf' }, x: 5_000 }),
		{ items: items.map((item) => ({ ...item, binary })) },
	);
	expect(error?.message).toMatch(/^The field .*page 1/);
	expect(error?.description).toContain('Nothing was sent');
	expect(fields()).toEqual([]);
});

it('finds the one who cannot sign by the role, after the service has refused the request', async () => {
	const { ID, documents, participants } = harness.sandbox.control.envelope({
		participants: [{}, { role: 'cc' }, {}],
	});
	const onFirst = creating({ envelopeId: byId(ID), documentId: byId(documents[0]?.ID) });
	const { error } = await harness.engine.run(onFirst, {
		items: participants.map((one) => ({ json: { signer: one.ID } })),
	});
	expect(error).toMatchObject({
		message: 'The participant of a field does not exist in this envelope or cannot sign',
		description: expect.stringContaining('No field was added or changed by this request.'),
	});
	expect(error?.context.itemIndex).toBe(1);
	expect(documents[0]?.fields).toEqual([]);
});

it('makes one request per document', async () => {
	const { ID, documents, participants } = harness.sandbox.control.envelope({ documents: 2 });
	const items = Array.from({ length: 6 }, (_, n) => ({
		json: { envelope: ID, document: documents[n % 2]?.ID, signer: participants[0]?.ID, n },
	}));
	const outcome = await harness.engine.run(creating({ x: '={{ $json.n }}' }), { items });
	expect(harness.sandbox.log.count(CREATE)).toBe(2);
	expect(
		outcome.items.map(({ json }) => [json.documentID, (json.boundingBox as number[])[0]]),
	).toEqual(items.map(({ json }) => [json.document, json.n]));
});
