import { LIMITS, type NewEnvelope, type NewField, type NewParticipant } from '../../api';
import { InputError, type Call } from '../../core';
import { uploadOf, type Upload } from '../document/upload';
import { newField, type FieldInput } from '../field/newField';
import { identityOf } from '../participant/identity';
import { newParticipant, type ParticipantInput } from '../participant/newParticipant';
import { eachRow, named, rowsOf } from '../rows';
import { newEnvelope } from './newEnvelope';

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

/** A whole envelope, checked as far as that is possible before it exists. */
export interface Composition {
	envelope: NewEnvelope;
	documents: Upload[];
	participants: NewParticipant[];
	fields: PlacedField[];
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

export async function composition(call: Call, send: boolean): Promise<Composition> {
	const envelope = newEnvelope(call);
	const participants = participantsOf(call);
	if (send && !participants.some(({ role }) => role === 'signer')) {
		throw new InputError(
			'None of the participants is a signer',
			"Give at least one the role Signer, or switch off 'Send'. Nothing was sent.",
		);
	}
	const names = binaryFields(call);
	const fields = rowsOf<FieldRow>(call, 'fields', 'field', 'fieldsJson', { optional: true }).map(
		(row, index) => placed(row, index, participants, names.length),
	);
	const documents: Upload[] = [];
	for (const [index, name] of names.entries()) {
		const file = await call.file(name);
		documents.push(named(`Document ${index + 1} ('${name}')`, () => uploadOf(file)));
	}
	// The 300 MB of an envelope are 15 documents of 20 MB: more of either is refused already.
	return { envelope, documents, participants, fields };
}

function participantsOf(call: Call): NewParticipant[] {
	const rows = rowsOf<ParticipantInput>(call, 'participants', 'participant', 'participantsJson');
	if (rows.length > LIMITS.participantsPerEnvelope) {
		throw new InputError(
			`More than ${LIMITS.participantsPerEnvelope} participants`,
			'Split them over several envelopes. Nothing was sent.',
		);
	}
	const participants = eachRow(rows, newParticipant);
	if (new Set(participants.map(identityOf)).size !== participants.length) {
		throw new InputError(
			'A participant is listed twice with the same role',
			'Fields name their participant by e-mail address, so each may occur only once per role. Remove one of the two. Nothing was sent.',
		);
	}
	return participants;
}

function binaryFields({ param }: Call): string[] {
	const names = String(param<unknown>('binaryPropertyNames') ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	if (names.length >= 1 && names.length <= LIMITS.documentsPerEnvelope) return names;
	throw new InputError(
		`An envelope has 1 to ${LIMITS.documentsPerEnvelope} documents`,
		"Enter the names of the input's binary fields, separated by commas. Nothing was sent.",
	);
}

function placed(
	row: FieldRow,
	index: number,
	participants: NewParticipant[],
	documents: number,
): PlacedField {
	const nth = `Field ${index + 1}`;
	const position = Number(row.document ?? 1);
	if (!Number.isInteger(position) || position < 1 || position > documents) {
		throw new InputError(
			`${nth}: there is no such document`,
			`'Document' is its position, from 1 to ${documents}. Nothing was sent.`,
		);
	}
	const email = String(row.participantEmail ?? '').trim();
	const key = (role: string) => identityOf({ email, role });
	const participant = participants.findIndex((one) => identityOf(one) === key('signer'));
	if (participant < 0) {
		const copy = participants.some((one) => identityOf(one) === key('cc'));
		throw new InputError(
			copy
				? `${nth}: a copy recipient (CC) cannot have a field`
				: `${nth}: 'Participant Email' is not one of the signers`,
			'Enter the e-mail address of a participant with the role Signer. Nothing was sent.',
		);
	}
	named(nth, () => newField(row, NOBODY));
	return {
		document: position - 1,
		participant,
		field: (participantID) => newField(row, participantID),
	};
}
