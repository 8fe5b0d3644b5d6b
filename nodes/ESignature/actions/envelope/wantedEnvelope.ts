import type { NewEnvelope, NewParticipant } from '../../api';
import { optionSwitch, wrongInput, type Call } from '../../core';
import { readNumber } from '../../values/parse';
import { butIs, quoted, quotedList } from '../../values/text';
import { uploadOf, type Upload } from '../document/document';
import { FIELD_KEYS, type FieldInput } from '../field/field';
import { allowOverlap } from '../field/form';
import {
	fieldFromForm,
	fieldFromJson,
	wantedField,
	type Placed,
	type WantedField,
} from '../field/placing';
import { fieldsFromTags } from '../field/tags';
import { ADD_A_SIGNER, findSigner, identityOf } from '../participant/identity';
import { participantsIn } from '../participant/participant';
import { rowOf, textOf } from '../shared/inputs';
import { knownKeys, readEntry, readRows } from '../shared/rows';
import { envelopeInput } from './envelope';
import * as form from './form';

/** A field of an envelope that does not exist yet, so it names document and participant by what the user knows. */
export interface FieldRow extends FieldInput {
	/** Position of the document, from 1. */
	document?: unknown;
	participantEmail?: unknown;
}

const KEYS = ['document', 'participantEmail', ...FIELD_KEYS];

const FIELDS = {
	noun: 'Field',
	form: form.fieldRows,
	json: 'fieldsJson',
	isOptional: true,
	fromForm: fieldFromForm<FieldRow>,
	fromJson: (row: FieldRow): FieldRow => fieldFromJson(knownKeys(row, KEYS)),
};

/** The fields of a whole envelope, each with the indexes of its document and its signer. */
function readFields(
	call: Pick<Call, 'param'>,
	participants: NewParticipant[],
	documents: number,
): EnvelopeField[] {
	return readRows(call, FIELDS, (row, entry) => {
		const position = 'document' in row ? row.document : form.documentPosition.default;
		const document = indexOf(position, documents);
		const signer = signerOf(row.participantEmail, participants);
		return { entry, document, ...wantedField(row, signer) };
	});
}

function indexOf(value: unknown, documents: number): number {
	const number = readNumber(value) ?? NaN;
	if (Number.isInteger(number) && number >= 1 && number <= documents) return number - 1;
	throw wrongInput(
		`'${form.documentPosition.displayName}' must be the number of a document${butIs(value)}`,
		`Enter the position of the document in '${form.binaryPropertyNames.displayName}', from 1 to ${documents}.`,
	);
}

/** The index of the signer of a field. The only signer need not be named. */
function signerOf(value: unknown, participants: NewParticipant[]): number {
	const email = textOf(value).trim();
	const { index, copy, emails } = findSigner(participants, email);
	if (index !== undefined) return index;
	const input = `'${form.participantEmail.displayName}'`;
	const what = copy
		? 'is a copy recipient (CC), who cannot have a field'
		: 'is not one of the signers';
	throw wrongInput(
		email === '' ? `${input} is empty` : `${quoted(email)} in ${input} ${what}`,
		emails.length === 0
			? ADD_A_SIGNER
			: `Enter the email address of the signer who fills in this field: ${quotedList(emails)}.`,
	);
}

/** A field of a new envelope: its document and its signer are indexes, since there are no IDs yet. */
export interface EnvelopeField extends WantedField<number> {
	document: number;
}

export type PlacedEnvelopeField = Placed<EnvelopeField>;

interface PlacingRules {
	/** Whether each tag in a document becomes a field. */
	tags: boolean;
	allowOverlap: boolean;
	/** Whether signers without a field are allowed. */
	allowUnassigned: boolean;
	/** Whether the fields come from a template, so that missing ones have to be added there. */
	areCopied?: boolean;
}

export interface WantedEnvelope {
	envelope: NewEnvelope;
	documents: Upload[];
	participants: NewParticipant[];
	fields: EnvelopeField[];
	rules: PlacingRules;
}

/** The values of additional fields that are not set. */
const DEFAULTS = Object.fromEntries(
	[form.body, form.mode, form.notificationsManagedBy, form.subject].map((input) => [
		input.name,
		input.default,
	]),
);

export async function readWantedEnvelope(call: Call, send: boolean): Promise<WantedEnvelope> {
	const changes = call.param<object>(form.additionalFields.name, {});
	const envelope = envelopeInput({ ...changes, ...rowOf(call, [form.name]) }, DEFAULTS);
	const participants = readParticipants(call, send);
	const documents = await readFiles(call);
	const fields = readFields(call, participants, documents.length);
	const rules: PlacingRules = {
		tags: optionSwitch(call, fieldsFromTags, false),
		allowOverlap: optionSwitch(call, allowOverlap),
		allowUnassigned: !send || optionSwitch(call, form.allowUnassigned),
	};
	return { envelope, documents, participants, fields, rules };
}

/** The participants of a whole envelope. If it is sent, at least one must be a signer. */
export function readParticipants(call: Call, send: boolean): NewParticipant[] {
	const participants = participantsIn(call);
	const identities = participants.map(identityOf);
	const twice = participants.find((_, at) => identities.indexOf(identities[at] ?? '') < at);
	if (twice) {
		throw wrongInput(
			`${quoted(twice.email)} is listed twice with the role '${twice.role}'`,
			'Remove the duplicate: fields refer to participants by email address.',
		);
	}
	if (send && !participants.some(({ role }) => role === 'signer')) {
		throw wrongInput(
			'None of the participants is a signer',
			"Give at least one the role Signer, or turn off 'Send'.",
		);
	}
	return participants;
}

/** The files that the user names, as documents to send. */
export async function readFiles(call: Call): Promise<Upload[]> {
	const documents: Upload[] = [];
	for (const [index, name] of binaryFields(call).entries()) {
		const file = await call.file(name, form.binaryPropertyNames);
		documents.push(readEntry(`Document ${index + 1} (${quoted(name)})`, () => uploadOf(file)));
	}
	return documents;
}

function binaryFields({ param }: Call): string[] {
	const names = String(param<unknown>('binaryPropertyNames') ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	// The service checks how many documents an envelope may have.
	if (names.length > 0) return names;
	throw wrongInput(
		`The '${form.binaryPropertyNames.displayName}' are empty`,
		"Enter the names of the input's binary fields, separated by commas.",
	);
}
