import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import type { EventType } from '../api';
import { figure } from '../errors/printable';
import { readNumber, readSwitch } from '../transport';
import { ALL_EVENTS, LONGEST_READ, type Filter } from './event';
import { MOST_EVENTS_KEPT } from './once';
import {
	MOST_PUBLIC_URLS,
	SETUP_NOTICE,
	SHARED_SECRET_NOTICE,
	TEST_NOTICE,
	UNVERIFIED_NOTICE,
} from './texts/texts';

const DEFAULT_WINDOW = 5;
const LONGEST_WINDOW = 1440;
const DEFAULT_HEADER = 'X-Webhook-Secret';

const KNOWN: Record<EventType, [name: string, description: string]> = {
	EnvelopeCancelled: ['Envelope Cancelled', 'The sender canceled an envelope'],
	EnvelopeCreated: ['Envelope Created', 'A draft was created'],
	EnvelopeDocumentAdded: ['Envelope Document Added', 'A document was added to an envelope'],
	EnvelopeDocumentDeleted: ['Envelope Document Deleted', 'A document was removed from an envelope'],
	EnvelopeSealed: [
		'Envelope Sealed',
		'The sealed documents and the audit trail are ready to be archived',
	],
	EnvelopeSentForSignature: [
		'Envelope Sent for Signature',
		'The signers were asked to sign an envelope',
	],
	EnvelopeSigningCompleted: ['Envelope Signing Completed', 'The last signer has signed'],
	OwnerMessaged: ['Owner Messaged', 'A participant wrote to the owner of an envelope'],
	SignatureRequestDeclined: ['Signature Request Declined', 'A signer declined to sign'],
	SignatureRequestReassigned: [
		'Signature Request Reassigned',
		'A signer delegated the request to someone else',
	],
	SignatureRequestSigned: ['Signature Request Signed', 'A signer has signed'],
};

/** The choice of these events, or of all. Where a trigger learns of them in another way, it may describe them in another way. */
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
	'={{ $parameter["events"].includes("*") ? "All Events" : [$parameter["events"]].flat().join(", ").replace(/([a-z])([A-Z])/g, "$1 $2").replace(" For ", " for ") }}';

const attachEnvelope: INodeProperties = {
	displayName: 'Attach Envelope',
	name: 'attachEnvelope',
	type: 'boolean',
	default: false,
	description: `Whether to read the envelope from the service and add it as it is now, since events may arrive late and in any order. If that takes longer than ${LONGEST_READ / 1_000} seconds or fails, the event comes without it and 'envelopeError' says why.`,
};

const dropDuplicates: INodeProperties = {
	displayName: 'Drop Duplicates',
	name: 'dropDuplicates',
	type: 'boolean',
	default: true,
	description: `Whether to start only one run for events with the same ID, which the service may send more than once. The last ${figure(MOST_EVENTS_KEPT)} IDs are remembered, also after a restart of n8n. If several n8n processes receive webhooks, a duplicate may still come through, so make sure that a second run does no harm.`,
};

const emitLateEvents: INodeProperties = {
	displayName: 'Rarely Needed: Emit Late Events',
	name: 'emitLateEvents',
	type: 'boolean',
	default: true,
	description:
		"Whether to let events through whose signature is older than the time window, marked with 'late': true. Turn it off only if a replayed event would do more harm than a lost one: late events are then dropped, and the service does not send them again.",
};

const includeRawBody: INodeProperties = {
	displayName: 'Rarely Needed: Include Raw Body',
	name: 'includeRawBody',
	type: 'boolean',
	default: false,
	description:
		"Whether to add the body of the request, exactly as it was sent, as 'rawBody'. Turn it on only if you keep it as evidence or the event has keys that are missing in the output.",
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		attachEnvelope,
		dropDuplicates,
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
			description: `Further addresses of this webhook, at most ${MOST_PUBLIC_URLS}, as registered in the service, if a proxy in front of n8n changes host or path. Signatures cover the address, so they are valid only for n8n's own URL and for these. An address without a path stands for the path of n8n's URL and for the root.`,
		},
		emitLateEvents,
		includeRawBody,
		{
			displayName: 'Rarely Needed: Time Window (Minutes)',
			name: 'timeWindow',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LONGEST_WINDOW },
			default: DEFAULT_WINDOW,
			description:
				"How far the time of a signature may differ from n8n's clock before the event counts as late. Change it only if events are marked 'late' although they arrive in time, for example because n8n's clock is wrong.",
		},
	],
};

const showFor = (verification: string) => ({ show: { verification: [verification] } });

export const properties: INodeProperties[] = [
	{ displayName: SETUP_NOTICE, name: 'setupNotice', type: 'notice', default: '' },
	{ displayName: TEST_NOTICE, name: 'testNotice', type: 'notice', default: '' },
	triggerOn(
		Object.keys(KNOWN) as EventType[],
		'All events, including types that the service adds later',
	),
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
		placeholder: `e.g. ${DEFAULT_HEADER}`,
		description: 'Name of the header that carries the secret',
	},
	options,
];

type Verification = 'httpMessageSignature' | 'sharedSecretHeader' | 'none';

/** What the user chose in the panel. */
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
		verification: host.getNodeParameter('verification', '') as Verification,
		headerName: String(host.getNodeParameter('headerName', DEFAULT_HEADER)),
		filter: {
			types: commaList(host.getNodeParameter('events', [ALL_EVENTS])),
			envelopeIds: commaList(options.envelopeIds),
		},
		attachEnvelope: isOn(options, attachEnvelope),
		dropDuplicates: isOn(options, dropDuplicates),
		emitLateEvents: isOn(options, emitLateEvents),
		includeRawBody: isOn(options, includeRawBody),
		publicUrls: urls(options.publicUrls),
		timeWindow: minutes(options.timeWindow),
	};
}

/** A list, or a text with commas as an expression may yield it. */
export const commaList = (value: unknown): string[] =>
	entries(value)
		.flatMap((entry) => entry.split(','))
		.map((entry) => entry.trim())
		.filter(Boolean);

const entries = (value: unknown): string[] =>
	(Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');

const STARTS = /^https?:\/\//i;

/**
 * Blanks separate addresses. A comma may be a part of one: only what follows it and begins like an
 * address is another one.
 */
function urls(value: unknown): string[] {
	const found: string[] = [];
	for (const text of [value].flat().flatMap(wordsOf)) {
		for (const [at, part] of text.split(',').entries()) {
			if (at === 0 || STARTS.test(part)) found.push(part);
			else if (part !== '') found[found.length - 1] += `,${part}`;
		}
	}
	return found.filter(Boolean);
}

/** What is no text stays, so that the user learns about it. */
const wordsOf = (value: unknown): string[] =>
	(typeof value === 'string'
		? value
		: (JSON.stringify(value ?? '') ?? '').replace(/^""$/, '')
	).split(/\s/);

/** What an expression leaves open stays as it is by default. */
export const isOn = (
	options: Record<string, unknown>,
	{ name, default: usual }: INodeProperties,
): boolean => readSwitch(options[name]) ?? usual === true;

const minutes = (value: unknown): number =>
	Math.min(
		numberOr(value, DEFAULT_WINDOW, (number) => number > 0),
		LONGEST_WINDOW,
	) * 60_000;

/** A number, also as text. What an expression leaves open, or nobody can mean, is as it is by default. */
export function numberOr(
	value: unknown,
	usual: number,
	isMeant: (number: number) => boolean,
): number {
	const entered = readNumber(value);
	return entered !== undefined && isMeant(entered) ? entered : usual;
}
