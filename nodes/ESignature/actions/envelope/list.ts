import type { INodeProperties } from 'n8n-workflow';
import { tryToParseDateTime } from 'n8n-workflow';

import type { EnvelopeStatus, ShortEnvelope } from '../../api';
import { wrongInput, type Call } from '../../core';
import { envelopePages } from '../../transport/envelopePages';
import { parseTime } from '../../values/parse';
import { butIs } from '../../values/text';
import { choices, someOf, type Choice } from '../shared/inputs';

/** An ISO 8601 text, a timestamp, or one of n8n's date objects; a text without a zone is local time. */
export function timeOf(value: unknown, label: string, zone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const plain = typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
	const time = typeof plain === 'number' ? plain : isoTime(String(plain).trim(), zone);
	if (Number.isFinite(time)) return time;
	throw wrongInput(
		`The filter '${label}' must be a date${butIs(value)}`,
		'Enter a date such as 2026-01-31 or 2026-01-31T08:00:00Z.',
	);
}

/** ISO 8601 only: `tryToParseDateTime` of n8n-workflow also takes `01.02.2026` for January 2, and `5` for a day in 2001. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-][01]\d:?[0-5]\d)?)?$/;

function isoTime(text: string, zone: string): number {
	const [, year, month, day] = ISO.exec(text)?.map(Number) ?? [];
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	// JavaScript takes February 30 for March 2.
	if (date.getUTCDate() !== day) return NaN;
	try {
		return tryToParseDateTime(text.replace(' ', 'T'), zone).toMillis();
	} catch {
		return NaN;
	}
}

/** In alphabetical order. */
const statuses = choices<EnvelopeStatus>({
	cancelled: { name: 'Canceled', description: 'Stopped by the sender' },
	deleted: { description: 'No longer exists' },
	drafted: { description: 'Not sent yet' },
	processing: { description: 'Everyone has signed; being sealed' },
	rejected: { description: 'A signer declined to sign' },
	sealed: { description: 'Everyone has signed; ready to download' },
	sent: { description: 'Waiting for signatures' },
});

const status: Choice<EnvelopeStatus, EnvelopeStatus[]> = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: statuses,
	default: [],
	description: 'Only envelopes with one of these statuses',
};

const modifiedAfter: INodeProperties = {
	displayName: 'Modified After',
	name: 'modifiedAfter',
	type: 'dateTime',
	default: '',
	description: 'Only envelopes modified at or after this time',
};

const modifiedBefore: INodeProperties = {
	displayName: 'Modified Before',
	name: 'modifiedBefore',
	type: 'dateTime',
	default: '',
	description: 'Only envelopes modified before this time',
};

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Slow for long lists: all envelopes are read, then filtered',
	options: [
		modifiedAfter,
		modifiedBefore,
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. Lease',
			description: 'Only envelopes with this text in their name',
		},
		// 'Deleted' is not offered, but an expression may ask for it.
		{ ...status, options: statuses.filter(({ value }) => value !== 'deleted') },
	],
};

/** Whether an envelope passes all filters. A filter that cannot be understood is refused, not ignored. */
export function envelopeFilter(
	values: Record<string, unknown>,
	zone: string,
): (envelope: ShortEnvelope) => boolean {
	const wanted = new Set<string>(
		someOf(
			[values.status ?? []].flat().map((one) => String(one).trim().toLowerCase()),
			status,
		),
	);
	const after = timeOf(values.modifiedAfter, modifiedAfter.displayName, zone) ?? -Infinity;
	const before = timeOf(values.modifiedBefore, modifiedBefore.displayName, zone) ?? Infinity;
	const text = String(values.nameContains ?? '')
		.trim()
		.toLowerCase();
	// Each of these may be missing or null in an answer.
	return ({ name, status: now, lastModifiedAt }) => {
		if (wanted.size > 0 && !wanted.has(String(now))) return false;
		if (
			text !== '' &&
			!String(name ?? '')
				.toLowerCase()
				.includes(text)
		)
			return false;
		const modified = parseTime(lastModifiedAt);
		// An envelope without a time passes, so that a scheduled search does not miss it.
		return !(modified < after) && !(modified >= before);
	};
}

/** All envelopes, each once. */
export async function* allEnvelopes(call: Pick<Call, 'request'>): AsyncGenerator<ShortEnvelope> {
	for await (const { items } of envelopePages(call)) yield* items;
}

/** The search ends after this many, however the list is ordered. */
const MAX_SEARCHED = 5_000;
/** Two clocks never differ by more than this. */
const DAY = 86_400_000;

/**
 * The envelopes among which a new one must be. The order of the list is not published. If it goes from new to old,
 * reading ends at the first envelope that was created a day before `since`.
 */
export async function* recentEnvelopes(
	call: Pick<Call, 'request'>,
	since: Date,
): AsyncGenerator<ShortEnvelope> {
	let read = 0;
	let last = Infinity;
	let newestFirst = true;
	for await (const envelope of allEnvelopes(call)) {
		yield envelope;
		const created = parseTime(envelope.createdAt);
		newestFirst &&= created <= last;
		last = created;
		if (++read >= MAX_SEARCHED || (newestFirst && created < since.getTime() - DAY)) return;
	}
}
