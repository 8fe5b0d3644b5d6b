/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command */
// Changes the shipped code in small ways, one at a time, and counts how many of the changes a test notices.
//
//   npm run mutation
//   npm run mutation -- --sample 100 --seed 7
//   npm run mutation -- --minutes 20                      as many of the sample as fit, once it is known what reaches what
//   npm run mutation -- --folder transport/session --whole   survivors meet every test file that reaches them
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { draw, isIn } from './draw';
import { judge, type Verdict } from './judge';
import { Lane } from './lane';
import { inLanes } from './lanes';
import { orderFor, Successes } from './order';
import { prepare } from './prepare';
import { findReach } from './reach';
import { lineOf, scoreOf, survivors, table } from './table';

const ENOUGH = 90;
/** Processor time for the tests of one mutant; some twenty test files. */
const BUDGET = 20_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
	options: {
		sample: { type: 'string', default: '300' },
		seed: { type: 'string', default: '1' },
		folder: { type: 'string' },
		whole: { type: 'boolean', default: false },
		minutes: { type: 'string', default: 'Infinity' },
		processes: { type: 'string', default: String(availableParallelism()) },
	},
});

async function main(): Promise<void> {
	const { mutants, build, reachFile, reportFile } = await prepare();
	const lanes = Array.from({ length: Number(values.processes) }, () => new Lane(build));
	const tests = await findReach(reachFile, lanes, print);
	const { folder } = values;
	const open = folder === undefined ? mutants : mutants.filter((mutant) => isIn(folder, mutant));
	if (open.length === 0) throw new Error(`There is nothing to change in '${folder}'.`);
	const sample = draw(open, Number(values.sample), values.seed);
	print(`${sample.length} of ${open.length} mutants, seed ${values.seed}`);
	const successes = new Successes();
	const end = performance.now() + Number(values.minutes) * 60_000;
	let done = 0;
	const judged = await inLanes(sample, lanes, async (mutant, lane): Promise<Verdict[]> => {
		if (performance.now() > end) return [];
		const order = orderFor(mutant, tests, successes);
		const verdict = await judge(mutant, order, lane, values.whole ? Infinity : BUDGET);
		if (verdict.killed) successes.add(mutant.file, verdict.by.split(': ')[0] ?? '');
		done += 1;
		print(`${done} ${verdict.killed ? 'killed' : `SURVIVED ${lineOf(verdict)}`}`);
		return [verdict];
	});
	const verdicts = judged.flat();
	lanes.forEach((lane) => lane.renew());
	writeFileSync(reportFile, JSON.stringify(verdicts, null, '\t'));
	const score = scoreOf(verdicts);
	print(['', ...table(verdicts), '', ...survivors(verdicts)].join('\n'));
	process.exitCode = score < ENOUGH ? 1 : 0;
}

// The processes of the lanes are not in the group that a terminal interrupts: they end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
void main();
