import type { INodeExecutionData } from 'n8n-workflow';

import { binaryOf, samplePdf } from '../support/files';
import { prepareGround } from '../support/ground';
import { FIELDS, job, jsonJob, PEOPLE, processAtOnce, withFiles } from './createAndSendJob';

const ground = prepareGround({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(ground.sandbox));

/** Everything is as it should be, but for what `parameters` or `change` bring in. */
async function refusal(parameters = job(), change: (item: INodeExecutionData) => void = () => {}) {
	const item = await withFiles();
	change(item);
	const { items, error } = await ground.engine.run(parameters, { items: [item] });
	expect(items).toEqual([]);
	expect(ground.sandbox.log.count()).toBe(0);
	return `${error?.message}\n${error?.description}`;
}

const signer = (more: object) => jsonJob({ people: [...PEOPLE, { ...PEOPLE[0], ...more }] });
const SMS = { email: 'x@y.z', authentication: 'sms', accessCode: '' };
const field = (more: object) => jsonJob({ fields: [...FIELDS, { ...FIELDS[0], ...more }] });

it.each([
	['an empty name', job({ name: '={{ " " }}' }), "The 'Name' is empty"],
	[
		'an unknown mode',
		job({ additionalFields: { mode: '={{ "serial" }}' } }),
		"The 'Signing Mode' must be one of",
	],
	[
		'an unknown notifier',
		job({ additionalFields: { notificationsManagedBy: '={{ "me" }}' } }),
		"The 'Notifications Sent By' must be one of",
	],
	[
		'an empty subject',
		job({ additionalFields: { subject: '={{ "" }}' } }),
		"The 'Subject' is empty",
	],
	['an empty body', job({ additionalFields: { body: '={{ "" }}' } }), "The 'Body' is empty"],
])('sends nothing for %s', async (_, parameters, message) => {
	expect(await refusal(parameters)).toContain(message);
});

it.each([
	['no participant', jsonJob({ people: [] }), 'The list of participants is empty'],
	['no participant in the form', job({ participants: {} }), 'The list of participants is empty'],
	[
		'only copy recipients, although it is to be sent',
		jsonJob({ people: [PEOPLE[2]], fields: [] }),
		'signer',
	],
	['an email that is none', signer({ email: 'ada' }), "The 'Email' is not an email address"],
	['an empty email', signer({ email: '' }), "The 'Email' is empty"],
	['an unknown role', signer({ email: 'x@y.z', role: 'boss' }), "The 'Role' must be"],
	[
		'an unknown authentication',
		signer({ email: 'x@y.z', authentication: 'face' }),
		"The 'Authentication' must be",
	],
	[
		'an access code that is empty',
		signer({ email: 'x@y.z', accessCode: ' ' }),
		"The 'Access Code' is empty",
	],
	[
		'an access code that the method does not use',
		signer({ email: 'x@y.z', authentication: 'none' }),
		"'accessCode' is set, but the chosen 'Authentication' does not use it",
	],
	[
		'an access code without a method',
		signer({ email: 'x@y.z', authentication: undefined }),
		"'accessCode' is set, but the chosen 'Authentication' does not use it",
	],
	[
		'SMS without a country code',
		signer({ ...SMS, phoneNumber: '1701234567' }),
		"The 'Country Code' must be",
	],
	['SMS without a number', signer({ ...SMS, countryCode: '+49' }), "The 'Phone Number' must"],
	['the same signer twice', signer({ email: 'ADA@example.com' }), 'A participant is listed twice'],
	[
		'201 participants',
		jsonJob({
			people: Array.from({ length: 201 }, (_, n) => ({ email: `p${n}@x.y`, role: 'signer' })),
			fields: [],
		}),
		'There are more than 200 participants',
	],
	[
		'JSON that is none',
		jsonJob({}, { participantsJson: '[{]' }),
		'The JSON of the participants cannot be read',
	],
	[
		'JSON that is no list',
		jsonJob({ people: 'ada' }),
		'The JSON of the participants is not a list of objects',
	],
	[
		'a list of texts',
		jsonJob({ people: ['ada'] }),
		'The JSON of the participants is not a list of objects',
	],
])('sends nothing for %s', async (_, parameters, message) => {
	expect(await refusal(parameters)).toContain(message);
});

it.each([
	['nobody', { participantEmail: '' }, "Field 4: 'Participant Email' is empty"],
	[
		'a stranger',
		{ participantEmail: 'eve@example.com' },
		"Field 4: 'Participant Email' is not one of the signers",
	],
	[
		'a copy recipient',
		{ participantEmail: 'archive@example.com' },
		'Field 4: a copy recipient (CC) cannot have a field',
	],
	['document 0', { document: 0 }, "Field 4: 'Document' is not the number of a document"],
	['document 3 of 2', { document: 3 }, "in 'Input Binary Fields', from 1 to 2"],
	['document 1.5', { document: 1.5 }, "Field 4: 'Document' is not the number of a document"],
	[
		'a document by its name',
		{ document: 'lease.pdf' },
		"Field 4: 'Document' is not the number of a document",
	],
])('sends nothing for a field of %s', async (_, wrong, message) => {
	expect(await refusal(field(wrong))).toContain(message);
});

it.each([
	['an unknown type', { type: 'stamp' }, "The 'Type' must be one of"],
	['page 0', { page: 0 }, "'Page' must be a whole number other than 0"],
	['an unknown unit', { unit: 'px' }, "The 'Unit' must be one of"],
	['a text as its position', { x: 'left' }, "'X' is not a number"],
	['a key of another list', { participantID: 'x' }, "Field 4: 'participantID' is not a known key"],
	['a box and a position', { boundingBox: [1, 2, 3, 4] }, "both a 'boundingBox' and '"],
	['a switch that is none', { required: 'maybe' }, "'Required' must be true or false"],
	['no label though it is custom', { type: 'custom' }, "The 'Label' is empty"],
	['a format that does not exist', { type: 'date', format: 'D.M.Y' }, "The 'Format' must be one"],
	['an odd "modifiable"', { type: 'date', modifiable: 2 }, "'Modifiable' must be true or false"],
])('sends nothing for a field with %s', async (_, wrong, message) => {
	expect(await refusal(field(wrong))).toContain(message);
});

it('sends nothing for JSON fields that are no list', async () => {
	expect(await refusal(jsonJob({ fields: { type: 'signature' } }))).toContain(
		'The JSON of the fields is not a list of objects',
	);
});

describe('the documents', () => {
	const names = (binaryPropertyNames: string) => job({ binaryPropertyNames, fields: {} });
	const replace = (content: Buffer, name: string, type?: string) => (item: INodeExecutionData) => {
		if (item.binary) item.binary.annex = binaryOf(content, name, type);
	};
	const NONE = "The 'Input Binary Fields' are empty";

	it.each([
		['none', names('={{ " , " }}'), NONE],
		['one that the item lacks', names('contract, photo'), 'photo'],
		['a value that is no text', names('={{ $json.none }}'), NONE],
	])('are refused before anything is sent when there is %s', async (_, parameters, message) => {
		expect(await refusal(parameters)).toContain(message);
	});

	it.each([
		['is empty', Buffer.alloc(0), 'a.pdf', undefined, 'The file is empty'],
		['has no name', Buffer.from('%PDF-'), '', undefined, 'The document has no name'],
	])('are refused when one %s', async (_, content, name, type, message) => {
		expect(await refusal(job(), replace(content, name, type))).toContain(message);
	});

	it.each([
		['has more than 20 MB', Buffer.alloc(20_000_001), 'a.pdf', undefined, 'limits are 20 MB'],
		[
			'has a long name',
			Buffer.from('%PDF-'),
			`${'x'.repeat(252)}.pdf`,
			undefined,
			'255 characters',
		],
		['is a program', Buffer.from('x'), 'a.exe', 'application/x-msdownload', 'accepts: pdf, docx'],
	])('are left to the service when one %s', async (_, content, name, type, published) => {
		const item = await withFiles();
		replace(content, name, type)(item);
		const { error } = await ground.engine.run(job(), { items: [item] });
		expect(error?.description).toContain(published);
		expect(ground.sandbox.log.count('POST /sign/envelopes/{envelopeID}/documents')).toBe(2);
	});

	it('are left to the service when there are more than it has published', async () => {
		const { error } = await ground.engine.run(
			names(Array.from({ length: 16 }, () => 'contract').join()),
			{ items: [await withFiles()] },
		);
		expect(error?.description).toContain('15 documents');
		expect(ground.sandbox.log.count('POST /sign/envelopes/{envelopeID}/documents')).toBe(16);
	});

	it('are accepted when they are as many as may be', async () => {
		const item = await withFiles();
		const pdf = binaryOf(await samplePdf(), 'a.pdf');
		const keys = Array.from({ length: 15 }, (_, n) => `file${n}`);
		for (const key of keys) (item.binary ??= {})[key] = pdf;
		const { items } = await ground.engine.run(names(keys.join(', ')), { items: [item] });
		expect(items[0]?.json.documents).toHaveLength(15);
	});
});

describe('fields on each other', () => {
	const ada = { email: 'ada@example.com', role: 'signer' };
	const grace = { email: 'grace@example.com', role: 'signer' };
	const at = (x: number, y: number, more: object = {}) => ({
		...{ type: 'signature', participantEmail: ada.email },
		...{ x, y, width: 150, height: 40, ...more },
	});
	const overlapping = (...fields: object[]) => jsonJob({ people: [ada, grace], fields });

	it.each([
		['the same place', at(72, 72), 'Field 2 overlaps field 1 on page 1'],
		['a corner', at(220, 110), 'Field 2 overlaps field 1 on page 1'],
		['a place inside', at(80, 80, { width: 5, height: 5 }), 'Field 2 overlaps field 1 on page 1'],
	])('are refused for one signer: %s', async (_, second, message) => {
		expect(await refusal(overlapping(at(72, 72), second))).toContain(message);
		expect(ground.sandbox.log.count()).toBe(0);
	});

	it.each([
		['of two signers', at(72, 72, { participantEmail: grace.email })],
		['on two pages', at(72, 72, { page: 2 })],
		['on two documents', at(72, 72, { document: 2 })],
		['that only touch', at(222, 72)],
		['that touch but for the rounding of millimetres', at(221.5, 72)],
		['below each other', at(72, 112)],
	])('are none: fields %s', async (_, second) => {
		const { error } = await ground.engine.run(overlapping(at(72, 72), second), {
			items: [await withFiles()],
		});
		expect(error).toBeUndefined();
	});

	it('are found also where a page of a PDF is counted from its end, before anything is sent', async () => {
		const fields = [at(72, 72, { page: 2 }), at(72, 300), at(72, 72, { page: -1 })];
		expect(await refusal(overlapping(...fields))).toContain('Field 3 overlaps field 1 on page 2');
	});

	it('are found where only the service knows the pages, and no draft is left', async () => {
		const job = overlapping(
			...[at(72, 72, { document: 2 }), at(72, 300), at(72, 72, { document: 2, page: -1 })],
		);
		const { error } = await ground.engine.run(job, { items: [await withFiles()] });
		expect(error?.message).toBe('Field 3 overlaps field 1 on page 1');
		expect(error?.description).toContain('The draft was deleted');
	});

	it('are placed where the option allows it', async () => {
		const parameters = jsonJob(
			{ people: [ada], fields: [at(72, 72), at(72, 72)] },
			{ options: { allowOverlappingFields: true } },
		);
		const { items } = await ground.engine.run(parameters, { items: [await withFiles()] });
		expect(items[0]?.json.fields).toHaveLength(2);
	});
});

describe('a signer without a field', () => {
	const people = [
		{ email: 'ada@example.com', role: 'signer' },
		{ email: 'grace@example.com', role: 'signer' },
	];
	const strict = { allowSignersWithoutFields: false };

	it('is named, and nothing is sent', async () => {
		const message = 'The signer grace@example.com has no field to fill in';
		const fields = [{ ...FIELDS[0] }];
		expect(await refusal(jsonJob({ people, fields }, { options: strict }))).toContain(message);
		expect(ground.sandbox.log.count()).toBe(0);
	});

	it('is none of our business in a draft', async () => {
		const draft = jsonJob({ people, fields: [] }, { options: strict, send: false });
		const { items } = await ground.engine.run(draft, { items: [await withFiles()] });
		expect(items[0]?.json.status).toBe('drafted');
	});

	it('need not be named when there is no other', async () => {
		const field: object = { ...FIELDS[0], participantEmail: '' };
		const copy = { email: 'archive@example.com', role: 'cc' };
		const parameters = jsonJob({ people: [copy, people[0]], fields: [field] }, { options: strict });
		const { items } = await ground.engine.run(parameters, { items: [await withFiles()] });
		const [made] = items[0]?.json.fields as Array<{ participantID: string }>;
		const [, signer] = items[0]?.json.participants as Array<{ ID: string }>;
		expect(made?.participantID).toBe(signer?.ID);
	});
});
