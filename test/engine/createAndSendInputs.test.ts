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
	['an unknown mode', job({ mode: '={{ "serial" }}' }), "The 'Signing Mode' must be one of"],
	[
		'an unknown notifier',
		job({ notificationsManagedBy: '={{ "me" }}' }),
		"The 'Notifications Sent By' must be one of",
	],
	['an empty subject', job({ subject: '={{ "" }}' }), "The 'Subject' is empty"],
	['an empty body', job({ body: '={{ "" }}' }), "The 'Body' is empty"],
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
	['nobody', { participantEmail: '' }, "Field 4: 'Participant Email' is not one of the signers"],
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
	['document 0', { document: 0 }, "Field 4: 'Document' does not name one of the documents"],
	['document 3 of 2', { document: 3 }, "in 'Input Binary Fields', from 1 to 2"],
	['document 1.5', { document: 1.5 }, "Field 4: 'Document' does not name one of the documents"],
	[
		'a document by its name',
		{ document: 'lease.pdf' },
		"Field 4: 'Document' does not name one of the documents",
	],
])('sends nothing for a field of %s', async (_, wrong, message) => {
	expect(await refusal(field(wrong))).toContain(message);
});

it.each([
	['an unknown type', { type: 'stamp' }, "The 'Type' must be one of"],
	['page 0', { page: 0 }, "'Page' must be a whole number, 1 or greater"],
	['an unknown unit', { unit: 'px' }, "The 'Unit' must be one of"],
	['a text as its position', { x: 'left' }, "'X' is not a number"],
	['a position beyond all numbers', { y: 1e308, unit: 'mm' }, "'Y' is too large"],
	['a misspelt page', { page: undefined, pageNumber: 2 }, "Did you mean 'page'?"],
	['a misspelt person', { participantMail: 'ada@example.com' }, "Did you mean 'participantEmail'?"],
	['half a box', { boundingBox: [1, 2] }, "The 'boundingBox' must have four numbers"],
	['a switch that is none', { required: 'maybe' }, "'Required' must be true or false"],
	['no label though it is custom', { type: 'custom' }, "The 'Label' is empty"],
	['a format that does not exist', { type: 'date', format: 'D.M.Y' }, "The 'Format' must be one"],
	['an odd "modifiable"', { type: 'date', modifiable: 1 }, "'Modifiable' must be true or false"],
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
		expect(error?.description).toContain('published limit is 15 documents per envelope');
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
