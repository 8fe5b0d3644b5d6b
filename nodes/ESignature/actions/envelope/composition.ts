import { LIMITS, type NewEnvelope, type NewField, type NewParticipant } from '../../api';
import { wrongInput, type Call } from '../../core';
import { uploadOf, type Upload } from '../document/document';
import { FIELD_KEYS, newField, type FieldInput } from '../field/field';
import { identityOf } from '../participant/addParticipants';
import { participantsIn } from '../participant/newParticipant';
import { textOf } from '../shared/inputs';
import { knownKeys, named, rowsOf, sourceOf } from '../shared/rows';
import { newEnvelope } from './envelope';

/** A field of an envelope that does not exist yet: it refers to others by what the user knows. */
export interface FieldRow extends FieldInput {
	/** Position of the document, from 1. */
	document?: unknown;
	participantEmail?: unknown;
}

interface PlacedField {
	/** Index of the document, from 0. */
	document: number;
	/** Index of the participant, from 0. */
	participant: number;
	/** Made when the participant has an ID. */
	field: (participantID: string) => NewField;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';
const KEYS = ['document', 'participantEmail', ...FIELD_KEYS] as const;

/** The fields of a whole envelope, each with the document and the signer that its row names. */
function placedFields(
	call: Pick<Call, 'param'>,
	participants: NewParticipant[],
	documents: number,
): PlacedField[] {
	const source = sourceOf(call);
	const people = participants.map(identityOf);
	const rows = rowsOf<FieldRow>(call, 'fields', 'field', 'fieldsJson', { optional: true });
	return rows.map((row, index) =>
		named(`Field ${index + 1}`, () => {
			// A field that was listed elsewhere also has IDs, which mean nothing in a new envelope.
			const input: FieldRow = knownKeys(row, KEYS, ['ID', 'documentID', 'participantID']);
			const field = (participantID: string) => newField(input, participantID, source);
			const document = indexOf(input.document ?? (source === 'json' ? 1 : undefined), documents);
			const participant = signerOf(input.participantEmail, people);
			field(NOBODY);
			return { document, participant, field };
		}),
	);
}

function indexOf(value: unknown, documents: number): number {
	const position = textOf(value).trim() === '' ? NaN : Number(value);
	if (Number.isInteger(position) && position >= 1 && position <= documents) return position - 1;
	throw wrongInput(
		"'Document' does not name one of the documents",
		`Enter the position of the document in 'Input Binary Fields', from 1 to ${documents}.`,
	);
}

function signerOf(value: unknown, people: string[]): number {
	const email = textOf(value);
	const signer = people.indexOf(identityOf({ email, role: 'signer' }));
	if (signer >= 0) return signer;
	throw wrongInput(
		people.includes(identityOf({ email, role: 'cc' }))
			? 'a copy recipient (CC) cannot have a field'
			: "'Participant Email' is not one of the signers",
		'Enter the email address of a participant with the role Signer.',
	);
}

/** A whole envelope, checked as far as that is possible before it exists. */
export interface Composition {
	envelope: NewEnvelope;
	documents: Upload[];
	participants: NewParticipant[];
	fields: PlacedField[];
}

export async function composition(call: Call, send: boolean): Promise<Composition> {
	const envelope = newEnvelope(call);
	const participants = participantsOf(call);
	if (send && !participants.some(({ role }) => role === 'signer')) {
		throw wrongInput(
			'None of the participants is a signer',
			"Give at least one the role Signer, or turn off 'Send'.",
		);
	}
	const names = binaryFields(call);
	const fields = placedFields(call, participants, names.length);
	const documents: Upload[] = [];
	for (const [index, name] of names.entries()) {
		const file = await call.file(name);
		documents.push(named(`Document ${index + 1} ('${name}')`, () => uploadOf(file)));
	}
	return { envelope, documents, participants, fields };
}

function participantsOf(call: Call): NewParticipant[] {
	const participants = participantsIn(call);
	if (participants.length > LIMITS.participantsPerEnvelope) {
		throw wrongInput(
			`There are more than ${LIMITS.participantsPerEnvelope} participants`,
			`An envelope can have at most ${LIMITS.participantsPerEnvelope} participants. Split them across several envelopes.`,
		);
	}
	if (new Set(participants.map(identityOf)).size !== participants.length) {
		throw wrongInput(
			'A participant is listed twice with the same role',
			'Fields refer to participants by email address, so an address can be listed only once per role. Remove the duplicate.',
		);
	}
	return participants;
}

function binaryFields({ param }: Call): string[] {
	const names = String(param<unknown>('binaryPropertyNames') ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	// How many an envelope may have at most, the contract leaves to the service.
	if (names.length > 0) return names;
	throw wrongInput(
		"The 'Input Binary Fields' are empty",
		"Enter the names of the input's binary fields, separated by commas.",
	);
}
