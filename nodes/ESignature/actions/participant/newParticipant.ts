import { LIMITS, PARTICIPANT_ROLES, type Authentication, type NewParticipant } from '../../api';
import { InputError } from '../../core';

/** What a user enters for one participant, in the form or as JSON. */
export interface ParticipantInput {
	email?: unknown;
	role?: unknown;
	authentication?: unknown;
	accessCode?: unknown;
	countryCode?: unknown;
	phoneNumber?: unknown;
}

const { min, max } = LIMITS.accessCodeLength;

/** The participant to send, or what to correct: checked before anything is sent. */
export function newParticipant(input: ParticipantInput): NewParticipant {
	const email = text(input.email);
	// No more than this: what a real address is, the service decides.
	if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
		throw new InputError(
			email === '' ? "The 'Email' is empty" : "The 'Email' is not an e-mail address",
			'Enter one complete address, e.g. nathan@example.com. Nothing was sent.',
		);
	}
	const role = PARTICIPANT_ROLES.find((known) => known === text(input.role).toLowerCase());
	if (!role) {
		throw new InputError(
			"The 'Role' must be 'signer' or 'cc'",
			'Choose one of the two. Nothing was sent.',
		);
	}
	const authentication = authenticationOf(input);
	return { email, role, ...(authentication && { authentication }) };
}

export function authenticationOf(input: ParticipantInput): Authentication | undefined {
	const { authentication } = input;
	if (typeof authentication === 'object' && authentication !== null) {
		return authenticationOf(asInputs(authentication as Record<string, unknown>));
	}
	switch (text(authentication) || 'none') {
		case 'none':
			return undefined;
		case 'accessCode':
			return { type: 'AccessCode', accessCode: accessCode(input.accessCode) };
		case 'sms':
			return { type: 'SMS', ...phone(input) };
		default:
			throw new InputError(
				"The 'Authentication' must be 'none', 'accessCode' or 'sms'",
				'Choose one of them. Nothing was sent.',
			);
	}
}

/** The contract's own form, in which a list from elsewhere may come: `{ type: 'AccessCode', ... }`. */
const asInputs = ({ type, ...rest }: Record<string, unknown>): ParticipantInput => ({
	...rest,
	authentication: { accesscode: 'accessCode', sms: 'sms' }[text(type).toLowerCase()] ?? 'unknown',
});

function accessCode(value: unknown): string {
	const code = typeof value === 'number' ? String(value) : value;
	// Spaces belong to a code, but nobody can tell or type one that has nothing else.
	const isCode = typeof code === 'string' && code.trim() !== '';
	if (isCode && code.length >= min && code.length <= max) return code;
	throw new InputError(
		`The 'Access Code' must have ${min} to ${max} characters`,
		'Choose a code that only the participant knows, and tell it to the participant yourself. Nothing was sent.',
	);
}

function phone(input: ParticipantInput): { countryCode: string; phoneNumber: string } {
	const countryCode = text(input.countryCode);
	const phoneNumber = text(input.phoneNumber).replace(/[\s().-]/g, '');
	if (!/^\+\d{1,4}$/.test(countryCode)) {
		throw new InputError(
			"The 'Country Code' must be a plus sign and one to four digits",
			'For example +49 or +1. Nothing was sent.',
		);
	}
	if (!/^\d{3,15}$/.test(phoneNumber)) {
		throw new InputError(
			"The 'Phone Number' must have 3 to 15 digits",
			'Enter digits only, without the country code, e.g. 1701234567. Nothing was sent.',
		);
	}
	return { countryCode, phoneNumber };
}

const text = (value: unknown): string =>
	typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
