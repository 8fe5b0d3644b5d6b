/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command */
// Damages the files of the corpus in many ways: no crash, no hang. Exits with 1 otherwise.
//
//   npm run pdf:mutants
//   npm run pdf:mutants -- --count 500 --seed 7
import { parseArgs } from 'node:util';

import { corpusFiles } from './files';
import { judge, mutant } from './mutate';

const { values } = parseArgs({
	options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});

async function main(): Promise<void> {
	const files = [...corpusFiles().values()];
	const kinds = new Map<string, number>();
	const faults: string[] = [];
	const first = Number(values.seed) * 1_000_000;
	for (let seed = first; seed < first + Number(values.count); seed++) {
		const { kind, fault } = await judge(mutant(files, seed));
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
		if (fault !== undefined) faults.push(`${seed}: ${String((fault as Error).stack ?? fault)}`);
	}
	const counts = [...kinds].map(([kind, count]) => `${count} ${kind}`);
	process.stdout.write(`${[counts.join(', '), ...faults.slice(0, 5)].join('\n')}\n`);
	process.exitCode = faults.length > 0 || kinds.has('tooSlow') ? 1 : 0;
}

void main();
