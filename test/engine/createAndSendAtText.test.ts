import type { INodeExecutionData } from 'n8n-workflow';

import { plainPdf } from '../../sandbox/files/plainPdf';
import { binaryOf, DOCX, sampleDocx } from '../support/files';
import { prepareHarness } from '../support/harness';
import { job, jsonJob, processAtOnce } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(harness.sandbox));

const ADA = { email: 'ada@example.com', role: 'signer' };
const GRACE = { email: 'grace@example.com', role: 'signer' };
const ORIGINAL = 'GET /sign/envelopes/{envelopeID}:download-original';

const CONTRACT = [
	['Lease', 'Initials: ____', '[[date:1]]'],
	['Initials: ____', 'Signature: ____', '[[signature:grace@example.com]] [[checkbox:2?]]'],
];

const item = async (pages = CONTRACT): Promise<INodeExecutionData> => ({
	json: {},
	binary: {
		contract: binaryOf(plainPdf(pages), 'lease.pdf'),
		annex: binaryOf(await sampleDocx('Annex'), 'annex.docx', DOCX),
	},
});

const signed = { type: 'signature', participantEmail: ADA.email };
const both = (...fields: object[]) => jsonJob({ people: [ADA, GRACE], fields });

async function sent(parameters = both(), pages = CONTRACT) {
	const { items, error } = await harness.engine.run(parameters, { items: [await item(pages)] });
	expect([error?.message, error?.description]).toEqual([undefined, undefined]);
	const [envelope] = harness.sandbox.control.envelopes();
	const documents = envelope?.documents ?? [];
	const people = new Map(envelope?.participants.map(({ ID, email }) => [ID, email]));
	expect(items[0]?.json.fields).toEqual(
		documents.flatMap(({ fields }) =>
			fields.map((field) => ({ ...field, participantEmail: people.get(field.participantID) })),
		),
	);
	return documents.map(({ fields }) =>
		fields.map(({ type, page, boundingBox }) => [type, page, ...boundingBox.map(Math.round)]),
	);
}

async function refused(parameters = both(), pages = CONTRACT) {
	const { items, error } = await harness.engine.run(parameters, { items: [await item(pages)] });
	expect(items).toEqual([]);
	expect(harness.sandbox.log.count()).toBe(0);
	return `${error?.message}\n${error?.description}`;
}

it('places fields by a text of the PDF, in the form', async () => {
	const rows = [
		{ text: 'Signature: ____', width: 60, height: 15, unit: 'mm' },
		{
			type: 'initials',
			text: 'Initials:',
			place: 'over',
			occurrence: 'every',
			width: 40,
			height: 14,
		},
		{
			type: 'name',
			text: 'Initials:',
			occurrence: 'number',
			occurrenceNumber: 2,
			place: 'below',
			offsetX: 300,
		},
	].map((row) => ({ ...signed, ...row }));
	const [fields] = await sent(
		job({ participants: { participant: [ADA] }, fields: { field: rows } }),
	);
	expect(fields).toEqual([
		['signature', 2, 137, 34, 170, 43],
		['initials', 1, 56, 63, 40, 14],
		['initials', 2, 56, 47, 40, 14],
		['name', 2, 356, 61, 150, 40],
	]);
});

it('places fields by a text of a document that the service converted', async () => {
	const [, annex] = await sent(
		both({ ...signed, document: 2, text: 'annex.docx', place: 'below' }),
	);
	expect(annex).toEqual([['signature', 1, 135, 61, 150, 40]]);
	expect(harness.sandbox.log.count(ORIGINAL)).toBe(1);
});

it('does not ask the service for documents that it has as PDF', async () => {
	await sent(both({ ...signed, text: 'Lease', place: 'below' }));
	expect(harness.sandbox.log.count(ORIGINAL)).toBe(0);
});

it('knows the pages of a PDF that is labeled as bytes and has no extension', async () => {
	const unlabeled = binaryOf(plainPdf(CONTRACT), 'lease', 'application/octet-stream');
	const field = { ...signed, page: 3, x: 10, y: 10, width: 60, height: 15 };
	const { error } = await harness.engine.run(both(field), {
		items: [{ json: {}, binary: { contract: unlabeled, annex: unlabeled } }],
	});
	expect(error?.message).toContain('page 3');
	expect(harness.sandbox.log.count()).toBe(0);
});

it('removes the draft if the text is not in the converted document', async () => {
	const parameters = both({ ...signed, document: 2, text: 'Signature' });
	const { error } = await harness.engine.run(parameters, { items: [await item()] });
	expect(error?.message).toBe(
		"Field 1: The text 'Signature' was not found on page 1 of 'annex.docx'",
	);
	expect(error?.description).toContain('The draft was deleted');
	expect(harness.sandbox.control.envelopes()).toEqual([]);
});

