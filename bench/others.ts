/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { join } from 'node:path';

import { installFolder } from '../host/install/place';
import type { Step } from '../host/workflows';
import { n8n } from '../package.json';
import { medianOf, ratio, type Job } from './bars';
import { evidence, get, many, MB } from './compare';
import { program, type Harness, type Sample } from './harness';
import { idOf } from './shared';
import { httpRequest, ours } from './sides';
import { AT_ONCE, EVENT_SIDES } from './webhook';

const TIMES = 15;

/** Measured without a service. */
const alone = async (harness: Harness, milliseconds: number): Promise<Sample> => ({
	milliseconds,
	counts: await harness.counts(),
});

/** One item with a fixed ID, several times; the mean, since n8n counts whole milliseconds. */
async function oneItem(harness: Harness, step: Step): Promise<Sample> {
	let sum = 0;
	for (let time = 0; time < TIMES; time++) {
		sum += (await harness.inN8n([step], many(1))).milliseconds;
	}
	return await alone(harness, sum / TIMES);
}

/** Nodes of n8n's own, which together have about as many files. */
const OF_N8N = ['Mattermost/Mattermost', 'SyncroMSP/SyncroMsp'].map((name) =>
	join(installFolder(), 'node_modules/n8n-nodes-base/dist/nodes', `${name}.node.js`),
);

/** Each time in a process of its own; the times differ by a tenth. */
const LOADINGS = 7;

async function loading(harness: Harness, files: string[]): Promise<Sample> {
	await harness.prepare();
	const times: number[] = [];
	while (times.length < LOADINGS) {
		const printed = await program(process.execPath, [join(__dirname, 'load.cjs'), ...files]);
		times.push((JSON.parse(printed) as Sample).milliseconds);
	}
	return await alone(harness, medianOf(times));
}

export const OTHERS: Job[] = [
	{
		name: 'growth',
		title: 'get 10,000 envelopes, compared with 1,000',
		work: (side) => ({ envelopes: side === '10,000 items' ? 10_000 : 1_000 }),
		sides: {
			'1,000 items': async (harness) => await harness.inN8n(get(harness), many(1_000)),
			'10,000 items': async (harness) => await harness.inN8n(get(harness), many(10_000)),
		},
		bars: [
			ratio('ten times the items', 11, (median) => median('10,000 items') / median('1,000 items')),
			ratio(
				'memory in kB per item (for information)',
				Infinity,
				(median) =>
					(median('10,000 items', 'memory') - median('1,000 items', 'memory')) / 9_000 / 1_000,
			),
		],
	},
	{
		name: 'tokens',
		title: 'get 10,000 envelopes with tokens that are good for 1,000 calls',
		work: () => ({ envelopes: 10_000 }),
		sides: {
			ours: async (harness) =>
				await harness.inN8n(get(harness), many(10_000), { callsPerToken: 1_000 }),
		},
		bars: [ratio('token requests', 11, (median) => median('ours', 'tokens'))],
	},
	{
		name: 'loading',
		title: 'loading the package, in processor time',
		work: () => ({}),
		sides: {
			ours: async (harness) => await loading(harness, [...n8n.credentials, ...n8n.nodes]),
			"n8n's own, as many files": async (harness) => await loading(harness, OF_N8N),
		},
		// Each file costs Node.js half a millisecond: with more than 60 the aim, 30 ms, is out of reach.
		bars: [
			ratio(
				"to nodes of n8n's own with as many files",
				1.8,
				(median) => median('ours') / median("n8n's own, as many files"),
			),
			ratio('milliseconds (for information)', Infinity, (median) => median('ours')),
		],
	},
	{
		name: 'one',
		title: 'one item, end to end',
		work: () => ({}),
		sides: {
			ours: async (harness) =>
				await oneItem(harness, ours(harness, 'envelope/get', { envelopeId: idOf(0) })),
			'HTTP Request': async (harness) =>
				await oneItem(harness, httpRequest(harness, `${harness.url}/sign/envelopes/${idOf(0)}`)),
			'the request': async (harness) => {
				const { milliseconds } = await harness.asScript('get', TIMES, 1);
				return await alone(harness, milliseconds / TIMES);
			},
		},
		bars: [
			ratio(
				'milliseconds over the HTTP Request node',
				3,
				(median) => median('ours') - median('HTTP Request'),
			),
			// The first aim was 3 ms; the HTTP Request node takes 9.
			ratio(
				"milliseconds over the request's own",
				6,
				(median) => median('ours') - median('the request'),
			),
		],
	},
	{
		name: 'database',
		title: 'evidence of 50 envelopes of 20 MB, files kept in the database',
		binaryMode: 'database',
		work: () => ({ files: 100 }),
		fresh: ['ours'],
		sides: {
			ours: async (harness) =>
				await harness.inN8n(evidence(harness), many(50), { sealed: 20_000_000 }),
		},
		bars: [ratio('memory rise in MiB', 300, (median) => median('ours', 'memory') / MB)],
	},
	{
		name: 'events',
		title: 'an incoming event, in processor time of n8n',
		work: () => ({}),
		sides: EVENT_SIDES,
		bars: [
			// A run of a workflow with a credential takes n8n nearly twice as long, whether a node reads it or not (PROFILES.md).
			ratio(
				"signed, to n8n's Webhook node with Header Auth",
				1.3,
				(median) => median('ours, signed') / median('Webhook node, Header Auth'),
			),
			ratio(
				"unsigned and refused, to n8n's Webhook node, which accepts it",
				1.1,
				(median) => median('ours, unsigned and refused') / median('Webhook node'),
			),
			ratio(
				"accepted without verification, to n8n's Webhook node with Header Auth",
				1.1,
				(median) => median('ours, not verified') / median('Webhook node, Header Auth'),
			),
			ratio(
				"signature made up and refused, to n8n's Webhook node, which accepts it",
				1.4,
				(median) => median('ours, signature made up, refused') / median('Webhook node'),
			),
			ratio(
				`signed, ${AT_ONCE}, to n8n's Webhook node with Header Auth`,
				1.3,
				(median) =>
					median(`ours, signed, ${AT_ONCE}`) / median(`Webhook node, Header Auth, ${AT_ONCE}`),
			),
		],
	},
];
