import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ratio, type Job } from './bars';
import {
	address,
	ENVELOPE,
	evidence,
	many,
	MB,
	memoryToHttp,
	sameFor,
	sidesOf,
	toHttp,
	toLimit,
} from './compare';
import type { Harness } from './harness';
import { idOf } from './shared';
import { AS_FILE, crypto, httpRequest, ours } from './sides';

const download = (harness: Harness, name: string, from = '$json.ID') =>
	httpRequest(harness, address(harness, `{{ ${from} }}:${name}`), { options: AS_FILE }, name);

const sizes = ({ binary = {} }: INodeExecutionData) =>
	Object.values(binary).map(({ fileSize }) => fileSize);

/** As the Crypto node gives it, or as one of those of the evidence. */
const checksumOfTrail = ({ json }: INodeExecutionData) =>
	json.sha256 ?? (json.files as Array<IDataObject>).find(isTrail)?.sha256;

const isTrail = ({ mediaType }: IDataObject) => mediaType === 'application/pdf';

const largeFile = (name: string, bytes: number, most: number): Job => ({
	name,
	title: `one file of ${Math.round(bytes / MB)} MiB, verified`,
	work: sameFor({ files: 1, bytes }),
	answer: sizes,
	fresh: ['ours', 'HTTP Request'],
	sides: {
		ours: async (harness) =>
			await harness.inN8n(
				[
					ours(
						harness,
						'envelope/downloadSealed',
						{ envelopeId: ENVELOPE },
						{ binaryPropertyName: 'data' },
					),
				],
				many(1),
				{ sealed: bytes },
			),
		'HTTP Request': async (harness) =>
			await harness.inN8n([download(harness, 'download-sealed')], many(1), { sealed: bytes }),
		axios: async (harness) => await harness.asScript('file', 1, 1, { sealed: bytes }),
		'curl and sha256sum': async (harness) =>
			await harness.withCurl(`/sign/envelopes/${idOf(0)}:download-sealed`, { sealed: bytes }),
	},
	bars: [
		toHttp(most),
		ratio('to curl and sha256sum', 2.5, (median) => median('ours') / median('curl and sha256sum')),
		ratio('memory rise in MiB', 64, (median) => median('ours', 'memory') / MB),
	],
});

export const FILES: Job[] = [
	{
		name: 'audit',
		title: 'download 1,000 audit trails of 100 kB, verified',
		work: sameFor({ files: 1_000, bytes: 100_000_000 }),
		answer: sizes,
		fresh: ['ours', 'HTTP Request'],
		// Garbage is collected at random times, so a median of three says little.
		freshRuns: 5,
		sides: sidesOf({
			items: many(1_000),
			own: (harness) => [
				ours(
					harness,
					'envelope/downloadAuditTrail',
					{ envelopeId: ENVELOPE },
					{ binaryPropertyName: 'data' },
				),
			],
			http: (harness) => [download(harness, 'download-audit-trail')],
			floor: [ENVELOPE],
			axios: 'audit',
			count: 1_000,
		}),
		bars: [toHttp(0.95), memoryToHttp(0.8), toLimit(1.5)],
	},
	{
		name: 'evidence',
		title: 'evidence of 200 envelopes (ZIP of 1 MB, PDF of 100 kB, manifest)',
		work: sameFor({ files: 400, bytes: 220_000_000 }),
		answer: checksumOfTrail,
		sides: sidesOf({
			items: many(200),
			own: evidence,
			http: (harness) => [
				download(harness, 'download-sealed'),
				crypto('Hash ZIP'),
				download(harness, 'download-audit-trail', "$('Start').item.json.ID"),
				crypto('Hash PDF'),
			],
			floor: [],
			axios: 'evidence',
			count: 200,
		}),
		bars: [toHttp(1.1), ratio('to axios', 2.7, (median) => median('ours') / median('axios'))],
	},
	largeFile('file300', 300 * MB, 1.6),
	largeFile('file1024', 1024 * MB, 1.3),
];
