import type { INodeProperties } from 'n8n-workflow';

import { ENVELOPE_STATUSES, type ShortEnvelope } from '../../api';
import { InputError } from '../../core';
import { oneOf } from '../inputs';

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Applied by this node while it reads, since the service has no filters',
	options: [
		{
			displayName: 'Modified After',
			name: 'modifiedAfter',
			type: 'dateTime',
			default: '',
			description: 'Only envelopes that were modified at this time or later',
		},
		{
			displayName: 'Modified Before',
			name: 'modifiedBefore',
			type: 'dateTime',
			default: '',
			description: 'Only envelopes that were modified before this time',
		},
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			description: 'Only envelopes with this text in their name, in capitals or not',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: ENVELOPE_STATUSES.filter((status) => status !== 'deleted')
				.map((status) => ({
					name: status.charAt(0).toUpperCase() + status.slice(1),
					value: status,
				}))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [],
			description: 'Only envelopes with one of these statuses',
		},
	],
};

export interface FilterValues {
	status?: unknown;
	modifiedAfter?: unknown;
	modifiedBefore?: unknown;
	nameContains?: unknown;
}

/** The filters as one question. What cannot be understood is refused, not ignored. */
export function envelopeFilter(values: FilterValues): (envelope: ShortEnvelope) => boolean {
	const statuses = new Set<string>(
		[values.status ?? []]
			.flat()
			.map((status) => oneOf(ENVELOPE_STATUSES, String(status).trim().toLowerCase(), 'Status')),
	);
	const after = time(values.modifiedAfter, 'Modified After') ?? -Infinity;
	const before = time(values.modifiedBefore, 'Modified Before') ?? Infinity;
	const text = String(values.nameContains ?? '')
		.trim()
		.toLowerCase();
	// Any of them may be missing in an answer.
	return ({ name = '', status = '', lastModifiedAt = '' }) => {
		if (statuses.size > 0 && !statuses.has(status.toLowerCase())) return false;
		if (text !== '' && !name.toLowerCase().includes(text)) return false;
		if (after === -Infinity && before === Infinity) return true;
		const modified = Date.parse(lastModifiedAt);
		return modified >= after && modified < before;
	};
}

/** Any ISO 8601 text, a timestamp, or one of n8n's date objects. */
function time(value: unknown, label: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const plain = typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
	const parsed = typeof plain === 'number' ? plain : isoTime(String(plain));
	if (Number.isFinite(parsed)) return parsed;
	throw new InputError(
		`The filter '${label}' is not a date`,
		'Enter a date such as 2026-01-31 or 2026-01-31T08:00:00Z. Nothing was read.',
	);
}

/** ISO 8601 only: the parser alone takes nearly any text for some day. */
function isoTime(text: string): number {
	const [, year, month, day] =
		/^(\d{4})-(\d\d)-(\d\d)([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
			text.trim(),
		) ?? [];
	const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
	// A month without that day would become the next month.
	return date.getUTCDate() === Number(day) ? Date.parse(text.trim()) : NaN;
}
