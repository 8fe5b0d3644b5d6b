import type { IDataObject } from 'n8n-workflow';

import type { Step } from '../host/workflows';
import { ratio, type Bar, type Job } from './bars';
import type { Harness } from './harness';
import { idOf, type Settings } from './shared';
import { editFields, ours, readCredential } from './sides';

export const MB = 1024 ** 2;
export const many = (count: number, item: (n: number) => IDataObject = (n) => ({ ID: idOf(n) })) =>
	Array.from({ length: count }, (_, n) => item(n));

export const toHttp = (most: number): Bar =>
	ratio('to the HTTP Request node', most, (median) => median('ours') / median('HTTP Request'));
/** n8n's memory rises by this much at random; smaller differences mean nothing. */
const NOISE = 32 * MB;
export const memoryToHttp = (most: number): Bar =>
	ratio(
		'memory, to that of the HTTP Request node or 32 MiB',
		most,
		(median) => median('ours', 'memory') / Math.max(median('HTTP Request', 'memory'), NOISE),
	);
/** Both are n8n's own: the evaluation of the expressions, and the credential, which may be another one for each item. */
export const toLimit = (most: number): Bar =>
	ratio(
		'to axios plus the floor and the credential',
		most,
		(median) => median('ours') / (median('axios') + median('floor') + median('credential')),
	);

export const toFloor = (most: number): Bar =>
	ratio(
		'to axios plus the floor',
		most,
		(median) => median('ours') / (median('axios') + median('floor')),
	);

interface Parts {
	items: IDataObject[];
	own: (harness: Harness) => Step[];
	http: (harness: Harness) => Step[];
	floor: string[];
	axios: string;
	count: number;
	settings?: Settings;
}

export const sidesOf = ({
	items,
	own,
	http,
	floor,
	axios,
	count,
	settings,
}: Parts): Job['sides'] => ({
	ours: async (harness) => await harness.inN8n(own(harness), items, settings),
	'HTTP Request': async (harness) => await harness.inN8n(http(harness), items, settings),
	...(floor.length > 0 && {
		floor: async (harness: Harness) => await harness.inN8n([editFields(floor)], items, settings),
		credential: async (harness: Harness) =>
			await harness.inN8n([readCredential(harness)], items, settings),
	}),
	axios: async (harness) => await harness.asScript(axios, count, 8, settings),
});

/** The floor and the credential send no requests. */
export const sameFor = (work: ReturnType<Job['work']>) => (side: string) =>
	side === 'floor' || side === 'credential' ? {} : work;

export const ENVELOPE = '={{ $json.ID }}';
export const get = (harness: Harness) => [ours(harness, 'envelope/get', { envelopeId: ENVELOPE })];
/** Both files of an envelope and their manifest. */
export const evidence = (harness: Harness) => [
	ours(
		harness,
		'envelope/downloadEvidence',
		{ envelopeId: ENVELOPE },
		{ include: ['auditTrail', 'sealed'], output: 'envelope' },
	),
];
export const address = (harness: Harness, rest: string) => `=${harness.url}/sign/envelopes/${rest}`;
