import type { INodeProperties } from 'n8n-workflow';

import { defineOperation, numberOf, type Call, type Output } from '../../core';
import { flag } from '../shared/inputs';
import { allEnvelopes, envelopeFilter, filters } from './list';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many envelopes',
	description: 'List envelopes, optionally filtered by status, name or date',
	properties: [returnAll, limit, filters],
	read: (call) => ({
		matches: envelopeFilter(call.param<Record<string, unknown>>('filters', {}), call.timezone()),
		max: limitOf(call),
	}),
	run: async (call, { matches, max }) => {
		const found: Output[] = [];
		for await (const envelope of allEnvelopes(call)) {
			if (matches(envelope)) found.push({ json: { ...envelope } });
			if (found.length >= max) break;
		}
		return found;
	},
});

function limitOf(call: Pick<Call, 'param'>): number {
	if (flag(call, returnAll)) return Infinity;
	const entered = call.param<unknown>(limit.name, limit.default);
	return numberOf(entered, limit, `Correct it, or turn on '${returnAll.displayName}'.`);
}
