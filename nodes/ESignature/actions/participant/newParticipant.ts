import { PARTICIPANT_ROLES, type NewParticipant } from '../../api';
import { InputError, type Call } from '../../core';
import { textOf } from '../inputs';
import { isGiven, knownKeys, plain, shown } from '../rowKeys';
import { eachRow, rowsOf, sourceOf, type Source } from '../rows';
import { authenticationOf, methodOf, type AuthenticationInput } from './authentication';
import { meantAsProof } from './meantAsProof';

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
	const input = source === 'json' ? knownKeys(row, KEYS, ['ID']) : row;
	assertNothingMeant(row, input.authentication);
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

const KNOWN = new Set(KEYS.map(plain));

/**
 * A code under a name of the user's own must not be left out: anybody with the link could sign. A method
 * that was named settles it. One that says "none" settles what only may be a code, such as a phone number.
 */
function assertNothingMeant(row: object, authentication: unknown): void {
	const method = methodOf(authentication);
	if (isGiven(authentication) && method !== 'none') return;
	for (const [key, value] of Object.entries(row)) {
		const meant = KNOWN.has(plain(key)) ? 'not' : meantAsProof(key, value);
		if (meant === 'not' || (meant === 'perhaps' && method === 'none')) continue;
		throw new InputError(
			method === 'none'
				? `'${shown(key)}' is given, but the 'authentication' is 'none'`
				: `'${shown(key)}' is given, but no 'authentication'`,
			`${METHODS} ${meant === 'surely' ? REMOVE : SAY_NONE} Nothing was sent.`,
		);
	}
}

const METHODS =
	'Write "authentication": "accessCode" with "accessCode", or "sms" with "countryCode" and "phoneNumber".';
const REMOVE = 'If it has nothing to do with signing, leave it out of the row.';
const SAY_NONE = 'If it has nothing to do with signing, write "authentication": "none".';
