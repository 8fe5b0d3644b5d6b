/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { ratio, type Job } from './bars';
import { ENVELOPE, get, many, MB } from './compare';
import { program, type Ground, type Sample } from './ground';

import { idOf } from './shared';
import { operation, ours } from './sides';
import { events } from './webhook';

const TIMES = 15;

/** What no service is asked for. */
const alone = async (ground: Ground, milliseconds: number): Promise<Sample> => ({
	milliseconds,
	counts: await ground.counts(),
});

const evidence = ({ credential }: Ground) => [
	ours(
		operation(
			'envelope',
			'downloadEvidence',
			{ envelopeId: ENVELOPE },
			{ include: ['auditTrail', 'sealed'], output: 'envelope' },
		),
		credential,
	),
];

/** One item with a fixed ID, several times; the mean, since n8n counts whole milliseconds. */
async function oneItem(ground: Ground): Promise<Sample> {
	const step = ours(operation('envelope', 'get', { envelopeId: idOf(0) }), ground.credential);
	let sum = 0;
	for (let time = 0; time < TIMES; time++) {
		sum += (await ground.inN8n([step], many(1))).milliseconds;
	}
	return await alone(ground, sum / TIMES);
}

export const OTHERS: Job[] = [
	{
		name: 'growth',
		title: 'get 10,000 envelopes, compared with 1,000',
		work: (side) => ({ envelopes: side === '10,000 items' ? 10_000 : 1_000 }),
		sides: {
			'1,000 items': async (ground) => await ground.inN8n(get(ground), many(1_000)),
			'10,000 items': async (ground) => await ground.inN8n(get(ground), many(10_000)),
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
			ours: async (ground) =>
				await ground.inN8n(get(ground), many(10_000), { callsPerToken: 1_000 }),
		},
		bars: [ratio('token requests', 11, (median) => median('ours', 'tokens'))],
	},
	{
		name: 'loading',
		title: 'loading the package',
		work: () => ({}),
		sides: {
			ours: async (ground) =>
				await alone(ground, Number(await program(process.execPath, [join(__dirname, 'load.cjs')]))),
		},
		bars: [ratio('milliseconds', 30, (median) => median('ours'))],
	},
	{
		name: 'one',
		title: 'one item, end to end',
		work: () => ({}),
		sides: {
			ours: oneItem,
			'the request': async (ground) => {
				const { milliseconds } = await ground.asScript('get', TIMES, 1);
				return await alone(ground, milliseconds / TIMES);
			},
		},
		bars: [
			ratio(
				"milliseconds over the request's own",
				3,
				(median) => median('ours') - median('the request'),
			),
		],
	},
	{
		name: 'database',
		title: 'evidence of 50 envelopes of 20 MB, files kept in the database',
		binaryMode: 'database',
		work: () => ({ files: 100 }),
		sides: {
			ours: async (ground) =>
				await ground.inN8n(evidence(ground), many(50), { sealed: 20_000_000 }),
		},
		bars: [ratio('memory rise in MiB', 300, (median) => median('ours', 'memory') / MB)],
	},
	{
		name: 'events',
		title: 'an incoming event, in processor time of n8n',
		work: () => ({}),
		sides: events(randomUUID()),
		bars: [
			ratio(
				"signed, to n8n's Webhook node",
				1.3,
				(median) => median('ours, signed') / median('Webhook node'),
			),
			ratio(
				"unsigned, to n8n's Webhook node",
				1.1,
				(median) => median('ours, unsigned') / median('Webhook node'),
			),
		],
	},
];
