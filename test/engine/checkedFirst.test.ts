import type { INodeExecutionData } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/ESignature/actions';
import { byId, prepareHarness } from '../support/harness';
import { pdf, UNKNOWN_ID, withFile } from '../support/samples';
import { jsonJob } from './createAndSendJob';

const harness = prepareHarness();
const VALUE = '={{ $json.value }}';

interface Case {
	parameters: object;
	good: unknown;
	wrong: unknown;
	message: string;
}

const person = [{ email: 'ada@example.com', role: 'signer' }];
const whole = (more: object) =>
	jsonJob({ people: person, fields: [] }, { binaryPropertyNames: 'data', ...more });
const change = (name: string) => ({ updateFields: { [name]: VALUE } });
const download = { binaryPropertyName: VALUE };
const blank = { good: 'file', wrong: ' ', message: "The 'Put Output File in Field' is empty" };
const wait = {
	good: 1,
	wrong: 'soon',
	message: "'Max Wait (Seconds)' must be a number greater than 0",
};
const envelope = { mode: 'parallel', notificationsManagedBy: 'sender' };
const copy = { inputMode: 'json', participantsJson: JSON.stringify(person) };

/** For each operation that works item by item one input or more that can be wrong. */
const CASES: Record<string, Case[]> = {
	'envelope create': [
		{
			parameters: { ...envelope, name: VALUE },
			good: 'Lease',
			wrong: ' ',
			message: "The 'Name' is empty",
		},
	],
	'envelope createFromTemplate': [
		{
			parameters: { ...copy, name: VALUE },
			good: 'Lease',
			wrong: ' ',
			message: "The 'Name' is empty",
		},
		{
			parameters: { ...copy, name: 'Lease', participantsJson: VALUE },
			good: person,
			wrong: [{ email: 'ada' }],
			message: "The 'Email' is not an email address",
		},
	],
	'envelope createAndSend': [
		{
			parameters: whole({ name: VALUE }),
			good: 'Lease',
			wrong: '',
			message: "The 'Name' is empty",
		},
		{
			parameters: whole({ participantsJson: VALUE }),
			good: person,
			wrong: [{ email: 'ada' }],
			message: "The 'Email' is not an email address",
		},
		{
			parameters: whole({ binaryPropertyNames: VALUE }),
			good: 'data',
			wrong: 'data, annex',
			message: 'annex',
		},
		{ parameters: whole({ options: { maxWait: VALUE } }), ...wait },
	],
	'envelope update': [
		{
			parameters: change('mode'),
			good: 'parallel',
			wrong: 'other',
			message: "The 'Signing Mode' must be one of",
		},
		{
			parameters: change('subject'),
			good: 'Hello',
			wrong: '',
			message: "The 'Subject' is empty",
		},
	],
	'envelope getAll': [
		{
			parameters: { returnAll: false, limit: VALUE },
			good: 1,
			wrong: 1.5,
			message: "'Limit' must be a whole number, 1 or greater",
		},
		{
			parameters: { returnAll: true, filters: { modifiedAfter: VALUE } },
			good: '2026-01-01',
			wrong: 'yesterday',
			message: "The filter 'Modified After' is not a date",
		},
	],
	'envelope remind': [
		{
			parameters: { subject: VALUE, body: 'Please' },
			good: 'Hello',
			wrong: '',
			message: "The 'Subject' is empty",
		},
	],
	'envelope send': [
		{ parameters: { options: { maxWait: VALUE } }, ...wait },
		{
			parameters: { options: { allowSignersWithoutFields: VALUE } },
			good: 'true',
			wrong: 'yes',
			message: "'Allow Signers Without Fields' must be true or false",
		},
	],
	'envelope downloadEvidence': [
		{
			parameters: { include: VALUE },
			good: ['sealed'],
			wrong: ['seal'],
			message: "The 'Include' must be one of",
		},
	],
	'envelope downloadAuditTrail': [{ parameters: download, ...blank }],
	'envelope downloadOriginal': [{ parameters: download, ...blank }],
	'envelope downloadSealed': [{ parameters: download, ...blank }],
	'document add': [
		{
			parameters: { binaryPropertyName: 'data', contentType: VALUE },
			good: 'application/pdf',
			wrong: 'text/csv\r\nX-Other: 1',
			message: "The 'Content Type' contains characters that are not allowed in a media type",
		},
		{
			parameters: {
				binaryPropertyName: 'data',
				options: { waitUntilProcessed: true, maxWait: VALUE },
			},
			...wait,
		},
	],
	'document downloadSealed': [{ parameters: download, ...blank }],
	'document rename': [
		{ parameters: { name: VALUE }, good: 'a.pdf', wrong: ' ', message: "The 'Name' is empty" },
	],
	'document reorder': [
		{
			parameters: { documentIds: VALUE },
			good: UNKNOWN_ID,
			wrong: 'first',
			message: "The document ID is not a valid ID: find it with 'Get Many'",
		},
	],
	'participant update': [
		{
			parameters: { authentication: 'accessCode', accessCode: VALUE },
			good: '12345678',
			wrong: ' ',
			message: "The 'Access Code' is empty",
		},
		{
			parameters: {
				authentication: 'accessCode',
				accessCode: '12345678',
				options: { includeAccessCodes: VALUE },
			},
			good: 'false',
			wrong: 'no',
			message: "'Include Access Codes' must be true or false",
		},
	],
	'field update': [
		{ parameters: change('page'), good: 2, wrong: 0.5, message: "'Page' must be" },
		{ parameters: change('width'), good: 20, wrong: 'wide', message: "'Width' is not a number" },
	],
};

const IDS = Object.fromEntries(
	['envelopeId', 'documentId', 'participantId', 'fieldId', 'templateId'].map((name) => [
		name,
		byId(UNKNOWN_ID),
	]),
);
const rows = Object.entries(CASES).flatMap(([pair, cases]) =>
	cases.map((one) => [pair, one.message, one] as const),
);
const given = (pair: string, { parameters }: Case) => {
	const [resource, operation] = pair.split(' ');
	return { ...IDS, ...parameters, resource, operation };
};
/** Three items, of which the last one is wrong. */
const items = ({ good, wrong }: Case): INodeExecutionData[] =>
	[good, good, wrong].map((value) =>
		withFile(pdf(), 'a.pdf', 'application/pdf', { value: value as string }),
	);

it('is a list of all operations that work item by item and read more than IDs', () => {
	const expected = RESOURCES.flatMap(({ value, operations }) =>
		Object.entries(operations)
			.filter(([, operation]) => !('bulk' in operation))
			.filter(([, { properties = [] }]) => properties.some(({ type }) => type !== 'hidden'))
			.map(([name]) => `${value} ${name}`),
	);
	expect(Object.keys(CASES)).toEqual(expect.arrayContaining(expected));
});

describe.each(rows)('%s, with a last item that is wrong (%s)', (pair, message, one) => {
	it('sends nothing at all', async () => {
		const { error } = await harness.engine.run(given(pair, one), { items: items(one) });
		expect(error?.message).toContain(message);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(harness.sandbox.log.requests).toEqual([]);
	});
});
