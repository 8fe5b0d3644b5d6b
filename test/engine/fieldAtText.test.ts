import type { INodeExecutionData } from 'n8n-workflow';

import { plainPdf } from '../../sandbox/files/plainPdf';
import { skipPauses } from '../support/skipPauses';
import { binaryOf, zipOf } from '../support/files';
import { byId, prepareHarness } from '../support/harness';
import { pairs } from '../support/samples';

const harness = prepareHarness();
skipPauses();
const CREATE = 'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields';
const ORIGINAL = 'GET /sign/envelopes/{envelopeID}:download-original';

const PAGES = [
	['Lease', 'Signature: ____'],
	['Signature: ____', '[[signature:1]] [[date:person2@example.com]]'],
];

/** A draft of two documents; the second one has these pages. */
function draft(pages = PAGES) {
	const { ID, documents, participants } = harness.sandbox.control.envelope({
		documents: [{ name: 'terms.pdf' }, { name: 'lease.docx' }],
		participants: [{}, {}, { role: 'cc' }],
	});
	const document = documents[1] as (typeof documents)[0];
	document.pdf = plainPdf(pages);
	document.numPages = pages.length;
	const common = { resource: 'field', envelopeId: byId(ID), documentId: byId(document.ID) };
	return { common, document, people: participants.map((one) => one.ID) };
}

const boxes = ({ fields }: ReturnType<typeof draft>['document']) =>
	fields.map(({ type, page, boundingBox }) => [type, page, ...boundingBox.map(Math.round)]);

const messageOf = ({ error }: { error?: { message: string; description?: string | null } }) =>
	`${error?.message}\n${error?.description}`;

describe('Create', () => {
	const atText = (more: object = {}) => ({
		operation: 'create',
		type: 'signature',
		required: true,
		unit: 'pt',
		placement: 'atText',
		text: 'Signature:',
		place: 'below',
		occurrence: 'every',
		offsetX: 0,
		offsetY: 2,
		width: 100,
		height: 30,
		...more,
	});

	it('places one field at each place of a text, all of them paired with their item', async () => {
		const { common, document, people } = draft();
		const options = { allowOverlappingFields: true };
		const parameters = {
			...common,
			...atText({ options }),
			participantId: byId('={{ $json.who }}'),
		};
		const items = people.slice(0, 2).map((who) => ({ json: { who } }));
		const outcome = await harness.engine.run(parameters, { items });
		expect(outcome.error).toBeUndefined();
		expect(boxes(document)).toEqual(
			[...items, ...items].map((_, n) => ['signature', (n % 2) + 1, 56, n % 2 ? 63 : 79, 100, 30]),
		);
		expect(pairs(outcome.items)).toEqual([0, 0, 1, 1].map((item) => ({ item })));
		// The document is fetched once for all items, and the fields travel together.
		expect(harness.sandbox.log.count(ORIGINAL)).toBe(1);
		expect(harness.sandbox.log.count(CREATE)).toBe(1);
	});

	it('does not fetch the document for a field at a position', async () => {
		const { common, document, people } = draft();
		const position = { placement: 'atPosition', page: -1, x: 10, y: 20 };
		const { error } = await harness.engine.run({
			...common,
			...atText(position),
			participantId: byId(people[0]),
		});
		expect(error).toBeUndefined();
		expect(boxes(document)).toEqual([['signature', 2, 10, 20, 100, 30]]);
		expect(harness.sandbox.log.count(ORIGINAL)).toBe(0);
	});

	it('refuses one item of several before anything is created for the others', async () => {
		const { common, document, people } = draft();
		const parameters = {
			...common,
			...atText({ text: '={{ $json.text }}' }),
			participantId: byId(people[0]),
		};
		const items = [{ json: { text: 'Signature:' } }, { json: { text: 'SIGNATURE:' } }];
		const outcome = await harness.engine.run(parameters, { items });
		expect(messageOf(outcome)).toContain(
			"The text 'SIGNATURE:' was not found on any of the 2 pages of 'lease.docx'",
		);
		expect(messageOf(outcome)).toContain("Similar texts: 'Signature:' on page 1");
		expect(outcome.error?.context.itemIndex).toBe(1);
		expect(document.fields).toEqual([]);
		expect(harness.sandbox.log.count(CREATE)).toBe(0);
	});

	it.each([
		['an empty text', { text: '' }, "The 'Text' is empty"],
		['an unknown placement', { placement: '={{ "atImage" }}' }, "The 'Placement' must be one of"],
	])('refuses %s', async (_, wrong, message) => {
		const { common, people } = draft();
		const outcome = await harness.engine.run({
			...common,
			...atText(wrong),
			participantId: byId(people[0]),
		});
		expect(messageOf(outcome)).toContain(message);
		expect(harness.sandbox.log.count()).toBe(0);
	});
});

