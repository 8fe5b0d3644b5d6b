import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import type { EventType } from '../api/values';
import { commaList, textsIn } from '../values/collections';
import { numberOr, readSwitch } from '../values/parse';
import { ALL_EVENTS, type Filter } from './event';
import { SETUP_NOTICE, SHARED_SECRET_NOTICE, TEST_NOTICE, UNVERIFIED_NOTICE } from './texts';

const DEFAULT_WINDOW_MINUTES = 5;
const MAX_WINDOW_MINUTES = 1440;
const DEFAULT_HEADER = 'X-Webhook-Secret';

const KNOWN: Record<EventType, [name: string, description: string]> = {
	EnvelopeCancelled: ['Envelope Canceled', 'The sender canceled the envelope'],
	EnvelopeCreated: ['Envelope Created', 'A draft was created'],
	EnvelopeDocumentAdded: ['Envelope Document Added', 'A document was added'],
	EnvelopeDocumentDeleted: ['Envelope Document Deleted', 'A document was removed'],
	EnvelopeSealed: ['Envelope Sealed', 'The sealed documents are ready to download'],
	EnvelopeSentForSignature: ['Envelope Sent for Signature', 'The signers were asked to sign'],
	EnvelopeSigningCompleted: ['Envelope Signing Completed', 'The last signer has signed'],
	OwnerMessaged: ['Owner Messaged', 'A participant wrote to the owner'],
	SignatureRequestDeclined: ['Signature Request Declined', 'A signer declined to sign'],
	SignatureRequestReassigned: [
		'Signature Request Reassigned',
		'A signer delegated the request to someone else',
	],
	SignatureRequestSigned: ['Signature Request Signed', 'A signer has signed'],
};

/** The choice of these events, or of all. A trigger may describe events in its own words. */
export const triggerOn = (
	types: readonly EventType[],
	all: string,
	described: Partial<Record<EventType, string>> = {},
): INodeProperties => ({
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{ name: 'All Events', value: ALL_EVENTS, description: all },
		...types.map((value) => {
			const [name, description] = KNOWN[value];
			return { name, value, description: described[value] ?? description };
		}),
	],
	default: [ALL_EVENTS],
});

/** Names the chosen events under the node on the canvas. */
export const EVENTS_SUBTITLE =
	'={{ $parameter["events"].includes("*") ? "All Events" : [$parameter["events"]].flat().join(", ").replace(/([a-z])([A-Z])/g, "$1 $2").replace(" For ", " for ").replace("Cancelled", "Canceled") }}';

const emitLateEvents: INodeProperties = {
	displayName: 'Accept Late Events',
	name: 'emitLateEvents',
	type: 'boolean',
	default: true,
	description: "Whether to accept events outside the time window, marked 'late'",
};

const attachEnvelope: INodeProperties = {
	displayName: 'Attach Envelope',
	name: 'attachEnvelope',
	type: 'boolean',
	default: false,
	description: "Whether to add the current envelope. If that fails, 'envelopeError' says why.",
};

const dropDuplicates: INodeProperties = {
	displayName: 'Drop Duplicates',
	name: 'dropDuplicates',
	type: 'boolean',
	default: true,
	description: 'Whether to ignore events already received',
};

const envelopeIds: INodeProperties = {
	displayName: 'Envelope IDs',
	name: 'envelopeIds',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Envelope ID' },
	default: [],
	placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000',
	description: 'Only events about these envelopes start the workflow',
};

const includeRawBody: INodeProperties = {
	displayName: 'Include Raw Body',
	name: 'includeRawBody',
	type: 'boolean',
	default: false,
	description: "Whether to add the body as received, in 'rawBody'",
};

const publicUrls: INodeProperties = {
	displayName: 'Public URLs',
	name: 'publicUrls',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Public URL' },
	default: [],
	placeholder: 'e.g. https://hooks.example.com/in',
	description: 'The address registered in the service, if a proxy changes it',
};

const timeWindow: INodeProperties = {
	displayName: 'Time Window (Minutes)',
	name: 'timeWindow',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_WINDOW_MINUTES },
	default: DEFAULT_WINDOW_MINUTES,
	description: "How far an event's time may differ from n8n's clock",
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		emitLateEvents,
		attachEnvelope,
		dropDuplicates,
		envelopeIds,
		includeRawBody,
		publicUrls,
		timeWindow,
	],
};

const showFor = (verification: string) => ({ show: { verification: [verification] } });

export const properties: INodeProperties[] = [
	{ displayName: SETUP_NOTICE, name: 'setupNotice', type: 'notice', default: '' },
	{ displayName: TEST_NOTICE, name: 'testNotice', type: 'notice', default: '' },
	triggerOn(Object.keys(KNOWN) as EventType[], 'Including new types that the service adds'),
	{
		displayName: 'Verification',
		name: 'verification',
		type: 'options',
		options: [
			{
				name: 'HTTP Message Signature (Recommended)',
				value: 'httpMessageSignature',
				description: "Check the signature with the credential's secret",
			},
			{
				name: 'Shared Secret in a Header',
				value: 'sharedSecretHeader',
				description: 'For a gateway in front of n8n that adds a header',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Accept every request',
			},
		],
		default: 'httpMessageSignature',
		description: 'How to check that events come from the service',
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
		placeholder: `e.g. ${DEFAULT_HEADER}`,
		description: 'Name of the header with the secret',
	},
	options,
];

type Verification = 'httpMessageSignature' | 'sharedSecretHeader' | 'none';

export interface Settings {
	verification: Verification;
	headerName: string;
	filter: Filter;
	attachEnvelope: boolean;
	dropDuplicates: boolean;
	emitLateEvents: boolean;
	includeRawBody: boolean;
	publicUrls: string[];
	/** Milliseconds. */
	timeWindow: number;
}

export function settingsOf(host: IWebhookFunctions): Settings {
	const options = host.getNodeParameter('options', {}) as Record<string, unknown>;
	return {
		verification: host.getNodeParameter('verification', 'httpMessageSignature') as Verification,
		headerName: String(host.getNodeParameter('headerName', DEFAULT_HEADER)),
		filter: {
			types: commaList(host.getNodeParameter('events', [ALL_EVENTS])),
			envelopeIds: commaList(options.envelopeIds),
		},
		attachEnvelope: isOn(options, attachEnvelope),
		dropDuplicates: isOn(options, dropDuplicates),
		emitLateEvents: isOn(options, emitLateEvents),
		includeRawBody: isOn(options, includeRawBody),
		publicUrls: urlList(options.publicUrls),
		timeWindow: minutes(options.timeWindow),
	};
}

/** Also a text with several addresses. A comma inside an address does not separate them. */
const urlList = (value: unknown): string[] =>
	textsIn(value)
		.flatMap((entry) => entry.split(/,?\s+|,(?=https?:|$)/i))
		.filter(Boolean);

/** A switch of the options; the default where an expression gives neither true nor false. */
const isOn = (
	options: Record<string, unknown>,
	{ name, default: usual }: INodeProperties,
): boolean => readSwitch(options[name]) ?? usual === true;

const minutes = (value: unknown): number =>
	Math.min(
		numberOr(value, DEFAULT_WINDOW_MINUTES, (number) => number > 0),
		MAX_WINDOW_MINUTES,
	) * 60_000;
