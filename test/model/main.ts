// Draws sequences of everything that writes, against a service that loses answers, and counts what must not happen.
//
//   npm run model
//   npm run model -- --sequences 500 --seed 7
//   npm run model -- --sequences 1 --seed 7 --shrink
import { parseArgs } from 'node:util';

import { sourceTypes } from '../support/sourceTypes';
import { lineOf, reportOf, runSequences, type Figures } from './sequences';
import { World } from './world';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			sequences: { type: 'string', default: '20000' },
			seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) },
			shrink: { type: 'boolean', default: false },
		},
	});
	const world = await World.open(sourceTypes());
	const figures = await runSequences(world, {
		sequences: Number(values.sequences),
		seed: Number(values.seed),
		shrink: values.shrink,
		progress: printer(),
	});
	await world.close();
	print(lineOf(figures));
	process.exitCode = figures.violations.length > 0 ? 1 : 0;
}

/** Prints each violation once, and the figures now and then. */
function printer(): (figures: Figures, done: number) => void {
	let printed = 0;
	return (figures, done) => {
		for (const violation of figures.violations.slice(printed)) print(reportOf(violation));
		printed = figures.violations.length;
		if (done % 500 === 0 && done < figures.sequences) print(`${done}: ${lineOf(figures)}`);
	};
}

void main();
