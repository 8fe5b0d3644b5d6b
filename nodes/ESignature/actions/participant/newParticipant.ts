import { PARTICIPANT_ROLES, type NewParticipant } from '../../api';
import { InputError, type Call } from '../../core';
import { textOf } from '../inputs';
import { isGiven, knownKeys, shown, wordsOf } from '../rowKeys';
import { eachRow, rowsOf, sourceOf, type Source } from '../rows';
import { authenticationOf, type AuthenticationInput } from './authentication';

/** What a user enters for one participant, in the form or as JSON. */
export interface ParticipantInput extends AuthenticationInput {
	email?: unknown;
	role?: unknown;
}

const KEYS = [
	'email',
	'role',
	'authentication',
	'accessCode',
	'countryCode',
	'phoneNumber',
] as const;

/** The participants of a list, from the form or from JSON. */
export function participantsIn(call: Pick<Call, 'param'>): NewParticipant[] {
	const source = sourceOf(call);
	return eachRow(
		rowsOf<ParticipantInput>(call, 'participants', 'participant', 'participantsJson'),
		(row) => newParticipant(row, source),
	);
}

/** The participant to send, or what to correct: checked before anything is sent. */
export function newParticipant(row: ParticipantInput, source: Source): NewParticipant {
	const input = source === 'json' ? rowFrom(row) : row;
	const email = textOf(input.email).trim();
	// No more than this: what a real address is, the service decides.
	if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
		throw new InputError(
			email === '' ? "The 'Email' is empty" : "The 'Email' is not an e-mail address",
			'Enter one complete address, e.g. nathan@example.com. Nothing was sent.',
		);
	}
	const role = PARTICIPANT_ROLES.find((known) => known === textOf(input.role).trim().toLowerCase());
	if (!role) {
		throw new InputError(
			"The 'Role' must be 'signer' or 'cc'",
			'Choose one of the two. Nothing was sent.',
		);
	}
	const authentication = authenticationOf(input, source);
	return { email, role, ...(authentication && { authentication }) };
}

/**
 * A row in our words. While it names no method, a key that speaks of one may be a code under a name of
 * the user's own, and leaving it out would let anybody with the link sign.
 */
function rowFrom(row: ParticipantInput): ParticipantInput {
	const input = knownKeys(row, KEYS, ['ID']);
	if (isGiven(input.authentication)) return input;
	const suspect = Object.entries(row).find(
		([key, value]) => isGiven(value) && wordsOf(key).some((word) => SPEAKS.test(word)),
	);
	if (!suspect) return input;
	throw new InputError(
		`'${shown(suspect[0])}' is given, but no 'authentication'`,
		'Write "authentication": "accessCode" with "accessCode", or "sms" with "countryCode" and "phoneNumber". If it has nothing to do with signing, write "authentication": "none". Nothing was sent.',
	);
}

const SPEAKS = /^auth(?!or$)|code|phone|mobile|sms|^pass(word|phrase)|^(pin|otp|mfa|2fa)$/;
