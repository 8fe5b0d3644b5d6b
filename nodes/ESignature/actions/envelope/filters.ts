import type { INodeProperties } from 'n8n-workflow';

import { ENVELOPE_STATUSES, type EnvelopeStatus, type ShortEnvelope } from '../../api';
import { serviceTime } from '../../core';
import { oneOf } from '../inputs';
import { timeOf } from './dateInput';

/** In alphabetical order, without `deleted`: such an envelope no longer exists. */
const STATUSES: Record<Exclude<EnvelopeStatus, 'deleted'>, string> = {
	cancelled: 'Stopped by its sender',
	drafted: 'Not sent yet',
	processing: 'Everybody has signed, and the documents are being sealed',
	rejected: 'A participant declined to sign',
	sealed: 'Everybody has signed, and the sealed documents can be downloaded',
	sent: 'Waiting for signatures',
};

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
			description:
				'Only envelopes that were modified at this time or later. Without a zone, it is a time in the timezone of the workflow.',
		},
		{
			displayName: 'Modified Before',
			name: 'modifiedBefore',
			type: 'dateTime',
			default: '',
			description:
				'Only envelopes that were modified before this time. Without a zone, it is a time in the timezone of the workflow.',
		},
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. Lease',
			description:
				'Only envelopes with this text in their name. Capital letters make no difference.',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: Object.entries(STATUSES).map(([value, description]) => ({
				name: value.charAt(0).toUpperCase() + value.slice(1),
				value,
				description,
			})),
			default: [],
			description: 'Only envelopes with one of these statuses. Without any, all are returned.',
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
export function envelopeFilter(
	values: FilterValues,
	zone: string,
): (envelope: ShortEnvelope) => boolean {
	const statuses = new Set<string>(
		[values.status ?? []]
			.flat()
			.map((status) => oneOf(ENVELOPE_STATUSES, String(status).trim().toLowerCase(), 'Status')),
	);
	const after = timeOf(values.modifiedAfter, 'Modified After', zone) ?? -Infinity;
	const before = timeOf(values.modifiedBefore, 'Modified Before', zone) ?? Infinity;
	const text = String(values.nameContains ?? '')
		.trim()
		.toLowerCase();
	// Any of them may be missing in an answer, or null.
	return ({ name, status, createdAt, lastModifiedAt }) => {
		if (statuses.size > 0 && !statuses.has(String(status ?? '').toLowerCase())) return false;
		if (text !== '' && !nameOf(name).includes(text)) return false;
		if (after === -Infinity && before === Infinity) return true;
		const modified = serviceTime(lastModifiedAt);
		if (!Number.isNaN(modified)) return modified >= after && modified < before;
		// A sweep must not lose what may have been modified in time; only its creation rules that out.
		return !(serviceTime(createdAt) >= before);
	};
}

const nameOf = (name: unknown): string => String(name ?? '').toLowerCase();
