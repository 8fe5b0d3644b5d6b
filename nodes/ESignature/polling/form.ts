import type { INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';

import type { EnvelopeStatus, EventType } from '../api';

/** Stands for all events, also those of statuses that are not known yet. */
const ALL_EVENTS = '*';
const DEFAULT_HOURS = 24;
const HOUR = 3_600_000;

export const CREATED: EventType = 'EnvelopeCreated';

/** What the webhook of the service calls it when an envelope reaches a status. */
const TYPES: Partial<Record<string, EventType>> = {
	sent: 'EnvelopeSentForSignature',
	processing: 'EnvelopeSigningCompleted',
	sealed: 'EnvelopeSealed',
	rejected: 'SignatureRequestDeclined',
	cancelled: 'EnvelopeCancelled',
} satisfies Partial<Record<EnvelopeStatus, EventType>>;

/** A status without an event of its own gets a name of the same form, such as `EnvelopeExpired`. */
export const typeOf = (status: string): string =>
	TYPES[status] ?? `Envelope${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const EVENTS: INodePropertyOptions[] = [
	{
		name: 'All Events',
		value: ALL_EVENTS,
		description: 'Also those of statuses that are added later',
	},
	{
		name: 'Envelope Cancelled',
		value: 'EnvelopeCancelled',
		description: 'The sender cancelled an envelope',
	},
	{ name: 'Envelope Created', value: CREATED, description: 'There is a new envelope' },
	{
		name: 'Envelope Sealed',
		value: 'EnvelopeSealed',
		description: 'The sealed documents and the audit trail are ready to be archived',
	},
	{
		name: 'Envelope Sent for Signature',
		value: 'EnvelopeSentForSignature',
		description: 'The signers were asked to sign an envelope',
	},
	{
		name: 'Envelope Signing Completed',
		value: 'EnvelopeSigningCompleted',
		description: 'The last signer has signed. Most polls see only the sealing that follows.',
	},
	{
		name: 'Signature Request Declined',
		value: 'SignatureRequestDeclined',
		description: 'A signer declined to sign',
	},
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: EVENTS,
		default: [ALL_EVENTS],
	},
	{
		displayName:
			'Each poll compares the envelopes with what the poll before saw: of several changes in between, only the last one starts the workflow. To archive, choose <b>Envelope Sealed</b>.',
		name: 'pollNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Emit Existing Envelopes',
				name: 'emitExisting',
				type: 'boolean',
				default: false,
				description:
					'Whether the first poll also starts the workflow for the envelopes that exist by then, with their current status. Turn it on before you publish the workflow for the first time.',
			},
			{
				displayName: 'Full Check Every (Hours)',
				name: 'checkEvery',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: DEFAULT_HOURS,
				description:
					'How often to read the whole list of envelopes, to find what the other polls cannot see. With 0 each poll does so, which takes one request for each page of the list.',
			},
		],
	},
];

/** What the user chose in the panel. */
export interface Settings {
	isWanted(type: string): boolean;
	emitExisting: boolean;
	/** Milliseconds. */
	checkEvery: number;
}

export function settingsOf(host: Pick<IPollFunctions, 'getNodeParameter'>): Settings {
	const options = host.getNodeParameter('options', {}) as Record<string, unknown>;
	const types = textsOf(host.getNodeParameter('events', [ALL_EVENTS]));
	return {
		isWanted: (type) => types.includes(ALL_EVENTS) || types.includes(type),
		emitExisting:
			String(options.emitExisting ?? false)
				.trim()
				.toLowerCase() === 'true',
		checkEvery: hours(options.checkEvery) * HOUR,
	};
}

/** A list, or a text with commas as an expression may yield it. */
const textsOf = (value: unknown): string[] =>
	[value]
		.flat()
		.flatMap((entry) => String(entry ?? '').split(','))
		.map((entry) => entry.trim());

function hours(value: unknown): number {
	const number = value === '' || value === null ? NaN : Number(value ?? DEFAULT_HOURS);
	return Number.isFinite(number) && number >= 0 ? number : DEFAULT_HOURS;
}
