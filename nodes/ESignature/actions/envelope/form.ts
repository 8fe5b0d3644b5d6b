import type { INodeProperties } from 'n8n-workflow';

import { LIMITS, type Notifier, type SigningMode } from '../../api';
import { ADD_SIGNATURE_FIELD, fieldRow } from '../field/form';
import { choices, type Choice } from '../shared/inputs';
import { addable, formRows, jsonRows } from '../shared/rows';

export const subject: INodeProperties = {
	displayName: 'Subject',
	name: 'subject',
	type: 'string',
	default: 'Please sign $(envelope_name)',
	description: 'Subject of the email to the signers',
};

export const body: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '$(sender_name_or_email) asks you to sign $(envelope_name).',
	description: 'Text of the email to the signers',
	hint: 'Variables: $(envelope_name), $(sender_name_or_email)',
};

export const mode: Choice<SigningMode> = {
	displayName: 'Signing Mode',
	name: 'mode',
	type: 'options',
	options: choices({
		parallel: { description: 'Everyone can sign at any time' },
		sequential: {
			description: 'One after the other, in the order they were added',
		},
	}),
	default: 'parallel',
	description: 'The order in which the signers sign',
};

export const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lease contract 2026',
	description: 'Name shown to participants',
};

export const notificationsManagedBy: Choice<Notifier> = {
	displayName: 'Notifications Sent By',
	name: 'notificationsManagedBy',
	type: 'options',
	options: choices({
		sender: {
			name: 'Sender (You)',
			description: "You send the signing URLs from 'Participant > Get Signing URLs'",
		},
		service: {
			description: 'The service emails the participants',
		},
	}),
	default: 'service',
	description: 'Who notifies the participants',
};

const shownFor = (notifier: Notifier) => ({ show: { notificationsManagedBy: [notifier] } });

const NO_TEXT = 'Leave empty, unless the service refuses an envelope without a subject and a body';

/** The inputs that describe a new envelope. */
export const envelopeProperties: INodeProperties[] = [
	{ ...name, required: true },
	mode,
	notificationsManagedBy,
	...[subject, body].flatMap((input) => [
		{ ...input, required: true, displayOptions: shownFor('service') },
		{ ...input, default: '', description: NO_TEXT, displayOptions: shownFor('sender') },
	]),
];

/** The files of a whole envelope. */
export const binaryPropertyNames: INodeProperties = {
	displayName: 'Input Binary Fields',
	name: 'binaryPropertyNames',
	type: 'string',
	default: 'data',
	required: true,
	hint: `Separated by commas, up to ${LIMITS.documentsPerEnvelope} files. Leave 'data' if there is only one file.`,
};

/** The inputs of a whole envelope that have defaults. Not called fields, which are what is signed. */
export const additionalFields: INodeProperties = addable(
	['additionalFields', 'Email and Signing Order'],
	'Add setting',
	[body, mode, notificationsManagedBy, subject],
);

export const documentPosition: INodeProperties = {
	displayName: 'Document',
	name: 'document',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1,
	description: "Number of the file in 'Input Binary Fields'",
};

export const participantEmail: INodeProperties = {
	displayName: 'Participant Email',
	name: 'participantEmail',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@example.com',
	description: 'The signer who fills in the field. Leave empty if there is only one.',
};

/** The fields of a whole envelope. They name files by position and people by email address. */
export const fieldRows = formRows(
	['fields', 'Fields'],
	['field', 'Field'],
	fieldRow(participantEmail, [documentPosition]),
	ADD_SIGNATURE_FIELD,
);

export const previewOnly: INodeProperties = {
	displayName: 'Preview Only',
	name: 'previewOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the PDFs with all fields drawn in place. Nothing is created or sent, whatever else is set.',
};

export const sendAtOnce: INodeProperties = {
	displayName: 'Send',
	name: 'send',
	type: 'boolean',
	default: true,
	description: 'Whether to send the envelope. Otherwise it stays a draft.',
};

export const allowUnassigned: INodeProperties = {
	displayName: 'Allow Signers Without Fields',
	name: 'allowSignersWithoutFields',
	type: 'boolean',
	default: false,
	description: 'Whether to send the envelope even if a signer has no fields',
};

export const keepDraft: INodeProperties = {
	displayName: 'Keep Draft on Failure',
	name: 'keepDraft',
	type: 'boolean',
	default: false,
	description: 'Whether to keep the unfinished draft if a step fails',
};

/** Where the documents of a copied envelope come from. */
export const documentsFrom: Choice<'input' | 'template'> = {
	displayName: 'Documents',
	name: 'documents',
	type: 'options',
	options: choices({
		input: {
			name: 'From Input',
			description: 'Input files replace its documents, in order, and keep the fields',
		},
		template: {
			name: 'From the Envelope to Copy',
			description: 'Its own documents, as they were before signing',
		},
	}),
	default: 'template',
	description: 'Where the documents come from',
};

export const peopleJson = jsonRows(
	'participantsJson',
	'Participants (JSON)',
	'[{ "email": "nathan@example.com", "role": "signer" }]',
);
