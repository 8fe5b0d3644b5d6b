import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { EventType } from '../api';
import { ALL_EVENTS } from './event/event';
import { DEFAULT_HEADER, DEFAULT_WINDOW } from './settings';
import { SETUP_NOTICE, SHARED_SECRET_NOTICE, TEST_NOTICE, UNVERIFIED_NOTICE } from './texts';

const KNOWN: Record<EventType, [name: string, description: string]> = {
	EnvelopeCancelled: ['Envelope Cancelled', 'The sender cancelled an envelope'],
	EnvelopeCreated: ['Envelope Created', 'A draft was created'],
	EnvelopeDocumentAdded: ['Envelope Document Added', 'A document was added to an envelope'],
	EnvelopeDocumentDeleted: ['Envelope Document Deleted', 'A document was removed from an envelope'],
	EnvelopeSealed: [
		'Envelope Sealed',
		'The sealed documents and the audit trail are ready to be archived',
	],
	EnvelopeSentForSignature: [
		'Envelope Sent for Signature',
		'The participants were asked to sign an envelope',
	],
	EnvelopeSigningCompleted: ['Envelope Signing Completed', 'The last participant has signed'],
	OwnerMessaged: ['Owner Messaged', 'A participant wrote to the owner of an envelope'],
	SignatureRequestDeclined: ['Signature Request Declined', 'A participant declined to sign'],
	SignatureRequestReassigned: [
		'Signature Request Reassigned',
		'A participant delegated the request to someone else',
	],
	SignatureRequestSigned: ['Signature Request Signed', 'A participant has signed'],
};

const all: INodePropertyOptions = {
	name: 'All Events',
	value: ALL_EVENTS,
	description: 'Every event, also of types that the service adds later',
};

const eventTypes: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		all,
		...Object.entries(KNOWN).map(([value, [name, description]]) => ({ name, value, description })),
	],
	default: [ALL_EVENTS],
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Attach Envelope',
			name: 'attachEnvelope',
			type: 'boolean',
			default: false,
			description:
				"Whether to read the envelope from the service and add it as it is now, since events may arrive late and in any order. If that takes longer than 8 seconds or fails, the event comes without it and 'envelopeError' says why.",
		},
		{
			displayName: 'Drop Duplicates',
			name: 'dropDuplicates',
			type: 'boolean',
			default: true,
			description:
				'Whether to start only one run for events with the same ID, which the service may send more than once. The last 1,000 IDs are remembered, also after a restart of n8n. If several n8n processes receive webhooks, a duplicate may still come through, so make sure that a second run does no harm.',
		},
		{
			displayName: 'Envelope IDs',
			name: 'envelopeIds',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Envelope ID' },
			default: [],
			placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000',
			description:
				'Only events about these envelopes start the workflow. Events that name no envelope are dropped.',
		},
		{
			displayName: 'Public URLs',
			name: 'publicUrls',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Public URL' },
			default: [],
			placeholder: 'e.g. https://hooks.example.com',
			description:
				"Further addresses of this webhook, at most 10, as registered in the service, if a proxy in front of n8n changes host or path. Signatures cover the address, so they are valid only for n8n's own URL and for these. An address without a path stands for the path of n8n's URL and for the root.",
		},
		{
			displayName: 'Rarely Needed: Emit Late Events',
			name: 'emitLateEvents',
			type: 'boolean',
			default: true,
			description:
				"Whether to let events through whose signature is older than the time window, marked with 'late': true. Switch it off only if a replayed event would do more harm than a lost one: late events are dropped then and do not come again.",
		},
		{
			displayName: 'Rarely Needed: Include Raw Body',
			name: 'includeRawBody',
			type: 'boolean',
			default: false,
			description:
				"Whether to add the body of the request, exactly as it was sent, as 'rawBody'. Switch it on only if you keep it as evidence or the event has keys that are missing in the output.",
		},
		{
			displayName: 'Rarely Needed: Time Window (Minutes)',
			name: 'timeWindow',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1440 },
			default: DEFAULT_WINDOW,
			description:
				"How old a signature may be before the event counts as late. Change it only if events are marked 'late' although they arrive in time, for example because the clock of n8n is wrong.",
		},
	],
};

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
