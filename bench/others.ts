// Growth, memory, and the time that is spent once.
import { join } from 'node:path';

import { installFolder } from '../host/install/place';
import type { Step } from '../host/workflows';
import { n8n } from '../package.json';
import { auditTrail, evidence, get, items, sealed } from './comparisons';
import { idOf } from './counts';
import { outputOf, type Harness, type Sample } from './harness';
import { bar, MB, medianOf, type Job } from './job';
import { httpRequest, ours } from './steps';

const withoutService = async (harness: Harness, milliseconds: number): Promise<Sample> => ({
	milliseconds,
	counts: await harness.counts(),
});

/** The mean, since n8n counts whole milliseconds. */
async function oneItem(harness: Harness, step: Step, times: number): Promise<Sample> {
	let sum = 0;
	for (let time = 0; time < times; time++) {
		sum += (await harness.inN8n([step], items(1))).milliseconds;
	}
	return await withoutService(harness, sum / times);
}

/** Nodes of n8n's own, which together have about as many files. */
const OF_N8N = ['Mattermost/Mattermost', 'SyncroMSP/SyncroMsp'].map((name) =>
	join(installFolder(), 'node_modules/n8n-nodes-base/dist/nodes', `${name}.node.js`),
);

/** Each time in a process of its own; the times differ by a tenth. */
async function loading(harness: Harness, files: string[], times: number): Promise<Sample> {
	await harness.prepare();
	const found: number[] = [];
	while (found.length < times) {
		const output = await outputOf(process.execPath, [join(__dirname, 'load.cjs'), ...files]);
		found.push((JSON.parse(output) as Sample).milliseconds);
	}
	return await withoutService(harness, medianOf(found));
}

/** Eight requests at a time use up a token that is good for fewer before the node has seen a refusal. */
const MIN_CALLS = 40;

const memoryRise = (side: string, max: number) =>
	bar(`memory rise in MiB, ${side}`, max, (median) => median(side, 'memory') / MB);

export const OTHERS: Job[] = [
	{
		name: 'growth',
		title: 'get 4,000 envelopes with tokens that are good for 400 calls, compared with 400',
		count: 400,
		rounds: 1,
		work: (count, side) => ({ envelopes: side === 'ten times the items' ? 10 * count : count }),
		sides: {
			items: async (harness, count) => await harness.inN8n(get(harness), items(count)),
			'ten times the items': async (harness, count) =>
				await harness.inN8n(get(harness), items(10 * count), {
					callsPerToken: Math.max(count, MIN_CALLS),
				}),
		},
		bars: [
			bar('ten times the items', 11, (median) => median('ten times the items') / median('items')),
			bar('token requests', 11, (median) => median('ten times the items', 'tokens')),
		],
	},
	{
		name: 'loading',
		title: 'loading the package, in processor time',
		count: 4,
		work: () => ({}),
		sides: {
			ours: async (harness, count) =>
				await loading(harness, [...n8n.credentials, ...n8n.nodes], count),
			"n8n's own, as many files": async (harness, count) => await loading(harness, OF_N8N, count),
		},
		bars: [
			bar(
				"to nodes of n8n's own with as many files",
				1.8,
				(median) => median('ours') / median("n8n's own, as many files"),
			),
		],
	},
	{
		name: 'one',
		title: 'one item, end to end',
		count: 10,
		work: () => ({}),
		sides: {
			ours: async (harness, count) =>
				await oneItem(harness, ours(harness, 'envelope/get', { envelopeId: idOf(0) }), count),
			'HTTP Request': async (harness, count) =>
				await oneItem(harness, httpRequest(harness, `/${idOf(0)}`), count),
			'the request': async (harness, count) => {
				const { milliseconds } = await harness.asScript('get', count, 1);
				return await withoutService(harness, milliseconds / count);
			},
		},
		bars: [
			bar(
				'milliseconds over the HTTP Request node',
				3,
				(median) => median('ours') - median('HTTP Request'),
			),
			bar(
				"milliseconds over the request's own",
				6,
				(median) => median('ours') - median('the request'),
			),
		],
	},
	{
		name: 'memory',
		title: 'files that n8n keeps on disk',
		count: 1_000,
		isFresh: true,
		work: () => ({}),
		sides: {
			'1,000 files of 100 kB': async (harness, count) =>
				await harness.inN8n(auditTrail(harness), items(count)),
			'one file of 300 MiB': async (harness, count) =>
				await harness.inN8n(sealed(harness), items(1), { sealed: count * 0.3 * MB }),
		},
		// n8n's HTTP Request node takes 66 MiB for the small ones.
		bars: [memoryRise('1,000 files of 100 kB', 52), memoryRise('one file of 300 MiB', 64)],
	},
	{
		name: 'database',
		title: 'evidence with a ZIP of 20 MB, files that n8n keeps in its database',
		count: 30,
		isFresh: true,
		binaryMode: 'database',
		work: (count) => ({ files: 2 * count }),
		sides: {
			'30 envelopes': async (harness, count) =>
				await harness.inN8n(evidence(harness), items(count), { sealed: 20_000_000 }),
		},
		bars: [memoryRise('30 envelopes', 300)],
	},
];
