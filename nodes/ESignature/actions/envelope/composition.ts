import { LIMITS, type NewEnvelope, type NewParticipant } from '../../api';
import { optionSwitch, readNumber, wrongInput, type Call } from '../../core';
import { uploadOf, type Upload } from '../document/document';
import { FIELD_KEYS, type FieldInput } from '../field/field';
import { allowOverlap } from '../field/form';
import { wantedField } from '../field/placing';
import { fieldsFromTags } from '../field/tags';
import { identityOf, TOO_MANY } from '../participant/addParticipants';
import { participantsIn } from '../participant/participant';
import { textOf } from '../shared/inputs';
import { knownKeys, named, rowsOf, sourceOf } from '../shared/rows';
import { envelopeInput } from './envelope';
import {
	additionalFields,
	allowIdle,
	binaryPropertyNames,
	body,
	documentPosition,
	fieldRows,
	mode,
	notificationsManagedBy,
	participantEmail,
	subject,
} from './form';
import { placedInFiles, type EnvelopeField, type PlacingRules } from './placedFields';

/** A field of an envelope that does not exist yet: it refers to others by what the user knows. */
export interface FieldRow extends FieldInput {
	/** Position of the document, from 1. */
	document?: unknown;
	participantEmail?: unknown;
}

const KEYS = ['document', 'participantEmail', ...FIELD_KEYS];

/** The fields of a whole envelope, each with the document and the signer that its row names. */
function fieldsOf(
	call: Pick<Call, 'param'>,
	participants: NewParticipant[],
	documents: number,
): EnvelopeField[] {
	const source = sourceOf(call);
	const rows = rowsOf<FieldRow>(call, fieldRows, 'fieldsJson', { optional: true });
	return rows.map((row, index) => {
		const entry = `Field ${index + 1}`;
		return named(entry, () => {
			const input: FieldRow = source === 'form' ? row : knownKeys(row, KEYS);
			const document = indexOf(
				'document' in input ? input.document : documentPosition.default,
				documents,
			);
			const participant = signerOf(input.participantEmail, participants);
			return { entry, document, ...wantedField(input, String(participant), source) };
		});
	});
}

function indexOf(value: unknown, documents: number): number {
	const number = readNumber(value) ?? NaN;
	if (Number.isInteger(number) && number >= 1 && number <= documents) return number - 1;
	throw wrongInput(
		`'${documentPosition.displayName}' does not name one of the documents`,
		`Enter the position of the document in '${binaryPropertyNames.displayName}', from 1 to ${documents}.`,
	);
}

/** The signer of a field, as a place in the list. Where there is only one, it need not be said. */
function signerOf(value: unknown, participants: NewParticipant[]): number {
	const email = textOf(value).trim();
	const people = participants.map(identityOf);
	const signers = participants.flatMap(({ role }, index) => (role === 'signer' ? [index] : []));
	const [only, ...others] = signers;
	if (email === '' && only !== undefined && others.length === 0) return only;
	const signer = people.indexOf(identityOf({ email, role: 'signer' }));
	if (signer >= 0) return signer;
	if (email === '') {
		throw wrongInput(
			`'${participantEmail.displayName}' is empty`,
			others.length > 0
				? 'There are several signers. Enter the email address of the one who fills in this field.'
				: 'Only a signer can have a field. Add a participant with the role Signer.',
		);
	}
	throw wrongInput(
		people.includes(identityOf({ email, role: 'cc' }))
			? 'a copy recipient (CC) cannot have a field'
			: `'${participantEmail.displayName}' is not one of the signers`,
		'Enter the email address of a participant with the role Signer.',
	);
}

/** A whole envelope, checked as far as that is possible before it exists. */
export interface Composition {
	envelope: NewEnvelope;
	documents: Upload[];
	participants: NewParticipant[];
	fields: EnvelopeField[];
	rules: PlacingRules;
}

/** The additional fields that nobody added. */
const USUAL = Object.fromEntries(
	[body, mode, notificationsManagedBy, subject].map((input) => [input.name, input.default]),
);

export async function composition(call: Call, send: boolean): Promise<Composition> {
	const envelope = envelopeInput(call, {
		...USUAL,
		...call.param<object>(additionalFields.name, {}),
	});
	const participants = peopleOf(call, send);
	const documents = await filesOf(call);
	const fields = fieldsOf(call, participants, documents.length);
	const rules: PlacingRules = {
		tags: optionSwitch(call, fieldsFromTags),
		allowOverlap: optionSwitch(call, allowOverlap),
		allowIdle: !send || optionSwitch(call, allowIdle),
	};
	const placed = await placedInFiles(call, { documents, fields, participants, rules });
	return { envelope, documents, participants, fields: placed, rules };
}

/** The people of a whole envelope, of whom some sign if it is sent. */
export function peopleOf(call: Call, send: boolean): NewParticipant[] {
	const participants = participantsOf(call);
	if (!send || participants.some(({ role }) => role === 'signer')) return participants;
	throw wrongInput(
		'None of the participants is a signer',
		"Give at least one the role Signer, or turn off 'Send'.",
	);
}

function participantsOf(call: Call): NewParticipant[] {
	const participants = participantsIn(call);
	if (participants.length > LIMITS.participantsPerEnvelope) {
		throw wrongInput(
			`There are more than ${LIMITS.participantsPerEnvelope} participants`,
			TOO_MANY,
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

/** The files of the input that the user names, as documents to send. */
export async function filesOf(call: Call): Promise<Upload[]> {
	const documents: Upload[] = [];
	for (const [index, name] of binaryFields(call).entries()) {
		const file = await call.file(name, binaryPropertyNames);
		documents.push(named(`Document ${index + 1} ('${name}')`, () => uploadOf(file)));
	}
	return documents;
}

function binaryFields({ param }: Call): string[] {
	const names = String(param<unknown>('binaryPropertyNames') ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);
	// How many an envelope may have at most, the contract leaves to the service.
	if (names.length > 0) return names;
	throw wrongInput(
		`The '${binaryPropertyNames.displayName}' are empty`,
		"Enter the names of the input's binary fields, separated by commas.",
	);
}
