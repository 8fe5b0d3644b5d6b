/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command */
// A year of an account and of an n8n that archives it, in virtual time; prints one line.
//
//   npm run simulate
//   npm run simulate -- --envelopes 1000 --days 30 --seed 7
import { parseArgs } from 'node:util';

import { isWhole, lineOf, simulate } from './year';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			envelopes: { type: 'string', default: '10000' },
			days: { type: 'string', default: '365' },
			seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
		},
	});
	const [envelopes, days, seed] = [values.envelopes, values.days, values.seed].map(Number) as [
		number,
		number,
		number,
	];
	const year = await simulate({ envelopes, days, seed });
	process.stdout.write(`seed ${seed}: ${lineOf(year)}\n`);
	process.exitCode = isWhole(year) ? 0 : 1;
}

void main();
