/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
// Compares the node with what else a user could take, in a real n8n. Exit code 1 if a bar is not met.
//
//   npm run bench                          all jobs; writes bench/RESULTS.md
//   npm run bench -- get list              these jobs; writes nothing
//   npm run bench -- --repetitions 5       3 by default
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import { n8nVersion } from '../host/install/manifest';
import { node24 } from '../host/install/node24';
import { installFolder } from '../host/install/place';
import { packPackage } from '../host/server/package';
import { devDependencies, version } from '../package.json';
import type { Job } from './bars';
import { FILES } from './files';
import { Harness, program } from './harness';
import { JOBS } from './jobs';
import { OTHERS } from './others';
import { barRows, page, sideRows, type Circumstances } from './report';
import { run, type Result } from './run';

const ROOT = join(__dirname, '..');
const print = (line: string) => process.stdout.write(`${line}\n`);
const say = (line: string) => process.stderr.write(`${line}\n`);
const ALL = [...JOBS, ...FILES, ...OTHERS];

function settingsOf(args: string[]): { jobs: Job[]; repetitions: number } {
	const at = args.indexOf('--repetitions');
	const repetitions = at < 0 ? 3 : Number(args[at + 1]);
	const names = args.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
	const unknown = names.find((name) => !ALL.some((job) => job.name === name));
	if (unknown !== undefined || !(repetitions >= 1)) {
		throw new Error(
			`Usage: npm run bench -- [--repetitions 3] [${ALL.map(({ name }) => name).join('] [')}]`,
		);
	}
	const jobs = names.length > 0 ? ALL.filter(({ name }) => names.includes(name)) : ALL;
	return { jobs, repetitions };
}

/** Jobs for the same n8n, one after the other. */
async function runAll(jobs: Job[], tarball: string, repetitions: number): Promise<Result[]> {
	const results: Result[] = [];
	for (const mode of new Set(jobs.map(({ binaryMode }) => binaryMode))) {
		const start = async () => await Harness.start(tarball, mode);
		const harness = await start();
		try {
			for (const job of jobs.filter(({ binaryMode }) => binaryMode === mode)) {
				const result = await run(job, harness, { repetitions, say, start });
				results.push(result);
				[...sideRows(result), ...barRows(result)].forEach(print);
			}
		} finally {
			await harness.stop();
		}
	}
	return results;
}

/** Of what is compared. n8n has a Node.js of its own; the scripts run in the one that runs this. */
async function versions(): Promise<string> {
	const curl = /^curl (\S+)/.exec(await program('curl', ['--version']))?.[1] ?? 'unknown';
	const [own] = (await program(node24(installFolder()).path, ['--version'])).split('\n');
	return `This package ${version}, n8n ${n8nVersion()} with Node.js ${own?.slice(1)}, SQLite and files on disk; axios ${devDependencies.axios} with Node.js ${process.versions.node}, curl ${curl}`;
}

async function circumstancesOf(repetitions: number): Promise<Circumstances> {
	const [{ model } = { model: 'unknown' }] = cpus();
	return {
		machine: `${cpus().length} x ${model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB`,
		versions: await versions(),
		command: `npm run bench -- --repetitions ${repetitions}`,
		date: new Date().toISOString().slice(0, 10),
	};
}

async function measure(args: string[]): Promise<Result[]> {
	const { jobs, repetitions } = settingsOf(args);
	const tarball = await packPackage(join(ROOT, 'artifacts', 'bench'));
	const results = await runAll(jobs, tarball, repetitions);
	if (jobs.length === ALL.length) {
		const circumstances = await circumstancesOf(repetitions);
		writeFileSync(join(__dirname, 'RESULTS.md'), page(results, circumstances));
	}
	return results;
}

async function main(): Promise<void> {
	const results = await measure(process.argv.slice(2));
	const short = results.flatMap(({ bars }) => bars).filter(({ isMet }) => !isMet);
	print(short.length === 0 ? 'No bar is short.' : `${short.length} bars are short.`);
	process.exitCode = short.length === 0 ? 0 : 1;
}

main().catch((error: Error) => {
	say(error.message);
	process.exitCode = 2;
});
