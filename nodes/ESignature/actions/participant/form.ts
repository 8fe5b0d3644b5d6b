import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { LIMITS, type Participant, type ParticipantRole } from '../../api';
import { optionSwitch, type Call } from '../../core';
import { choices, type Choice } from '../shared/inputs';
import { formRows, type Groups } from '../shared/rows';

const { min, max } = LIMITS.accessCodeLength;
const { countryCodeDigits } = LIMITS;

export type Method = 'accessCode' | 'none' | 'sms';

const METHODS = choices<Method>({
	accessCode: { name: 'Access Code', description: 'A code that you give to the participant' },
	none: { description: 'The signing URL is enough' },
	sms: { name: 'SMS', description: "A code that the service sends to the participant's phone" },
});

/** Not marked as required: n8n would demand all of them when the method is an expression. */
export const methodInputs: INodeProperties[] = [
	{
		displayName: 'Access Code',
		name: 'accessCode',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: { authentication: ['accessCode'] } },
		description: `Code that the participant must enter, ${min} to ${max} characters long according to the service's documentation. Give it to the participant yourself: the service does not send it.`,
	},
	{
		displayName: 'Country Code',
		name: 'countryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. +49',
		displayOptions: { show: { authentication: ['sms'] } },
		description: `Country code of the phone number: a plus sign and ${countryCodeDigits.min} to ${countryCodeDigits.max} digits`,
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1701234567',
		displayOptions: { show: { authentication: ['sms'] } },
		description: 'Number to which the service sends the code, without the country code',
	},
];

/** Those that a method asks for. */
export const inputsFor = (method: Method): INodeProperties[] =>
	methodInputs.filter(({ displayOptions }) =>
		displayOptions?.show?.authentication?.includes(method),
	);

export const authentication: Choice<Method> = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: METHODS,
	default: 'none',
	description: 'How the participant proves who they are before signing',
};

const METHODS_WITH_CODE = METHODS.filter(({ value }) => value !== 'none');

/** For a participant who exists: the method can be replaced, not removed. */
export const newAuthentication: Choice<Method> = {
	...authentication,
	options: METHODS_WITH_CODE,
	default: 'accessCode',
};

export const authenticationProperties: INodeProperties[] = [newAuthentication, ...methodInputs];

const email: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	placeholder: 'e.g. nathan@example.com',
	default: '',
	required: true,
	description: 'Email address of the participant. It cannot be changed later.',
};

export const role: Choice<ParticipantRole> = {
	displayName: 'Role',
	name: 'role',
	type: 'options',
	options: choices<ParticipantRole>({
		cc: { name: 'CC', description: 'Receives a copy but does not sign' },
		signer: { description: 'Signs, and fills in the fields that are assigned to them' },
	}),
	default: 'signer',
	required: true,
	description: 'What the participant does with the envelope',
};

/** The inputs that describe one participant. */
export const participantProperties: INodeProperties[] = [
	email,
	role,
	authentication,
	...methodInputs,
];

/** In a row, a method is added with its own inputs; without one the signing URL is enough. */
const rowAuthentication: Groups = {
	...authentication,
	type: 'fixedCollection',
	placeholder: 'Add authentication',
	default: {},
	description: `${authentication.description}. Without it, the signing URL is enough.`,
	options: METHODS_WITH_CODE.map(({ name, value }) => ({
		displayName: name,
		name: value,
		values: inputsFor(value).map((input) => ({ ...input, displayOptions: undefined })),
	})),
};

export const participantRows = formRows(
	['participants', 'Participants'],
	['participant', 'Participant'],
	[email, role, rowAuthentication],
);

export const includeAccessCodes: INodeProperties = {
	displayName: 'Include Access Codes',
	name: 'includeAccessCodes',
	type: 'boolean',
	default: false,
	description:
		'Whether to return access codes in plain text. They are then stored with the execution data of this workflow.',
};

/** What an authentication shows of itself; anything else in it may be a code under another name. */
const HARMLESS = ['type', 'countryCode', 'phoneNumber'];
/** Keys that a code may have beside the authentication. */
const CODE_KEY =
	/^(access|pass|pin|security|auth\w*|sign\w*)?[_-]?(code|pin|password|passcode|secret)$/i;
/** What names a participant is no code, should it look like one. */
const NAMES = /ID$|^(email|role)$/;
const LONG = 8;

type Shown = Pick<Call, 'option' | 'codes'>;

/** The service may return access codes in clear, under any name; who reads executions need not know them. */
export function shownParticipant(call: Shown, participant: Participant): IDataObject {
	if (optionSwitch(call, includeAccessCodes)) return { ...participant };
	const { authentication, ...rest } = participant as Participant & { authentication?: unknown };
	const codes = [...call.codes].flatMap((code) => [code.normalize('NFC'), code.normalize('NFD')]);
	const shown = withoutCodes(rest, codes);
	return authentication ? { ...shown, authentication: shownMethod(authentication, codes) } : shown;
}

/** A method that comes as text, or as something that we do not know, tells no more than its name. */
function shownMethod(authentication: unknown, codes: string[]): IDataObject {
	const given = typeof authentication === 'object' ? authentication : { type: authentication };
	const known = Object.entries(given ?? {}).filter(
		([key, value]) => HARMLESS.includes(key) && typeof value !== 'object',
	);
	return withoutCodes(Object.fromEntries(known), codes);
}

const withoutCodes = (thing: object, codes: string[]): IDataObject =>
	Object.fromEntries(
		Object.entries(thing)
			.filter(([key, value]) => !(CODE_KEY.test(key) && typeof value !== 'boolean'))
			.map(([key, value]) => [key, NAMES.test(key) ? (value as string) : hidden(value, codes)]),
	) as IDataObject;

function hidden(value: unknown, codes: string[]): unknown {
	if (Array.isArray(value)) return value.map((one) => hidden(one, codes));
	if (typeof value === 'object' && value !== null) return withoutCodes(value, codes);
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	return codes.some((code) => isIn(String(value), code)) ? HIDDEN : value;
}

/** A short code may be a part of a phone number or a time; a long one is not there by chance. */
function isIn(text: string, code: string): boolean {
	if (text.trim() === code.trim()) return true;
	for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1)) {
		const beside = text.charAt(at - 1) + text.charAt(at + code.length);
		if (code.length >= LONG || !/[\p{L}\p{N}]/u.test(beside)) return true;
	}
	return false;
}

const HIDDEN = '[hidden]';
