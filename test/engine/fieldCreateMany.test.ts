import { skipPauses } from '../support/skipPauses';
import { byId, prepareHarness } from '../support/harness';
import { pairs, UNKNOWN_ID } from '../support/samples';
import { formField } from '../support/formRows';

const harness = prepareHarness();
skipPauses();
const CREATE = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';

function draft() {
	const { ID, documents, participants } = harness.sandbox.control.envelope({
		documents: [{ name: 'contract.pdf', pages: 3 }],
		participants: [{}, {}],
	});
	const [document] = documents;
	const [ann = '', bob = ''] = participants.map((one) => one.ID);
	const many = (more: object) => ({
		resource: 'field',
		operation: 'createMany',
		envelopeId: byId(ID),
		documentId: byId(document?.ID),
		...more,
	});
	const fromJson = (fieldsJson: unknown = '={{ $json.list }}') =>
		many({ inputMode: 'json', fieldsJson });
	return {
		ann,
		bob,
		many,
		fromJson,
		document: document?.ID,
		fields: () => document?.fields ?? [],
	};
}

/** Two rows, and what the service must receive for them. */
const rowsFor = (ann: unknown, bob: unknown, key = 'participantID') => [
	{
		type: 'custom',
		label: 'Customer',
		[key]: ann,
		unit: 'inch',
		x: 1,
		y: 1,
		width: 2,
		height: 0.5,
	},
	{ type: 'date', [key]: bob, page: 3, x: 10, y: 20, width: 30, height: 40, required: false },
];
const madeFor = (ann: string, bob: string) => [
	{
		type: 'custom',
		participantID: ann,
		boundingBox: [72, 72, 144, 36],
		page: 1,
		required: true,
		label: 'Customer',
	},
	{
		type: 'date',
		participantID: bob,
		boundingBox: [10, 20, 30, 40],
		page: 3,
		required: false,
		format: 'YYYY-MM-DD',
		modifiable: false,
	},
];

it('places the rows of the form in one request, each for the person chosen in it', async () => {
	const { ann, bob, many, fields } = draft();
	const { error, items } = await harness.engine.run(
		many({
			inputMode: 'form',
			fields: { field: rowsFor(byId(ann), byId(bob), 'participantId').map(formField) },
		}),
	);
	expect(error).toBeUndefined();
	expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({ items: madeFor(ann, bob) });
	expect(items.map(({ json }) => json)).toEqual(fields());
	expect(pairs(items)).toEqual([{ item: 0 }, { item: 0 }]);
	expect(harness.sandbox.log.count(CREATE)).toBe(1);
});

it.each<[string, (ann: string, bob: string) => unknown]>([
	["the contract's own fields", (ann, bob) => madeFor(ann, bob)],
	['locators as n8n stores them', (ann, bob) => rowsFor(byId(ann), byId(bob), 'participantId')],
])('places the fields of a list in JSON: %s', async (_, list) => {
	const { ann, bob, fromJson, fields } = draft();
	const { error } = await harness.engine.run(fromJson(), {
		items: [{ json: { list: list(ann, bob) as string } }],
	});
	expect(error).toBeUndefined();
	expect(harness.sandbox.log.requests.at(-1)?.body).toEqual({ items: madeFor(ann, bob) });
	expect(fields()).toHaveLength(2);
});

describe('a wrong list sends nothing', () => {
	const good = (participantID: string) => ({
		type: 'name',
		participantID,
		x: 1,
		y: 1,
		width: 9,
		height: 9,
	});

	it.each<[string, (ann: string) => unknown, string]>([
		[
			'a key of Create and Send',
			(ann) => [{ ...good(ann), document: 2 }],
			"'document' is not a known key",
		],
		[
			'a row of another document',
			(ann) => [{ ...good(ann), documentID: UNKNOWN_ID }],
			"'documentID' is not the ID of the chosen document",
		],
		[
			'no ID',
			(ann) => [good(ann), good('ann@example.com')],
			"Field 2: The participant ID must be a valid ID, not 'ann@example.com': find it with 'Get Many'",
		],
	])('%s', async (_, list, message) => {
		const { ann, fromJson } = draft();
		const { error } = await harness.engine.run(fromJson(), {
			items: [{ json: { list: [good(ann)] } }, { json: { list: list(ann) as string } }],
		});
		expect(error?.message).toContain(message);
		expect(error?.description).toContain('Nothing was sent.');
		expect(error?.context.itemIndex).toBe(1);
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

it('refuses fields that lie on each other once pages are counted from the end', async () => {
	const { ann, fromJson, fields } = draft();
	const at = { type: 'signature', participantID: ann, x: 10, y: 10, width: 100, height: 30 };
	const { error } = await harness.engine.run(
		fromJson(
			JSON.stringify([
				{ ...at, page: 3 },
				{ ...at, page: 1 },
				{ ...at, page: -1 },
			]),
		),
	);
	expect(error?.message).toBe("Field 3 overlaps field 1 on page 3 of 'contract.pdf'");
	expect(fields()).toEqual([]);
});

describe('a field over one that is there already', () => {
	const at = (participantID: unknown) => ({
		type: 'date',
		participantID,
		page: 2,
		x: 10,
		y: 10,
		width: 100,
		height: 30,
	});

	it('is refused, also from another step, unless that is allowed', async () => {
		const { ann, bob, fromJson, fields } = draft();
		await harness.engine.run(fromJson(JSON.stringify([{ ...at(ann), type: 'signature' }])));
		const list = [
			{ ...at(ann), page: 1 },
			{ ...at(ann), x: 109, y: 30 },
		];
		const none = await harness.engine.run(fromJson(JSON.stringify(list)));
		expect(none.error).toBeUndefined();
		const over = fromJson(JSON.stringify([{ ...at(ann), x: 60 }]));
		const { error } = await harness.engine.run(over);
		expect(error?.message).toBe(
			"The date field overlaps an existing signature field on page 2 of 'contract.pdf'",
		);
		expect(error?.description).toContain("'Allow Overlapping Fields'");
		const other = await harness.engine.run(fromJson(JSON.stringify([at(bob)])));
		expect(other.error?.message).toBe(
			"The date field for 'person2@example.com' overlaps an existing signature field for 'person1@example.com' on page 2 of 'contract.pdf'",
		);
		expect(fields()).toHaveLength(3);
		await harness.engine.run({ ...over, options: { allowOverlappingFields: true } });
		expect(fields()).toHaveLength(4);
	});
});

it('takes rows that another node has read, with the ID and the document that they had there', async () => {
	const { document, ann, fromJson, fields } = draft();
	const row = {
		ID: 'aaaaaaaa-0000-4000-8000-000000000001',
		documentID: document,
		participantID: ann,
		type: 'signature',
		page: 1,
		boundingBox: [10, 20, 100, 40],
		reconciled: true,
		participantEmail: 'person1@example.com',
	};
	await harness.engine.run(fromJson(JSON.stringify([row])));

	expect(fields()).toMatchObject([{ type: 'signature', boundingBox: [10, 20, 100, 40] }]);
	expect(fields()[0]?.ID).not.toBe(row.ID);
});
