import { defineOperation, wrongInput, type Call, type Output } from '../../core';
import { flag } from '../shared/inputs';
import { allEnvelopes, envelopeFilter, filters, type FilterValues } from './list';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many envelopes',
	description: 'List envelopes, one item each, filtered by status, name or time of change',
	properties: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
		filters,
	],
	read: (call) => ({
		matches: envelopeFilter(call.param<FilterValues>('filters', {}), call.timezone()),
		limit: limitOf(call),
	}),
	run: async (call, { matches, limit }) => {
		const found: Output[] = [];
		for await (const envelope of allEnvelopes(call)) {
			if (matches(envelope)) found.push({ json: { ...envelope } });
			if (found.length >= limit) break;
		}
		return found;
	},
});

function limitOf({ param }: Pick<Call, 'param'>): number {
	const limit = flag(param<unknown>('returnAll', false), 'Return All')
		? Infinity
		: Number(param<unknown>('limit', 50));
	if (limit >= 1) return limit;
	throw wrongInput(
		"The 'Limit' must be at least 1",
		"Increase it, or turn on 'Return All'. Nothing was read.",
	);
}
