import type { INodeProperties } from 'n8n-workflow';

import type { Authentication, NewParticipant, Participant, UUID } from '../../api';
import { plainName, wrongInput, type Call } from '../../core';
import { notOffered, oneOf, textOf } from '../shared/inputs';
import { eachRow, isGiven, knownKeys, rowsOf, sourceOf, type Source } from '../shared/rows';
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

/** An access code as it was entered: spaces belong to it. How long it must be, the service decides. */
function accessCode(value: unknown): string {
	// A longer number has lost digits on its way here, a fraction perhaps zeros.
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		throw wrongInput(
			"The 'Access Code' is a number that n8n cannot store exactly",
			'Enter the code as text: as a number, it can lose digits.',
		);
	}
	const code = textOf(value);
	// A code of blanks cannot be read out or typed.
	if (code.trim() !== '') return code;
	throw wrongInput(
		"The 'Access Code' is empty",
		'Enter a code as text, and give it to the participant yourself: the service does not send it.',
	);
}

/** A phone number in its two parts. How many digits each has, the service decides. */
function phone(country: unknown, number: unknown): { countryCode: string; phoneNumber: string } {
	const countryCode = textOf(country).trim();
	const phoneNumber = textOf(number).replace(/[\s().-]/g, '');
	if (!/^\+\d+$/.test(countryCode)) {
		throw wrongInput(
			"The 'Country Code' must be a plus sign followed by digits",
			'For example +49 or +1.',
		);
	}
	if (!/^\d+$/.test(phoneNumber)) {
		throw wrongInput(
			"The 'Phone Number' must contain only digits",
			'Enter it without the country code, e.g. 1701234567.',
		);
	}
	return { countryCode, phoneNumber };
}

/** What a user enters to say how somebody proves who they are. */
export interface AuthenticationInput {
	authentication?: unknown;
	accessCode?: unknown;
	countryCode?: unknown;
	phoneNumber?: unknown;
}

/** In any spelling, the contract's (`AccessCode`, `SMS`) and the form's. */
const METHODS = new Map(form.authentication.options.map(({ value }) => [plainName(value), value]));

type Part = Exclude<keyof AuthenticationInput, 'authentication'>;

const namesOf = (inputs: INodeProperties[]): Part[] => inputs.map(({ name }) => name as Part);

const PARTS = namesOf(form.methodInputs);

/**
 * How the participant proves who they are, or undefined for "not at all". A misspelled
 * method, or an expression that gives nothing, is refused: otherwise a signer would need no code.
 */
export function authenticationOf(
	input: AuthenticationInput,
	source: Source,
): Authentication | undefined {
	const { authentication, ...inputs } = input;
	// The contract's own form, in which a list from elsewhere may come: `{ type: 'AccessCode', ... }`.
	const object = source === 'json' && typeof authentication === 'object' ? authentication : null;
	const { type, ...parts }: AuthenticationInput & { type?: unknown } = object
		? knownKeys(object, ['type', ...PARTS])
		: { type: authentication, ...inputs };
	// A row need not speak of it; in the form there is always a choice, unless an expression gave none.
	const isOpen = source === 'json' && !isGiven(authentication);
	const method = isOpen ? 'none' : methodOf(type);
	if (!method) {
		throw notOffered(
			form.authentication,
			"Choose one of them. If it is an expression, make sure that it returns 'none' for a participant who needs no code.",
		);
	}
	// The form may still hold what was entered for another method.
	if (source === 'json') assertParts(parts, method);
	if (object) assertParts(inputs, 'none');
	if (method === 'none') return undefined;
	return method === 'sms'
		? { type: 'SMS', ...phone(parts.countryCode, parts.phoneNumber) }
		: { type: 'AccessCode', accessCode: accessCode(parts.accessCode) };
}

const methodOf = (value: unknown): Method | undefined =>
	typeof value === 'string' ? METHODS.get(plainName(value)) : undefined;

/** What belongs to another method than the chosen one is a contradiction, not something to leave out. */
function assertParts(parts: AuthenticationInput, method: Method): void {
	const used = namesOf(form.inputsFor(method));
	const other = PARTS.find((part) => isGiven(parts[part]) && !used.includes(part));
	if (!other) return;
	const needed = other === 'accessCode' ? 'accessCode' : 'sms';
	throw wrongInput(
		`'${other}' is set, but the chosen 'Authentication' does not use it`,
		`Set "authentication" to "${needed}", or remove '${other}'.`,
	);
}

/** What a user enters for one participant, in the form or as JSON. */
export interface ParticipantInput extends AuthenticationInput {
	email?: unknown;
	role?: unknown;
}

const KEYS = form.participantProperties.map(({ name }) => name);
/** A list from 'Get Many' or 'Create' may be used again. */
const HARMLESS = ['ID', 'reconciled'];

/** The participants of a list, from the form or from JSON. */
export function participantsIn(call: Pick<Call, 'param'>): NewParticipant[] {
	const source = sourceOf(call);
	return eachRow(
		'Participant',
		rowsOf<ParticipantInput>(call, form.participantRows, 'participantsJson'),
		(row) => newParticipant(source === 'form' ? withMethod(row) : row, source),
	);
}

/** A row of the form to which no method was added asks for none. */
const withMethod = (row: ParticipantInput): ParticipantInput => ({
	...row,
	authentication: row.authentication ?? 'none',
});

/** The participant to send, or what to correct: checked before anything is sent. */
export function newParticipant(row: ParticipantInput, source: Source): NewParticipant {
	const input = source === 'json' ? knownKeys(row, KEYS, HARMLESS) : row;
	const email = textOf(input.email).trim();
	// No more than this: what a real address is, the service decides.
	if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
		throw wrongInput(
			email === '' ? "The 'Email' is empty" : "The 'Email' is not an email address",
			'Enter one complete address, e.g. nathan@example.com.',
		);
	}
	const role = oneOf({ role: textOf(input.role).trim().toLowerCase() }, form.role);
	const authentication = authenticationOf(input, source);
	return { email, role, ...(authentication && { authentication }) };
}