describe('Create Many', () => {
	const many = (fieldsJson: unknown, options: Record<string, string> = {}) => ({
		operation: 'createMany',
		inputMode: 'json',
		fieldsJson: JSON.stringify(fieldsJson),
		options,
	});

	it('takes rows by text and by position', async () => {
		const { common, document, people } = draft();
		const [participantID] = people;
		const rows = [
			{
				type: 'signature',
				participantID,
				text: 'Signature:',
				occurrence: 2,
				place: 'rightOf',
			},
			{ type: 'name', participantID, x: 10, y: 300, width: 100, height: 20, page: -1 },
			{
				type: 'custom',
				label: 'Town',
				participantID,
				text: 'Lease',
				page: 1,
				place: 'below',
				occurrence: '',
				unit: '',
				width: '',
				height: null,
				offsetX: ' ',
				x: '',
			},
		];
		const { error } = await harness.engine.run({ ...common, ...many(rows) });
		expect(error).toBeUndefined();
		expect(boxes(document)).toEqual([
			['signature', 2, 109, 37 - 16, 150, 40],
			['name', 2, 10, 300, 100, 20],
			['custom', 1, 56, 61, 150, 40],
		]);
	});

	it('names the row that is wrong', async () => {
		const { common, people } = draft();
		const [participantID] = people;
		const rows = ['Lease', 'Nothing'].map((text) => ({ type: 'name', participantID, text }));
		const outcome = await harness.engine.run({ ...common, ...many(rows) });
		expect(messageOf(outcome)).toContain("Field 2: The text 'Nothing' was not found");
		expect(harness.sandbox.log.count(CREATE)).toBe(0);
	});

	describe('the PDF of the document', () => {
		const row = (participantID = '') => [{ type: 'name', participantID, text: 'Lease' }];
		const zipped = async (files: Record<string, Buffer>) => ({
			kind: 'body' as const,
			contentType: 'application/zip',
			body: await zipOf(files),
		});

		it.each<[string, Record<string, Buffer>, string]>([
			['is not certain', { 'x.pdf': plainPdf(PAGES) }, 'it is not clear which file in the ZIP'],
			['is no PDF', { 'lease.docx': Buffer.from('PK') }, "'lease.docx' in the ZIP is not a PDF"],
		])('is asked for as an input if it %s', async (_, files, message) => {
			const { common, people } = draft();
			harness.sandbox.faults.always(ORIGINAL, await zipped(files));
			const outcome = await harness.engine.run({ ...common, ...many(row(people[0])) });
			expect(messageOf(outcome)).toContain(`The PDF of 'lease.docx' could not be downloaded`);
			expect(messageOf(outcome)).toContain(message);
			expect(messageOf(outcome)).toContain("enter the name of its binary field in 'Document File'");
			expect(harness.sandbox.log.count(CREATE)).toBe(0);
		});

		it('is asked for as an input if the service refuses it, or the document is not ready', async () => {
			const { common, document, people } = draft();
			harness.sandbox.faults.always(ORIGINAL, { kind: 'status', status: 409 });
			const job = { ...common, ...many(row(people[0])) };
			expect(messageOf(await harness.engine.run(job))).toContain(
				'the service refused it with status 409',
			);
			document.status = 'pending';
			expect(messageOf(await harness.engine.run(job))).toContain(
				"The service has not processed 'lease.docx' yet",
			);
		});

		const withFile = (pages: string[][]): INodeExecutionData => ({
			json: {},
			binary: { pdf: binaryOf(plainPdf(pages), 'mine.pdf') },
		});

		it('may be an input', async () => {
			const { common, document, people } = draft();
			const job = { ...common, ...many(row(people[0]), { documentFile: 'pdf' }) };
			const { error } = await harness.engine.run(job, { items: [withFile([['', 'Lease'], []])] });
			expect(error).toBeUndefined();
			expect(document.fields).toHaveLength(1);
			expect(harness.sandbox.log.count(ORIGINAL)).toBe(0);
			const lost = await harness.engine.run(job, { items: [{ json: {} }] });
			expect(messageOf(lost)).toContain('This item has no file');
		});

		it('is refused as an input if it has other pages', async () => {
			const { common, document, people } = draft();
			const job = { ...common, ...many(row(people[0]), { documentFile: 'pdf' }) };
			const outcome = await harness.engine.run(job, { items: [withFile([['Lease'], [], []])] });
			expect(messageOf(outcome)).toContain(
				"'mine.pdf' is not the file of this document: it has 3 pages, the document has 2",
			);
			expect(document.fields).toEqual([]);
		});
	});
});

describe('Create From Tags', () => {
	const fromTags = { operation: 'createFromTags' };

	it('makes a field of each tag, for the participant at its position or with its address', async () => {
		const { common, document, people } = draft();
		const { error, items } = await harness.engine.run({ ...common, ...fromTags });
		expect(error).toBeUndefined();
		expect(document.fields.map((field) => [field.type, field.page, field.participantID])).toEqual([
			['signature', 2, people[0]],
			['date', 2, people[1]],
		]);
		const emails = ['person1@example.com', 'person2@example.com'];
		expect(items.map(({ json }) => json)).toEqual(
			document.fields.map((field, at) => ({ ...field, participantEmail: emails[at] })),
		);
		expect(document.fields[0]?.boundingBox.map(Math.round)).toEqual([56, 66, 67, 11]);
	});

	it('creates nothing if there is none', async () => {
		const { common } = draft([['Lease']]);
		const outcome = await harness.engine.run({ ...common, ...fromTags });
		expect(messageOf(outcome)).toContain("No tag was found in 'lease.docx'");
		expect(harness.sandbox.log.count(CREATE)).toBe(0);
	});
});
