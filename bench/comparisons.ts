// Jobs that compare the node with n8n's HTTP Request node.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Step } from '../host/workflows';
import { idOf, type Settings } from './counts';
import type { Harness } from './harness';
import { bar, MB, type Bar, type Job, type Side } from './job';
import {
	asJson,
	crypto,
	download,
	editFields,
	httpRequest,
	ours,
	PAGED,
	readCredential,
	splitOut,
} from './steps';

export const items = (
	count: number,
	item: (n: number) => IDataObject = (n) => ({ ID: idOf(n) }),
): IDataObject[] => Array.from({ length: count }, (_, n) => item(n));

const ID = '={{ $json.ID }}';
export const get = (harness: Harness) => [ours(harness, 'envelope/get', { envelopeId: ID })];

/** Both files of an envelope and their manifest. */
export const evidence = (harness: Harness) => [
	ours(
		harness,
		'envelope/downloadEvidence',
		{ envelopeId: ID },
		{ include: ['auditTrail', 'sealed'], output: 'envelope' },
	),
];

const downloadOf = (harness: Harness, operation: string) => [
	ours(harness, `envelope/${operation}`, { envelopeId: ID }, { binaryPropertyName: 'data' }),
];
export const auditTrail = (harness: Harness) => downloadOf(harness, 'downloadAuditTrail');
export const sealed = (harness: Harness) => downloadOf(harness, 'downloadSealed');

const sizes = ({ binary = {} }: INodeExecutionData) =>
	Object.values(binary).map(({ fileSize }) => fileSize);

/** As the Crypto node gives it, or as one of those of the evidence. */
const checksumOfTrail = ({ json }: INodeExecutionData) =>
	json.sha256 ??
	(json.files as IDataObject[]).find(({ mediaType }) => mediaType === 'application/pdf')?.sha256;

interface Comparison extends Pick<Job, 'name' | 'title' | 'count' | 'answer'> {
	items: (count: number) => IDataObject[];
	settings?: (count: number) => Partial<Settings>;
	ours: (harness: Harness) => Step[];
	http: (harness: Harness) => Step[];
	/** The most of the HTTP Request node's time. */
	maxOfHttp: number;
	work: (count: number) => ReturnType<Job['work']>;
	/** Evaluated by n8n for each item, beside reading the credential. */
	expressions?: string[];
	/** In limit.ts, where the service's own time counts. */
	script?: string;
	/** The most of the time of n8n alone and the script together. */
	maxOfLimit?: number;
	sides?: Record<string, Side>;
	bars?: Bar[];
}

function jobOf({ expressions, script, work, ...rest }: Comparison): Job {
	const { name, title, count, answer, settings } = rest;
	const inN8n =
		(steps: (harness: Harness) => Step[]): Side =>
		async (harness, many) =>
			await harness.inN8n(steps(harness), rest.items(many), settings?.(many));
	const limit = [...(expressions ? ['n8n alone'] : []), ...(script ? ['axios'] : [])];
	return {
		name,
		title,
		count,
		answer,
		work: (many, side) =>
			side in NOT_WHOLE ? NOT_WHOLE[side as keyof typeof NOT_WHOLE](many) : work(many),
		sides: {
			ours: inN8n(rest.ours),
			'HTTP Request': inN8n(rest.http),
			...(expressions && {
				'n8n alone': inN8n((harness) => [editFields(expressions), readCredential(harness)]),
			}),
			...(script && {
				axios: async (harness, many) => await harness.asScript(script, many, 8, settings?.(many)),
			}),
			...rest.sides,
		},
		bars: [
			bar(
				'to the HTTP Request node',
				rest.maxOfHttp,
				(median) => median('ours') / median('HTTP Request'),
			),
			...(rest.maxOfLimit === undefined
				? []
				: [
						bar(
							`to ${limit.join(' plus ')}`,
							rest.maxOfLimit,
							(median) => median('ours') / limit.reduce((sum, side) => sum + median(side), 0),
						),
					]),
			...(rest.bars ?? []),
		],
	};
}

/** Sides that do a part of the work. */
const NOT_WHOLE = {
	'n8n alone': () => ({ requests: 0 }),
	'the ZIP alone': (count: number) => ({ files: count }),
};

