import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import type { EnvelopeStatus, EventType } from '../api/values';
import { ALL_EVENTS } from '../trigger/event';
import { triggerOn } from '../trigger/form';
import { commaList } from '../values/collections';
import { numberOr, readSwitch } from '../values/parse';

const DEFAULT_HOURS = 24;
const HOUR = 3_600_000;

export const CREATED: EventType = 'EnvelopeCreated';

/** The webhook's event types for the statuses of an envelope. */
const TYPES: Partial<Record<string, EventType>> = {
	sent: 'EnvelopeSentForSignature',
	processing: 'EnvelopeSigningCompleted',
	sealed: 'EnvelopeSealed',
	rejected: 'SignatureRequestDeclined',
	cancelled: 'EnvelopeCancelled',
} satisfies Partial<Record<EnvelopeStatus, EventType>>;

/** The event type for a status. For an unknown status it is made up, such as `EnvelopeExpired`. */
export const typeOf = (status: string): string =>
	TYPES[status] ?? `Envelope${status.charAt(0).toUpperCase()}${status.slice(1)}`;

export const properties: INodeProperties[] = [
	triggerOn(
		[
			'EnvelopeCancelled',
			CREATED,
			'EnvelopeSealed',
			'EnvelopeSentForSignature',
			'EnvelopeSigningCompleted',
			'SignatureRequestDeclined',
		],
		'Including new statuses that the service adds',
		{
			EnvelopeCreated: 'A new envelope exists',
			EnvelopeSigningCompleted: 'Usually missed; use Envelope Sealed',
		},
	),
	{
		displayName:
			'If an envelope changes several times between polls, only the latest change starts the workflow.',
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
				description: 'Whether the first poll also returns the envelopes that already exist',
			},
			{
				displayName: 'Full Check Every (Hours)',
				name: 'checkEvery',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: DEFAULT_HOURS,
				description:
					'How often to read all envelopes, to find what other polls miss. 0 means at every poll.',
			},
		],
	},
];

/** The user's inputs. */
export interface Settings {
	isWanted(type: string): boolean;
	emitExisting: boolean;
	/** Milliseconds. */
	checkEvery: number;
}

export function settingsOf(host: Pick<IPollFunctions, 'getNodeParameter'>): Settings {
	const options = host.getNodeParameter('options', {}) as Record<string, unknown>;
	const types = commaList(host.getNodeParameter('events', [ALL_EVENTS]));
	return {
		isWanted: (type) => types.includes(ALL_EVENTS) || types.includes(type),
		emitExisting: readSwitch(options.emitExisting) ?? false,
		checkEvery: numberOr(options.checkEvery, DEFAULT_HOURS, (hours) => hours >= 0) * HOUR,
	};
}
