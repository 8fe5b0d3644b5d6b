import type { INodeProperties } from 'n8n-workflow';

import { LIMITS, type Notifier, type SigningMode } from '../../api';
import { fieldRow } from '../field/form';
import { choices, type Choice } from '../shared/inputs';
import { addable, formRows, jsonRows } from '../shared/rows';

const VARIABLES =
	'In subject and body you can use $(envelope_name) and $(sender_name_or_email): the service fills them in when it sends the email';

const SUBJECT = 'Please sign $(envelope_name)';
const BODY = '$(sender_name_or_email) asks you to sign $(envelope_name).';

export const subject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: SUBJECT,
	description: 'Subject of the email that asks the signers to sign',
};

export const body: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 4 },
	default: BODY,
	description: 'Text of the email that asks the signers to sign',
	hint: VARIABLES,
};

export const mode: Choice<SigningMode> = {
	displayName: 'Signing Mode',
	name: 'mode',
	type: 'options',
	options: choices({
		parallel: { description: 'All signers can sign at any time, in any order' },
		sequential: {
			description: 'One signer after the other, in the order in which they were added',
		},
	}),
	default: 'parallel',
	description: 'The order in which the signers sign',
};

const shownForService = { show: { notificationsManagedBy: ['service'] } };

export const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lease contract 2026',
	description: 'Name of the envelope, as its participants see it',
};

export const notificationsManagedBy: Choice<Notifier> = {
	displayName: 'Notifications Sent By',
	name: 'notificationsManagedBy',
	type: 'options',
	options: choices({
		sender: {
			name: 'Sender (You)',
			description:
				"You send the signing URLs yourself. The 'Get Signing URLs' operation of the 'Participant' resource returns them.",
		},
		service: {
			description: 'The service sends emails to the participants, with the texts below',
		},
	}),
	default: 'service',
	description: 'Who notifies the participants',
};

/** The inputs that describe a new envelope. */
export const envelopeProperties: INodeProperties[] = [
	{ ...name, required: true },
	mode,
	notificationsManagedBy,
	{ ...subject, required: true, displayOptions: shownForService },
	{ ...body, required: true, displayOptions: shownForService },
];

/** The files of a whole envelope. */
export const binaryPropertyNames: INodeProperties = {
	displayName: 'Input Binary Fields',
	name: 'binaryPropertyNames',
	type: 'string',
	default: 'data',
	required: true,
	hint: `The names of the input binary fields containing the documents, separated by commas. Published limit: ${LIMITS.documentsPerEnvelope}.`,
};

/** What a whole envelope says beyond its name; all of it has usual values. */
export const additionalFields: INodeProperties = addable(
	['additionalFields', 'Additional Fields'],
	'Add field',
	[body, mode, notificationsManagedBy, subject],
);

export const documentPosition: INodeProperties = {
	displayName: 'Document',
	name: 'document',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: "Position of the document in 'Input Binary Fields'. The first is 1.",
};

export const participantEmail: INodeProperties = {
	displayName: 'Participant Email',
	name: 'participantEmail',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@example.com',
	description:
		"Email address of the signer who fills in the field, as entered in 'Participants'. Leave empty if there is only one signer.",
};

/** The fields of a whole envelope, which refer to its files and people by what the user knows. */
export const fieldRows = formRows(
	['fields', 'Fields'],
	['field', 'Field'],
	fieldRow(participantEmail, [documentPosition]),
);

export const sendAtOnce: INodeProperties = {
	displayName: 'Send',
	name: 'send',
	type: 'boolean',
	default: true,
	description: 'Whether to send the envelope to its signers. Otherwise it stays a draft.',
};

export const allowIdle: INodeProperties = {
	displayName: 'Allow Signers Without Fields',
	name: 'allowSignersWithoutFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the envelope even if a signer has no field to fill in. Such a signer confirms without signing anything.',
};

export const keepDraft: INodeProperties = {
	displayName: 'Keep Draft on Failure',
	name: 'keepDraft',
	type: 'boolean',
	default: false,
	description: 'Whether to keep the unfinished draft when a step fails. Otherwise it is deleted.',
};

/** Where the documents of a copied envelope come from. */
export const documentsFrom: Choice<'input' | 'template'> = {
	displayName: 'Documents',
	name: 'documents',
	type: 'options',
	options: choices({
		input: {
			name: 'From Input',
			description:
				'Files of the input take the places of its documents, in their order, with the same fields',
		},
		template: {
			name: 'From the Envelope to Copy',
			description: 'Its own documents, as they were before signing',
		},
	}),
	default: 'template',
	description: 'Which documents the new envelope has',
};

export const peopleJson = jsonRows(
	'participantsJson',
	'Participants (JSON)',
	'[{ "email": "nathan@example.com", "role": "signer" }]',
);
