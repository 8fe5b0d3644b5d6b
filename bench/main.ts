// Compares the node with what else a user could take, in a real n8n. Exit code 1 if a bar is not met.
//
//   npm run bench                 all jobs, three times each; writes bench/RESULTS.md
//   npm run bench -- get list     these jobs; writes nothing
//   npm run bench -- --quick      a tenth of the items, once: shows that everything works, and writes nothing
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { n8nVersion } from '../host/install/version';
import { node24 } from '../host/install/node24';
import { installFolder } from '../host/install/place';
import { packPackage } from '../host/server/package';
import { devDependencies, version } from '../package.json';
import { COMPARED } from './comparisons';
import { EVENTS } from './events';
import { Harness, outputOf } from './harness';
import type { Job } from './job';
import { OTHERS } from './others';
import { barRows, page, sideRows } from './report';
import { Runner, type Result } from './run';

const ROOT = join(__dirname, '..');
const JOBS = [...COMPARED, ...OTHERS, EVENTS];
const WHOLE = { rounds: 3, fraction: 1 };
const QUICK = { rounds: 1, fraction: 0.1 };

const print = (line: string) => process.stdout.write(`${line}\n`);
const say = (line: string) => process.stderr.write(`${line}\n`);

function jobsOf(names: string[]): Job[] {
	const unknown = names.find((name) => !JOBS.some((job) => job.name === name));
	if (unknown !== undefined) {
		const known = JOBS.map(({ name }) => name).join(', ');
		throw new Error(`There is no job ${unknown}. Jobs are: ${known}.`);
	}
	return names.length > 0 ? JOBS.filter(({ name }) => names.includes(name)) : JOBS;
}

async function runAll(jobs: Job[], isQuick: boolean): Promise<Result[]> {
	const tarball = await packPackage(join(ROOT, 'artifacts', 'bench'));
	const start = async (binaryMode?: string) => await Harness.start(tarball, binaryMode);
	const runner = new Runner(isQuick ? QUICK : WHOLE, say, start);
	const results: Result[] = [];
	const harness = await start();
	try {
		for (const job of jobs) {
			const result = await runner.run(job, harness);
			results.push(result);
			[...sideRows(result), ...barRows(result)].forEach(print);
		}
	} finally {
		await harness.stop();
	}
	return results;
}

/** n8n has a Node.js of its own; the scripts run in the one that runs this. */
async function circumstances(minutes: string): Promise<string> {
	const [{ model } = { model: 'unknown' }] = cpus();
	const machine = `${cpus().length} x ${model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB`;
	const nodeVersion = await outputOf(node24(installFolder()).path, ['--version']);
	const date = new Date().toISOString().slice(0, 10);
	return `\`npm run bench\`, ${date}, ${minutes} minutes. ${machine}.
This package ${version}, n8n ${n8nVersion()} with Node.js ${nodeVersion.trim().slice(1)}, SQLite and files on disk; axios ${devDependencies.axios} with Node.js ${process.versions.node}.`;
}

async function main(): Promise<void> {
	const began = performance.now();
	const { values, positionals } = parseArgs({
		options: { quick: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	const results = await runAll(jobsOf(positionals), values.quick);
	const minutes = ((performance.now() - began) / 60_000).toFixed(1);
	if (!values.quick && positionals.length === 0) {
		writeFileSync(join(__dirname, 'RESULTS.md'), page(results, await circumstances(minutes)));
	}
	const short = results.flatMap(({ bars }) => bars).filter(({ isMet }) => !isMet);
	print(
		`${short.length === 0 ? 'No bar is' : `${short.length} bars are`} short. It took ${minutes} minutes.`,
	);
	process.exitCode = short.length === 0 ? 0 : 1;
}

main().catch((error: Error) => {
	say(error.message);
	process.exitCode = 2;
});
