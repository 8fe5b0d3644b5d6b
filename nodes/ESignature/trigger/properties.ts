import type { INodeProperties } from 'n8n-workflow';

import { eventTypes } from './eventTypes';
import { options } from './options';
import { DEFAULT_HEADER } from './settings';
import { SETUP_NOTICE, SHARED_SECRET_NOTICE, TEST_NOTICE, UNVERIFIED_NOTICE } from './texts';

const showFor = (verification: string) => ({ show: { verification: [verification] } });

export const properties: INodeProperties[] = [
	{ displayName: SETUP_NOTICE, name: 'setupNotice', type: 'notice', default: '' },
	{ displayName: TEST_NOTICE, name: 'testNotice', type: 'notice', default: '' },
	eventTypes,
	{
		displayName: 'Verification',
		name: 'verification',
		type: 'options',
		options: [
			{
				name: 'HTTP Message Signature (Recommended)',
				value: 'httpMessageSignature',
				description:
					"Check the signature of each event with the credential's Client Secret, and with its Webhook Secret if there is one",
			},
			{
				name: 'Shared Secret in a Header',
				value: 'sharedSecretHeader',
				description:
					"Compare a header with the credential's Webhook Secret. For gateways in front of n8n that add one.",
			},
			{
				name: 'None',
				value: 'none',
				description: 'Accept every request. Not safe unless something else verifies the events.',
			},
		],
		default: 'httpMessageSignature',
		description: 'How to make sure that an event comes from the service',
	},
	{
		displayName: UNVERIFIED_NOTICE,
		name: 'unverifiedNotice',
		type: 'notice',
		displayOptions: showFor('none'),
		default: '',
	},
	{
		displayName: SHARED_SECRET_NOTICE,
		name: 'sharedSecretNotice',
		type: 'notice',
		displayOptions: showFor('sharedSecretHeader'),
		default: '',
	},
	{
		displayName: 'Header Name',
		name: 'headerName',
		type: 'string',
		required: true,
		displayOptions: showFor('sharedSecretHeader'),
		default: DEFAULT_HEADER,
		placeholder: 'e.g. X-Webhook-Secret',
		description: 'Name of the header that carries the secret',
	},
	options,
];