it('offers to convert the file beforehand if the service does not give out a draft', async () => {
	harness.sandbox.faults.always(ORIGINAL, { kind: 'status', status: 409 });
	const parameters = both({ ...signed, document: 2, text: 'annex' });
	const { error } = await harness.engine.run(parameters, { items: [await item()] });
	expect(error?.message).toContain("The PDF of 'annex.docx' could not be downloaded");
	expect(error?.description).toContain('Convert the file to a PDF before this step');
	expect(harness.sandbox.control.envelopes()).toEqual([]);
});

describe('nothing is sent', () => {
	it.each([
		['no place at all', { page: 1 }, 'Field 1: The field has no position'],
		[
			'a placement that its keys deny',
			{ placement: 'atText', x: 1, y: 1 },
			"cannot have 'placement'",
		],
		[
			'a place beside a position',
			{ x: 1, y: 1, place: 'above' },
			"A field placed at a position cannot have 'place'",
		],
		[
			'an empty cell and half a position',
			{ text: '', x: 1 },
			"'Y' must be a number, but it is empty",
		],
		[
			'a text and a position',
			{ text: 'Lease', x: 1, y: 1 },
			"A field placed at text cannot have 'x'",
		],
		['an unknown place', { text: 'Lease', place: 'beside' }, "The 'Position' must be one of"],
		[
			'occurrence 0',
			{ text: 'Lease', occurrence: 0 },
			"'Occurrence' must be First, Last, Every or a whole number, 1 or greater",
		],
		['no width', { text: 'Lease', width: 0 }, "'Width' must be a number greater than 0"],
		['an unknown key', { text: 'Lease', occurence: 'every' }, "'occurence' is not a known key"],
	])('for %s', async (_, wrong, message) => {
		expect(await refused(both({ ...signed, ...wrong }))).toContain(message);
	});

	it('for a row of the form that was only added', async () => {
		const added = { field: [{ type: 'signature', document: 1, participantEmail: ADA.email }] };
		expect(await refused({ ...job(), fields: added })).toContain("Field 1: The 'Text' is empty");
	});

	it('for a text whose fields would lie on each other', async () => {
		const rows = ['first', 'last'].map((occurrence) => ({ ...signed, text: 'Lease', occurrence }));
		const below = rows.map((row) => ({ ...row, place: 'below' }));
		expect(await refused(both(...below))).toContain('Field 2 overlaps field 1 on page 1');
		const every = { ...signed, text: '____', occurrence: 'every', place: 'below' };
		expect(await refused(both(every))).toContain('Field 1 overlaps itself on page 2');
	});
});

describe('fields are made from tags', () => {
	const tags = (fields: object[] = [], more: object = {}) =>
		jsonJob(
			{ people: [ADA, GRACE], fields },
			{
				options: { fieldsFromTags: true, allowSignersWithoutFields: false },
				binaryPropertyNames: 'contract',
				...more,
			},
		);

	it('of the size of the tag, or of a date, for whom it names', async () => {
		const [fields] = await sent(tags());
		expect(fields).toEqual([
			['date', 1, 56, 79, 90, 14],
			['signature', 2, 56, 82, expect.any(Number), 11],
			['checkbox', 2, expect.any(Number), 82, expect.any(Number), 11],
		]);
		const [envelope] = harness.sandbox.control.envelopes();
		const [ada, grace] = envelope?.participants ?? [];
		expect(
			envelope?.documents[0]?.fields.map(({ participantID, required }) => [
				participantID,
				required,
			]),
		).toEqual([
			[ada?.ID, true],
			[grace?.ID, true],
			[grace?.ID, false],
		]);
	});

	it('beside the fields of rows, which may stand at a text', async () => {
		const [fields] = await sent(tags([{ ...signed, text: 'Signature:', place: 'rightOf' }]));
		expect(fields?.map(([type]) => type)).toEqual(['signature', 'date', 'signature', 'checkbox']);
	});

	it('and nothing is sent if one is missing for a signer', async () => {
		expect(await refused(tags(), [['[[signature:1]]']])).toContain(
			'The signer grace@example.com has no field',
		);
	});

	it('also where the service had to convert a document; what is wrong then removes the draft', async () => {
		const options = { fieldsFromTags: true, allowSignersWithoutFields: false };
		const parameters = jsonJob({ people: [ADA, GRACE], fields: [] }, { options });
		const complete = await sent(parameters);
		expect(complete.map((fields) => fields.length)).toEqual([3, 0]);
		const { error } = await harness.engine.run(parameters, {
			items: [await item([['[[name:1]]']])],
		});
		expect(error?.message).toBe('The signer grace@example.com has no field to fill in');
		expect(error?.description).toContain('The draft was deleted');
	});
});
