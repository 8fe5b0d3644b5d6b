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
	none: { description: 'No code needed' },
	sms: { name: 'SMS', description: "A code sent to the participant's phone" },
});

/** Not required: if the method is an expression, n8n shows, and would demand, all of them (n8n-workflow's node-helpers.ts). */
export const methodInputs: INodeProperties[] = [
	{
		displayName: 'Access Code',
		name: 'accessCode',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: { authentication: ['accessCode'] } },
		description: `${min} to ${max} characters. The service does not send it: give it to the participant yourself.`,
	},
	{
		displayName: 'Country Code',
		name: 'countryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. +49',
		displayOptions: { show: { authentication: ['sms'] } },
		description: `A plus sign and ${countryCodeDigits.min} to ${countryCodeDigits.max} digits`,
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1701234567',
		displayOptions: { show: { authentication: ['sms'] } },
		description: 'Phone number without the country code',
	},
];

/** The inputs of one method. */
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
	description: 'How the participant proves their identity before signing',
};

const METHODS_WITH_CODE = METHODS.filter(({ value }) => value !== 'none');

/** For an existing participant, whose method can be replaced but not removed. */
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
	description: 'Cannot be changed later',
};

export const role: Choice<ParticipantRole> = {
	displayName: 'Role',
	name: 'role',
	type: 'options',
	options: choices<ParticipantRole>({
		cc: { name: 'CC', description: 'Receives a copy but does not sign' },
		signer: { description: 'Signs and fills in the assigned fields' },
	}),
	default: 'signer',
	required: true,
	description: 'Whether the participant signs or receives a copy',
};

/** The inputs that describe one participant. */
export const participantProperties: INodeProperties[] = [
	email,
	role,
	authentication,
	...methodInputs,
];

/** In a row, a method is added together with its inputs. */
const rowAuthentication: Groups = {
	...authentication,
	type: 'fixedCollection',
	placeholder: 'Add authentication',
	default: {},
	description: 'Without it, anyone with the signing URL can sign',
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
	description: 'Whether to return access codes, which stores them with the execution',
};

/** Keys of an authentication that are never a code. */
const PUBLIC_KEYS = ['type', 'countryCode', 'phoneNumber'] as const;

/** Answers can have access codes (docs/api.md, Participants: `access-code-shown`): left out unless the user wants them. */
export function shownParticipant(
	call: Pick<Call, 'option'>,
	participant: Participant,
): IDataObject {
	const { authentication, ...rest } = participant;
	if (!authentication || optionSwitch(call, includeAccessCodes)) return { ...participant };
	const parts: IDataObject = { ...authentication };
	const visible = PUBLIC_KEYS.filter((key) => key in parts).map((key) => [key, parts[key]]);
	return { ...rest, authentication: Object.fromEntries(visible) as IDataObject };
}
