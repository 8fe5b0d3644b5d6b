import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { binaryOf, DOCX, sampleDocx, samplePdf } from '../support/files';

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

/** As in the form, where no text has the code as a whole: whoever finds it there got it from us. */
const FORM_PEOPLE = PEOPLE.map((one) =>
	'accessCode' in one ? { ...one, accessCode: '={{ "canary-" + "4711" }}' } : one,
);

const box = { page: 1, unit: 'pt', x: 72, y: 100, width: 150, height: 40, required: true };

export const FIELDS = [
	{ document: 1, participantEmail: 'ada@example.com', type: 'signature', ...box },
	{ document: 2, participantEmail: 'grace@example.com', type: 'signature', ...box },
	{ document: 1, participantEmail: 'grace@example.com', type: 'name', ...box, y: 200 },
];

/** The whole job in the form; `more` replaces parts of it. Whoever looks at something else need not place a field for everybody. */
export const job = ({
	options = {},
	...more
}: { options?: object; [name: string]: unknown } = {}): INodeParameters =>
	({
		resource: 'envelope',
		operation: 'createAndSend',
		name: 'Lease',
		mode: 'parallel',
		notificationsManagedBy: 'service',
		subject: 'Please sign',
		body: 'Thank you',
		binaryPropertyNames: 'contract, annex',
		inputMode: 'form',
		participants: { participant: FORM_PEOPLE },
		fields: { field: FIELDS },
		send: true,
		...more,
		options: { allowSignersWithoutFields: true, ...options },
	}) as INodeParameters;

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
export const withFiles = async (
	json: INodeExecutionData['json'] = {},
): Promise<INodeExecutionData> => ({
	json,
	binary: {
		contract: binaryOf(await samplePdf('Lease', 2), 'lease.pdf'),
		annex: binaryOf(await sampleDocx('Annex'), 'annex.docx', DOCX),
	},
});

/** A document is first looked at when it is ready: else the node would look again half a second later. */
export const processAtOnce = ({ faults }: Sandbox): void =>
	faults.always('GET /sign/envelopes/{envelopeID}/documents/{documentID}', {
		kind: 'delay',
		ms: 25,
	});
