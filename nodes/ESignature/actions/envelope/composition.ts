import { LIMITS, type NewEnvelope, type NewParticipant } from '../../api';
import { InputError, type Call } from '../../core';
import { uploadOf, type Upload } from '../document/upload';
import { identityOf } from '../participant/identity';
import { participantsIn } from '../participant/newParticipant';
import { named } from '../rows';
import { newEnvelope } from './newEnvelope';
import { placedFields, type PlacedField } from './placedField';

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
		throw new InputError(
			'None of the participants is a signer',
			"Give at least one the role Signer, or switch off 'Send'. Nothing was sent.",
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
		throw new InputError(
			`More than ${LIMITS.participantsPerEnvelope} participants`,
			'Split them over several envelopes. Nothing was sent.',
		);
	}
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
	// How many an envelope may have at most, the contract leaves to the service.
	if (names.length > 0) return names;
	throw new InputError(
		"The 'Input Binary Fields' are empty",
		"Enter the names of the input's binary fields, separated by commas. Nothing was sent.",
	);
}
