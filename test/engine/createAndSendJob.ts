import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { binaryOf, DOCX, sampleDocx } from '../support/files';
import { formField, formParticipant } from '../support/formRows';
import { pdf } from '../support/samples';

export const CODE = 'canary-4711';

/** A signer with each kind of authentication, and a copy recipient. */
export const PEOPLE = [
	{ email: 'ada@example.com', role: 'signer', authentication: 'accessCode', accessCode: CODE },
	{
		email: 'grace@example.com',
		role: 'signer',
		authentication: 'sms',
		countryCode: '+49',
		phoneNumber: '170 1234567',
	},
	{ email: 'archive@example.com', role: 'cc', authentication: 'none' },
];

/** Built from two parts, so that a code found anywhere came from the node. */
const FORM_PEOPLE = PEOPLE.map((one) =>
	'accessCode' in one ? { ...one, accessCode: '={{ "canary-" + "4711" }}' } : one,
);

const box = { page: 1, unit: 'pt', x: 72, y: 100, width: 150, height: 40, required: true };

export const FIELDS = [
	{ document: 1, participantEmail: 'ada@example.com', type: 'signature', ...box },
	{ document: 2, participantEmail: 'grace@example.com', type: 'signature', ...box },
	{ document: 1, participantEmail: 'grace@example.com', type: 'name', ...box, y: 200 },
];

type Rows = { [row: string]: object[] };

/**
 * The whole job in the form; `more` replaces parts of it, rows in the flat shape of JSON. A test about
 * something else need not place a field for every signer.
 */
export const job = ({
	options = {},
	additionalFields = {},
	participants = { participant: FORM_PEOPLE },
	fields = { field: FIELDS },
	...more
}: {
	options?: object;
	additionalFields?: object;
	participants?: Rows;
	fields?: Rows;
	[name: string]: unknown;
} = {}): INodeParameters =>
	({
		resource: 'envelope',
		operation: 'createAndSend',
		name: 'Lease',
		binaryPropertyNames: 'contract, annex',
		inputMode: 'form',
		participants: nested(participants, formParticipant),
		fields: nested(fields, formField),
		send: true,
		...more,
		additionalFields: { subject: 'Please sign', body: 'Thank you', ...additionalFields },
		options: { allowSignersWithoutFields: true, ...options },
	}) as INodeParameters;

const nested = (rows: Rows, nest: (row: object) => object): Rows =>
	Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, list.map(nest)]));

/** The same job with its lists as JSON. */
export const jsonJob = (
	{ people = PEOPLE, fields = FIELDS }: { people?: unknown; fields?: unknown } = {},
	more: object = {},
): INodeParameters =>
	job({
		inputMode: 'json',
		participants: {},
		fields: {},
		participantsJson: JSON.stringify(people),
		fieldsJson: JSON.stringify(fields),
		...more,
	});

/** An item with the two documents of the job, a PDF and a Word file. */
export const withFiles = async (): Promise<INodeExecutionData> => ({
	json: {},
	binary: {
		contract: binaryOf(pdf(2, 'Lease'), 'lease.pdf'),
		annex: binaryOf(await sampleDocx('Annex'), 'annex.docx', DOCX),
	},
});

/** The first read finds the document ready: otherwise the node would read again half a second later. */
export const processAtOnce = ({ faults }: Sandbox): void =>
	faults.always('GET /sign/envelopes/{envelopeID}/documents/{documentID}', {
		kind: 'delay',
		ms: 25,
	});
