import type { INodeProperties } from 'n8n-workflow';

import { LIMITS } from '../../api';

const { min, max } = LIMITS.accessCodeLength;

const METHODS = [
	{
		name: 'Access Code',
		value: 'accessCode',
		description: 'A code that you give to the participant',
	},
	{ name: 'None', value: 'none', description: 'The signing link is enough' },
	{ name: 'SMS', value: 'sms', description: 'A code that the service sends to their phone' },
];

/** Not marked as required: n8n would demand all of them when the method is an expression. */
const methodInputs: INodeProperties[] = [
	{
		displayName: 'Access Code',
		name: 'accessCode',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: { authentication: ['accessCode'] } },
		description: `Published length: ${min} to ${max} characters. Give it to the participant yourself; the service does not.`,
	},
	{
		displayName: 'Country Code',
		name: 'countryCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. +49',
		displayOptions: { show: { authentication: ['sms'] } },
		description: 'Country code of the phone number: a plus sign and one to four digits',
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

const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: METHODS,
	default: 'none',
	description: 'How the participant proves who they are before signing',
};

/** For a participant who exists: the method can be replaced, not removed. */
export const authenticationProperties: INodeProperties[] = [
	{
		...authentication,
		options: METHODS.filter(({ value }) => value !== 'none'),
		default: 'accessCode',
	},
	...methodInputs,
];

/** The inputs that describe one participant. */
export const participantProperties: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		placeholder: 'e.g. nathan@example.com',
		default: '',
		required: true,
		description: 'E-mail address of the participant. It cannot be changed later.',
	},
	{
		displayName: 'Role',
		name: 'role',
		type: 'options',
		options: [
			{ name: 'CC', value: 'cc', description: 'Receives a copy but does not sign' },
			{
				name: 'Signer',
				value: 'signer',
				description: 'Signs, and fills in the fields that are assigned to them',
			},
		],
		default: 'signer',
		required: true,
		description: 'What the participant does with the envelope',
	},
	authentication,
	...methodInputs,
];
