import type { Authentication } from '../../api';
import { InputError } from '../../core';
import type { Source } from '../rows';
import { isGiven, knownKeys, plain, shown } from '../rowKeys';
import { accessCode, phone } from './proof';

/** What a user enters to say how somebody proves who they are. */
export interface AuthenticationInput {
	authentication?: unknown;
	accessCode?: unknown;
	countryCode?: unknown;
	phoneNumber?: unknown;
}

type Method = 'none' | 'accessCode' | 'sms';

/** In any spelling, the contract's (`AccessCode`, `SMS`) and the form's. */
const METHODS = new Map<string, Method>([
	['none', 'none'],
	['accesscode', 'accessCode'],
	['sms', 'sms'],
]);
const PARTS = ['accessCode', 'countryCode', 'phoneNumber'] as const;
const PARTS_OF: Record<Method, ReadonlyArray<(typeof PARTS)[number]>> = {
	none: [],
	accessCode: ['accessCode'],
	sms: ['countryCode', 'phoneNumber'],
};

/**
 * How the participant proves who they are, or undefined for "not at all". Nobody becomes a signer
 * without a code because a method was misspelt or an expression gave nothing: that is refused.
 */
export function authenticationOf(
	input: AuthenticationInput,
	source: Source,
): Authentication | undefined {
	const { authentication, ...inputs } = input;
	if (typeof authentication === 'object' && authentication !== null) {
		return ofObject(authentication, source === 'json' ? inputs : {});
	}
	// A row need not speak of it; in the form there is always a choice, unless an expression gave none.
	const isOpen = source === 'json' && !isGiven(authentication);
	const method = isOpen ? 'none' : methodOf(authentication);
	if (!method) throw unknownMethod();
	// The form may still hold what was entered for another method.
	if (source === 'json') assertParts(inputs, method);
	return made(method, inputs);
}

/** The contract's own form, in which a list from elsewhere may come: `{ type: 'AccessCode', ... }`. */
function ofObject(object: object, beside: AuthenticationInput): Authentication | undefined {
	const { type, ...parts } = knownKeys(object, ['type', ...PARTS]);
	const method = typeof type === 'string' ? methodOf(type) : undefined;
	if (!method) throw unknownMethod();
	assertParts(parts, method);
	if (method === 'none') assertNothingElse(object);
	assertParts(beside, 'none');
	return made(method, parts);
}

/** The method that a text, or an object of the contract's form, names. */
export function methodOf(value: unknown): Method | undefined {
	if (typeof value === 'string') return METHODS.get(plain(value));
	if (typeof value !== 'object' || value === null) return undefined;
	const [, type] = Object.entries(value).find(([key]) => plain(key) === 'type') ?? [];
	return typeof type === 'string' ? METHODS.get(plain(type)) : undefined;
}

function made(method: Method, input: AuthenticationInput): Authentication | undefined {
	if (method === 'none') return undefined;
	return method === 'sms'
		? { type: 'SMS', ...phone(input.countryCode, input.phoneNumber) }
		: { type: 'AccessCode', accessCode: accessCode(input.accessCode) };
}

/** What belongs to another method than the chosen one is a contradiction, not something to leave out. */
function assertParts(parts: AuthenticationInput, method: Method): void {
	const other = PARTS.find((part) => isGiven(parts[part]) && !PARTS_OF[method].includes(part));
	if (!other) return;
	throw new InputError(
		`'${other}' is given, but the 'Authentication' does not use it`,
		other === 'accessCode' ? `${WITH_CODE} ${OR_REMOVE}` : `${WITH_PHONE} ${OR_REMOVE}`,
	);
}

/** Where nothing is asked for, whatever stands beside that was meant to ask for something. */
function assertNothingElse(object: object): void {
	const other = Object.entries(object).find(
		([key, value]) => plain(key) !== 'type' && isGiven(value),
	);
	if (!other) return;
	throw new InputError(
		`'${shown(other[0])}' is given, but the 'authentication' is 'none'`,
		`${WITH_CODE} ${OR_REMOVE}`,
	);
}

const WITH_CODE = 'Write "authentication": "accessCode" beside "accessCode".';
const WITH_PHONE = 'Write "authentication": "sms" beside "countryCode" and "phoneNumber".';
const OR_REMOVE = 'Otherwise remove it. Nothing was sent.';

const unknownMethod = () =>
	new InputError(
		"The 'Authentication' must be 'none', 'accessCode' or 'sms'",
		"Choose one of them. If it is an expression, it gave something else: let it give 'none' for a participant who needs no code. Nothing was sent.",
	);
