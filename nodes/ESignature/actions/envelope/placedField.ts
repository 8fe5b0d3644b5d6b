import type { NewField, NewParticipant } from '../../api';
import { InputError, type Call } from '../../core';
import { FIELD_KEYS, newField, type FieldInput } from '../field/newField';
import { textOf } from '../inputs';
import { identityOf } from '../participant/identity';
import { knownKeys } from '../rowKeys';
import { named, rowsOf, sourceOf } from '../rows';

/** A field of an envelope that does not exist yet: it refers to others by what the user knows. */
export interface FieldRow extends FieldInput {
	/** Position of the document, from 1. */
	document?: unknown;
	participantEmail?: unknown;
}

export interface PlacedField {
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
export function placedFields(
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
	throw new InputError(
		'there is no such document',
		`'Document' is its position, from 1 to ${documents}. Nothing was sent.`,
	);
}

function signerOf(value: unknown, people: string[]): number {
	const email = textOf(value);
	const signer = people.indexOf(identityOf({ email, role: 'signer' }));
	if (signer >= 0) return signer;
	throw new InputError(
		people.includes(identityOf({ email, role: 'cc' }))
			? 'a copy recipient (CC) cannot have a field'
			: "'Participant Email' is not one of the signers",
		'Enter the e-mail address of a participant with the role Signer. Nothing was sent.',
	);
}
