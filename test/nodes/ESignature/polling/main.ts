/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command */
// Changes envelopes at random while they are polled, with kills between a poll and its commit, and counts. Then
// measures what a poll of a large account costs.
//
//   npm run polling
//   npm run polling -- --changes 250 --seed 7
//   npm run polling -- --no-cost
import { parseArgs } from 'node:util';

import { measureCost } from './cost';
import { lineOf, liveThrough } from './history';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			changes: { type: 'string', default: '10000' },
			'no-cost': { type: 'boolean', default: false },
			seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
		},
	});
	const verdict = await liveThrough({ changes: Number(values.changes), seed: Number(values.seed) });
	const wrong = [
		...verdict.missed.map((id) => `missed: ${id}`),
		...verdict.twice.map((id) => `twice: ${id}`),
	];
	const cost = values['no-cost'] ? [] : [(await measureCost()).line];
	for (const one of [...wrong.slice(0, 20), ...cost, lineOf(verdict)])
		process.stdout.write(`${one}\n`);
	process.exitCode = wrong.length > 0 ? 1 : 0;
}

void main();