const COMPARISONS: Comparison[] = [
	{
		name: 'participants',
		title: 'create 500 participants over 5 envelopes',
		count: 500,
		work: (created) => ({ created }),
		answer: ({ json }) => json.email,
		items: (count) => items(count, (n) => ({ ID: idOf(n % 5), email: `p${n}@example.com` })),
		ours: (harness) => [
			ours(
				harness,
				'participant/create',
				{ envelopeId: ID },
				{ email: '={{ $json.email }}', role: 'signer', authentication: 'none' },
			),
		],
		http: (harness) => [
			httpRequest(
				harness,
				'/{{ $json.ID }}/participants',
				asJson('={{ JSON.stringify({ email: $json.email, role: "signer" }) }}'),
			),
		],
		expressions: [ID, '={{ $json.email }}'],
		maxOfHttp: 0.5,
		maxOfLimit: 1.3,
	},
	{
		name: 'fields',
		title: 'create 500 fields on 2 documents',
		count: 500,
		work: (created) => ({ created }),
		answer: ({ json }) => [json.type, json.page, json.boundingBox],
		items: (count) =>
			items(count, (n) => ({
				documentID: idOf(n % 2, 'document'),
				page: 1 + Math.floor(n / 40),
				y: (Math.floor(n / 2) % 20) * 40,
			})),
		ours: (harness) => [
			ours(
				harness,
				'field/create',
				{
					envelopeId: idOf(0),
					documentId: '={{ $json.documentID }}',
					participantId: idOf(1, 'participant'),
				},
				{
					type: 'signature',
					page: '={{ $json.page }}',
					unit: 'pt',
					x: 10,
					y: '={{ $json.y }}',
					width: 100,
					height: 30,
					required: true,
				},
			),
		],
		http: (harness) => [
			httpRequest(
				harness,
				`/${idOf(0)}/documents/{{ $json.documentID }}/fields`,
				asJson(
					`={{ JSON.stringify({ type: "signature", participantID: "${idOf(1, 'participant')}", page: $json.page, boundingBox: [10, $json.y, 100, 30] }) }}`,
				),
			),
		],
		expressions: ['={{ $json.documentID }}', '={{ $json.page }}', '={{ $json.y }}'],
		maxOfHttp: 0.67,
		maxOfLimit: 1.3,
	},
	{
		name: 'delete',
		title: 'delete 450 fields',
		count: 450,
		work: (deleted) => ({ deleted }),
		// The service answers with nothing: an item for each field that is gone is all there is to compare.
		answer: () => 'deleted',
		items: (count) => items(count, (n) => ({ ID: idOf(n, 'field') })),
		settings: (fields) => ({ fields }),
		ours: (harness) => [
			ours(harness, 'field/delete', {
				envelopeId: idOf(0),
				documentId: idOf(0, 'document'),
				fieldId: ID,
			}),
		],
		http: (harness) => [
			httpRequest(harness, `/${idOf(0)}/documents/${idOf(0, 'document')}/fields/{{ $json.ID }}`, {
				method: 'DELETE',
			}),
		],
		expressions: [ID],
		maxOfHttp: 0.5,
		maxOfLimit: 1.2,
	},
	{
		name: 'get',
		title: 'get 500 envelopes',
		count: 500,
		work: (envelopes) => ({ envelopes }),
		answer: ({ json }) => [json.ID, json.name],
		items,
		ours: get,
		http: (harness) => [httpRequest(harness, '/{{ $json.ID }}')],
		expressions: [ID],
		script: 'get',
		maxOfHttp: 0.95,
		maxOfLimit: 1.2,
	},
	{
		name: 'list',
		title: 'list 5,000 envelopes',
		count: 5_000,
		work: (listed) => ({ listed }),
		answer: ({ json }) => [json.ID, json.name],
		items: () => items(1),
		settings: (listed) => ({ listed }),
		ours: (harness) => [ours(harness, 'envelope/getAll', {}, { returnAll: true, filters: {} })],
		http: (harness) => [httpRequest(harness, '', PAGED), splitOut],
		script: 'list',
		maxOfHttp: 0.9,
		maxOfLimit: 1.2,
	},
	{
		name: 'audit',
		title: 'download 500 audit trails of 100 kB, verified',
		count: 500,
		work: (files) => ({ files, bytes: files * 100_000 }),
		answer: sizes,
		items,
		ours: auditTrail,
		http: (harness) => [download(harness, 'download-audit-trail')],
		expressions: [ID],
		script: 'audit',
		maxOfHttp: 0.9,
		maxOfLimit: 1.5,
	},
	{
		name: 'evidence',
		title: 'evidence of 100 envelopes (ZIP of 1 MB, PDF of 100 kB, manifest)',
		count: 100,
		work: (count) => ({ files: 2 * count }),
		answer: checksumOfTrail,
		items,
		ours: evidence,
		http: (harness) => [
			download(harness, 'download-sealed'),
			crypto('Hash ZIP'),
			download(harness, 'download-audit-trail', "$('Start').item.json.ID"),
			crypto('Hash PDF'),
		],
		maxOfHttp: 1.1,
		sides: {
			'the ZIP alone': async (harness, count) => await harness.inN8n(sealed(harness), items(count)),
		},
		bars: [
			bar(
				'to Download Sealed, the ZIP alone',
				2,
				(median) => median('ours') / median('the ZIP alone'),
			),
		],
	},
	{
		name: 'file',
		title: 'one file of 300 MiB, verified',
		count: 300,
		work: (count) => ({ files: 1, bytes: count * MB }),
		answer: sizes,
		items: () => items(1),
		settings: (count) => ({ sealed: count * MB }),
		ours: sealed,
		http: (harness) => [download(harness, 'download-sealed')],
		maxOfHttp: 1.2,
	},
];

export const COMPARED: Job[] = COMPARISONS.map(jobOf);
