import type { INodeExecutionData } from 'n8n-workflow';

import { binaryOf, samplePdf } from '../support/files';
import { prepareHarness } from '../support/harness';
import { FIELDS, job, jsonJob, PEOPLE, processAtOnce, withFiles } from './createAndSendJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(harness.sandbox));

/** Everything is as it should be, but for what `parameters` or `change` bring in. */
async function refusal(parameters = job(), change: (item: INodeExecutionData) => void = () => {}) {
	const item = await withFiles();
	change(item);
	const { items, error } = await harness.engine.run(parameters, { items: [item] });
	expect(items).toEqual([]);
	expect(harness.sandbox.log.count()).toBe(0);
	return `${error?.message}\n${error?.description}`;
}

const signer = (more: object) => jsonJob({ people: [...PEOPLE, { ...PEOPLE[0], ...more }] });
const field = (more: object) => jsonJob({ fields: [...FIELDS, { ...FIELDS[0], ...more }] });

// One of each kind: the checks themselves have unit tests.
it.each([
	['an empty name', job({ name: '={{ " " }}' }), "The 'Name' is empty"],
	[
		'an unknown mode',
		job({ additionalFields: { mode: '={{ "serial" }}' } }),
		"The 'Signing Mode' must be one of",
	],
	['no participant in the form', job({ participants: {} }), 'The list of participants is empty'],
	[
		'an access code that is empty',
		signer({ email: 'x@y.z', accessCode: ' ' }),
		"Participant 4: The 'Access Code' is empty",
	],
	[
		'JSON that is none',
		jsonJob({}, { participantsJson: '[{]' }),
		'The JSON of the participants cannot be read',
	],
	[
		'a list of texts',
		jsonJob({ people: ['ada'] }),
		'The JSON of the participants is not a list of objects',
	],
	[
		'a field of a stranger',
		field({ participantEmail: 'eve@example.com' }),
		"Field 4: 'Participant Email' is not one of the signers",
	],
	[
		'a field with a key of another list',
		field({ participantID: 'x' }),
		"Field 4: 'participantID' is not a known key",
	],
	[
		'JSON fields that are no list',
		jsonJob({ fields: { type: 'signature' } }),
		'The JSON of the fields is not a list of objects',
	],
])('sends nothing for %s', async (_, parameters, message) => {
	expect(await refusal(parameters)).toContain(message);
});

describe('the documents', () => {
	const names = (binaryPropertyNames: string) => job({ binaryPropertyNames, fields: {} });
	const replace = (content: Buffer, name: string, type?: string) => (item: INodeExecutionData) => {
		if (item.binary) item.binary.annex = binaryOf(content, name, type);
	};
	const NONE = "The 'Input Binary Fields' are empty";

	it.each([
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

	it('are left to the service when there are more than it has published', async () => {
		const { error } = await harness.engine.run(
			names(Array.from({ length: 16 }, () => 'contract').join()),
			{ items: [await withFiles()] },
		);
		expect(error?.description).toContain('15 documents');
		expect(harness.sandbox.log.count('POST /sign/envelopes/{envelopeID}/documents')).toBe(16);
	});

	it('are accepted when they are as many as may be', async () => {
		const item = await withFiles();
		const pdf = binaryOf(await samplePdf(), 'a.pdf');
		const keys = Array.from({ length: 15 }, (_, n) => `file${n}`);
		for (const key of keys) (item.binary ??= {})[key] = pdf;
		const { items } = await harness.engine.run(names(keys.join(', ')), { items: [item] });
		expect(items[0]?.json.documents).toHaveLength(15);
	});
});

describe('fields on each other', () => {
	const ada = { email: 'ada@example.com', role: 'signer' };
	const grace = { email: 'grace@example.com', role: 'signer' };
	const at = (x: number, y: number, more: object = {}) => ({
		type: 'signature',
		participantEmail: ada.email,
		x,
		y,
		width: 150,
		height: 40,
		...more,
	});
	const overlapping = (...fields: object[]) => jsonJob({ people: [ada, grace], fields });

	it('are found also where a page of a PDF is counted from its end, before anything is sent', async () => {
		const fields = [at(72, 72, { page: 2 }), at(72, 300), at(72, 72, { page: -1 })];
		expect(await refusal(overlapping(...fields))).toContain('Field 3 overlaps field 1 on page 2');
	});

	it('are found where only the service knows the pages, and no draft is left', async () => {
		const job = overlapping(
			...[at(72, 72, { document: 2 }), at(72, 300), at(72, 72, { document: 2, page: -1 })],
		);
		const { error } = await harness.engine.run(job, { items: [await withFiles()] });
		expect(error?.message).toBe('Field 3 overlaps field 1 on page 1');
		expect(error?.description).toContain('The draft was deleted');
	});

	it('are placed where the option allows it', async () => {
		const parameters = jsonJob(
			{ people: [ada], fields: [at(72, 72), at(72, 72)] },
			{ options: { allowOverlappingFields: true } },
		);
		const { items } = await harness.engine.run(parameters, { items: [await withFiles()] });
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
		expect(harness.sandbox.log.count()).toBe(0);
	});

	it('is none of our business in a draft', async () => {
		const draft = jsonJob({ people, fields: [] }, { options: strict, send: false });
		const { items } = await harness.engine.run(draft, { items: [await withFiles()] });
		expect(items[0]?.json.status).toBe('drafted');
	});

	it('need not be named when there is no other', async () => {
		const field: object = { ...FIELDS[0], participantEmail: '' };
		const copy = { email: 'archive@example.com', role: 'cc' };
		const parameters = jsonJob({ people: [copy, people[0]], fields: [field] }, { options: strict });
		const { items } = await harness.engine.run(parameters, { items: [await withFiles()] });
		const [made] = items[0]?.json.fields as Array<{ participantID: string }>;
		const [, signer] = items[0]?.json.participants as Array<{ ID: string }>;
		expect(made?.participantID).toBe(signer?.ID);
	});
});
