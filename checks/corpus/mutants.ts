/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command */
// Damages the files of the corpus in many ways: no crash, no hang, bounded memory. Exits with 1 otherwise.
//
//   npm run pdf:mutants
//   npm run pdf:mutants -- --count 500 --seed 7
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { getHeapStatistics } from 'node:v8';

import { judge, mutant } from './mutate';
import { corpusFiles } from './files';

const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
	options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});

const MEBIBYTE = 1024 * 1024;

/**
 * MiB that the process may take in all. This program itself takes some 90, and one file up to 64 outside of the heap: what
 * it unpacks (32, see mutate.ts), twice while that grows. The rest is for glyphs and texts. package.json gives it a small
 * heap: with more, the machine would keep what nobody needs any more, and the sum would say nothing about the reader.
 */
const MOST_MEMORY = 256;

async function main(): Promise<void> {
	const heap = getHeapStatistics().heap_size_limit / MEBIBYTE;
	const files = [...corpusFiles().values()];
	const kinds = new Map<string, number>();
	const faults: string[] = [];
	let [memory, slowest] = [0, { seed: 0, ms: 0 }];
	const first = Number(values.seed) * 1_000_000;
	for (let seed = first; seed < first + Number(values.count); seed++) {
		const start = performance.now();
		const { kind, fault } = await judge(mutant(files, seed));
		const ms = performance.now() - start;
		if (ms > slowest.ms) slowest = { seed, ms };
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
		if (fault !== undefined) faults.push(`${seed}: ${String((fault as Error).stack ?? fault)}`);
		memory = Math.max(memory, process.memoryUsage().rss);
		// As between two items of a workflow: before a turn ends, no page that a WeakRef was made for can go.
		await setImmediate();
	}
	for (const [kind, count] of kinds) print(`${String(count).padStart(8)} ${kind}`);
	print(`slowest: ${slowest.ms.toFixed(0)} ms (seed ${slowest.seed})`);
	const most = memory / MEBIBYTE;
	print(`memory at most: ${most.toFixed(0)} MiB, with a heap of ${heap.toFixed(0)} MiB`);
	if (most > MOST_MEMORY) print(`    too much: the limit is ${MOST_MEMORY} MiB`);
	print(`crashes: ${faults.length}`);
	for (const fault of faults.slice(0, 5)) print(fault);
	const isWrong = faults.length > 0 || kinds.has('tooSlow') || most > MOST_MEMORY;
	process.exitCode = isWrong ? 1 : 0;
}

void main();
