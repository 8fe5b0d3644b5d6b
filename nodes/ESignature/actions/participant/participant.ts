import type { INodeProperties } from 'n8n-workflow';

import {
	LIMITS,
	type Authentication,
	type NewParticipant,
	type Participant,
	type UUID,
} from '../../api';
import { plainName, wrongInput, type Call } from '../../core';
import { butIs } from '../../values/text';
import { notOffered, oneOf, textOf } from '../shared/inputs';
import { isGiven, knownKeys, readRows } from '../shared/rows';
import * as form from './form';
import type { Method } from './form';

/** All participants of an envelope, as the service lists them. */
export async function listParticipants(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
): Promise<Participant[]> {
	const { items } = await request('GET /sign/envelopes/{envelopeID}/participants', { envelopeID });
	return items;
}

/** An access code as it was entered, with its spaces. The service checks its length. */
function accessCode(value: unknown): string {
	// A long number may have lost digits on its way here, a fraction its last zeros.
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw wrongInput(
			"The 'Access Code' is a number that n8n cannot store exactly",
			'Enter the code as text: as a number, it can lose digits.',
		);
	}
	const code = textOf(value);
	if (code.trim() !== '') return code;
	throw wrongInput(
		"The 'Access Code' is empty",
		'Enter a code as text, and give it to the participant yourself: the service does not send it.',
	);
}

/** A phone number in its two parts. The service checks their lengths. */
function phone(country: unknown, number: unknown): { countryCode: string; phoneNumber: string } {
	const countryCode = textOf(country).trim();
	const phoneNumber = textOf(number).replace(/[\s().-]/g, '');
	if (!/^\+\d+$/.test(countryCode)) {
		throw wrongInput(
			`The 'Country Code' must be a plus sign followed by digits${butIs(country)}`,
			'For example +49 or +1.',
		);
	}
	if (!/^\d+$/.test(phoneNumber)) {
		throw wrongInput(
			`The 'Phone Number' must contain only digits${butIs(number)}`,
			'Enter it without the country code, e.g. 1701234567.',
		);
	}
	return { countryCode, phoneNumber };
}

export interface AuthenticationInput {
	authentication?: unknown;
	accessCode?: unknown;
	countryCode?: unknown;
	phoneNumber?: unknown;
}

/** The methods by name, in the contract's spelling (`AccessCode`, `SMS`) and the form's. */
const METHODS = new Map(form.authentication.options.map(({ value }) => [plainName(value), value]));

type Part = Exclude<keyof AuthenticationInput, 'authentication'>;

const namesOf = (inputs: INodeProperties[]): Part[] => inputs.map(({ name }) => name as Part);

const PARTS = namesOf(form.methodInputs);

/**
 * The authentication of the participant, or undefined for none. A misspelled method, or an expression that gives
 * nothing, is refused: otherwise the signer would need no code.
 */
export function authenticationOf(input: AuthenticationInput): Authentication | undefined {
	const method = methodOf(input.authentication);
	if (!method) {
		// Not quoted: a code may have been entered here.
		throw notOffered(
			form.authentication,
			"Choose one of them. If it is an expression, make sure that it returns 'none' for a participant who needs no code.",
		);
	}
	if (method === 'none') return undefined;
	return method === 'sms'
		? { type: 'SMS', ...phone(input.countryCode, input.phoneNumber) }
		: { type: 'AccessCode', accessCode: accessCode(input.accessCode) };
}

const methodOf = (value: unknown): Method | undefined =>
	typeof value === 'string' ? METHODS.get(plainName(value)) : undefined;

/** Refuses inputs that belong to another method than this one. */
function assertPartsOf(value: unknown, parts: AuthenticationInput): void {
	const method = methodOf(value);
	if (!method) return;
	const used = namesOf(form.inputsFor(method));
	const other = PARTS.find((part) => isGiven(parts[part]) && !used.includes(part));
	if (!other) return;
	const needed = other === 'accessCode' ? 'accessCode' : 'sms';
	throw wrongInput(
		`'${other}' is set, but the chosen 'Authentication' does not use it`,
		`Set "authentication" to "${needed}", or remove '${other}'.`,
	);
}

/** A participant as entered in the form or as JSON. */
export interface ParticipantInput extends AuthenticationInput {
	email?: unknown;
	role?: unknown;
}

const KEYS = form.participantProperties.map(({ name }) => name);
/** A list from 'Get Many' or 'Create' may be used again. */
const IGNORED_KEYS = ['ID', 'reconciled'];

/** A row of the form. One without a method needs none. */
const participantFromForm = (row: ParticipantInput): ParticipantInput => ({
	...row,
	authentication: row.authentication ?? 'none',
});

/** A row of JSON. The form keeps what was entered for another method, but here it is a mistake. */
export function participantFromJson(row: ParticipantInput): ParticipantInput {
	const { authentication = 'none', ...input } = knownKeys(row, KEYS, IGNORED_KEYS);
	if (typeof authentication !== 'object' || authentication === null) {
		assertPartsOf(authentication, input);
		return { authentication, ...input };
	}
	// The contract's own form, e.g. in a list from 'Get Many': `{ type: 'AccessCode', ... }`.
	const { type, ...parts } = knownKeys(authentication, ['type', ...PARTS]);
	assertPartsOf(type, parts);
	assertPartsOf('none', input);
	return { ...input, ...parts, authentication: type };
}

const PARTICIPANTS = {
	noun: 'Participant',
	form: form.participantRows,
	json: 'participantsJson',
	fromForm: participantFromForm,
	fromJson: participantFromJson,
};

/** The participants of a list, from the form or from JSON. */
export function participantsIn(call: Pick<Call, 'param'>): NewParticipant[] {
	const participants = readRows(call, PARTICIPANTS, newParticipant);
	const { participantsPerEnvelope: max } = LIMITS;
	if (participants.length <= max) return participants;
	throw wrongInput(
		`There are ${participants.length} participants, more than an envelope can have`,
		`An envelope can have at most ${max} participants. Split them across several envelopes.`,
	);
}

/** The participant to send, or an error that says what to correct. */
export function newParticipant(input: ParticipantInput): NewParticipant {
	const email = textOf(input.email).trim();
	// The service decides what else an address must have.
	if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
		throw wrongInput(
			isGiven(input.email)
				? `The 'Email' must be an email address${butIs(input.email)}`
				: "The 'Email' is empty",
			'Enter one complete address, e.g. nathan@example.com.',
		);
	}
	const role = oneOf({ role: textOf(input.role).trim().toLowerCase() }, form.role);
	const authentication = authenticationOf(input);
	return { email, role, ...(authentication && { authentication }) };
}
