/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- a command */
// Draws sequences of everything that writes, against a service that loses answers, and counts what must not happen.
//
//   npm run model
//   npm run model -- --sequences 500 --seed 7
//   npm run model -- --sequences 1 --seed 7 --shrink
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { lineOf, reportOf, runSequences, sumOf, type Figures, type Wanted } from './sequences';
import { World } from './world';

const print = (text: string) => process.stdout.write(`${text}\n`);

type Report = { figures: Figures; done: number };

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			sequences: { type: 'string', default: '20000' },
			seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
			shrink: { type: 'boolean', default: false },
			processes: { type: 'string', default: String(availableParallelism()) },
		},
	});
	const sequences = Number(values.sequences);
	const seed = Number(values.seed);
	const processes = Math.min(Number(values.processes), Math.ceil(sequences / 100));
	const wanted = { sequences, seed, shrink: values.shrink };
	if (process.send) {
		await runHere(wanted, (report) => process.send?.(report));
		process.disconnect();
		return;
	}
	const figures =
		processes > 1 ? await runInParts(wanted, processes) : await runHere(wanted, told());
	print(lineOf(figures));
	process.exitCode = figures.violations.length > 0 ? 1 : 0;
}

async function runHere(wanted: Wanted, tell: (report: Report) => void): Promise<Figures> {
	const world = await World.open(await typesOfSources());
	const figures = await runSequences(world, {
		...wanted,
		progress: (sofar, done) => tell({ figures: sofar, done }),
	});
	await world.close();
	return figures;
}

/** A sequence waits now and then: more processes than one use the time. Each has seeds of its own. */
async function runInParts({ sequences, seed, shrink }: Wanted, parts: number): Promise<Figures> {
	const tell = told();
	const latest: Report[] = [];
	const sizes = Array.from({ length: parts }, (_, at) => Math.floor((sequences + at) / parts));
	await Promise.all(
		sizes.map(async (size, at) => {
			const first = seed + sizes.slice(0, at).reduce((sum, one) => sum + one, 0);
			const parameters = ['--sequences', String(size), '--seed', String(first)];
			const child = fork(__filename, [...parameters, ...(shrink ? ['--shrink'] : [])]);
			child.on('message', (report: Report) => {
				latest[at] = report;
				const all = latest.filter(Boolean);
				tell({
					figures: sumOf(
						all.map(({ figures }) => figures),
						{ sequences, seed },
					),
					done: all.reduce((sum, { done }) => sum + done, 0),
				});
			});
			await new Promise<void>((resolve, reject) =>
				child.once('exit', (code) =>
					code === 0 && latest[at]?.done === size
						? resolve()
						: reject(new Error(`A part of the model ended early, with code ${code}`)),
				),
			);
		}),
	);
	return sumOf(
		latest.map(({ figures }) => figures),
		{ sequences, seed },
	);
}

/** Prints each violation once, and the figures now and then. */
function told(): (report: Report) => void {
	const seen = new Set<number>();
	return ({ figures, done }) => {
		for (const violation of figures.violations.filter((one) => !seen.has(one.seed))) {
			seen.add(violation.seed);
			print(reportOf(violation));
		}
		if (done % 500 === 0 && done < figures.sequences) print(`${done}: ${lineOf(figures)}`);
	};
}

/** By their full names: without jest, `ESignature.node` would be the JSON file beside it. */
async function typesOfSources() {
	const load = async <Module>(path: string) => (await import(path)) as Module;
	const { ESignature } = await load<typeof import('../../nodes/ESignature/ESignature.node')>(
		'../../nodes/ESignature/ESignature.node.ts',
	);
	const { ESignatureApi } = await import('../../credentials/ESignatureApi.credentials');
	return { nodes: [new ESignature()], credentials: [new ESignatureApi()] };
}

void main();
