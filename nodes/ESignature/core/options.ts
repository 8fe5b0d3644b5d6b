import type { INodeProperties } from 'n8n-workflow';

export const DEFAULT_CONCURRENCY = 8;

/** Entries of the Options collection that every operation has. */
export const SHARED_OPTIONS: INodeProperties[] = [
	{
		displayName: 'Max Concurrency',
		name: 'maxConcurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: DEFAULT_CONCURRENCY,
		description:
			'How many requests may run at the same time. Lower it if the service limits your requests.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600 },
		default: 60,
		description:
			'How long to wait for an answer. For a download: the longest silence, not the whole duration.',
	},
];
