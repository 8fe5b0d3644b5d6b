import fc from 'fast-check';

import { commands, type Results } from './commands';
import { outcome, violationsOf } from './invariants';
import type { ItemOutcome } from './outcome';
import type { World } from './world';

export interface Figures {
	sequences: number;
	/** In how many of them the service spoke dialects. */
	inDialects: number;
	items: number;
	writes: number;
	faults: Record<string, number>;
	outcomes: Record<ItemOutcome, number>;
	/** One entry per sequence that broke a rule. */
	violations: Array<{ seed: number; lines: string[]; sequence: string }>;
	seed: number;
	seconds: number;
}

class Violated extends Error {
	constructor(readonly lines: string[]) {
		super(lines.join('\n'));
	}
}

export interface Wanted {
	sequences: number;
	/** Of the first sequence; the next one has the next seed, so each can be repeated alone. */
	seed: number;
	/** Look for a shorter sequence that breaks a rule, too. */
	shrink?: boolean;
	progress?: (figures: Figures, done: number) => void;
}

/** Runs sequences one after the other, and goes on after a violation. */
export async function runSequences(world: World, wanted: Wanted): Promise<Figures> {
	const { sequences, seed, shrink = false, progress } = wanted;
	const started = process.hrtime.bigint();
	const figures: Figures = {
		sequences,
		inDialects: 0,
		items: 0,
		writes: 0,
		faults: {},
		outcomes: { done: 0, notDone: 0, unknown: 0 },
		violations: [],
		seed,
		seconds: 0,
	};
	for (let index = 0; index < sequences; index++) {
		const own = (seed + index) | 0;
		const details = await fc.check(
			fc.asyncProperty(commands, async (drawn) => {
				const results = await sequence(world, drawn);
				for (const ended of results.ended) figures.outcomes[outcome(ended)] += 1;
				if (world.sandbox.dialects.names.length > 0) figures.inDialects += 1;
				figures.items += results.ended.length;
				const lines = violationsOf(results.ended, world.service.ledger);
				if (lines.length > 0) throw new Violated(lines);
			}),
			{ seed: own, numRuns: 1, unbiased: true, endOnFailure: !shrink },
		);
		if (details.failed) {
			const error = details.errorInstance;
			const lines =
				error instanceof Violated ? error.lines : [String((error as Error)?.stack ?? error)];
			figures.violations.push({ seed: own, lines, sequence: String(details.counterexample) });
		}
		figures.writes = world.service.writes;
		figures.faults = Object.fromEntries(world.service.faults);
		figures.seconds = Number(process.hrtime.bigint() - started) / 1e9;
		progress?.(figures, index + 1);
	}
	return figures;
}

async function sequence(
	world: World,
	drawn: Iterable<fc.AsyncCommand<Results, World>>,
): Promise<Results> {
	const results: Results = { ended: [] };
	await world.restart();
	await fc.asyncModelRun(() => ({ model: results, real: world }), drawn);
	await world.service.arrive();
	return results;
}

/** The line of figures. */
export function lineOf(figures: Figures): string {
	const { sequences, inDialects, items, writes, faults, outcomes, violations, seed, seconds } =
		figures;
	const counts = (of: Record<string, number>) =>
		Object.entries(of)
			.map(([name, count]) => `${name} ${count}`)
			.join(', ');
	return `${sequences} sequences, ${inDialects} in dialects, ${items} items, ${writes} writes (${counts(faults)}), outcomes: ${counts(outcomes)}; ${violations.length} violations; seed ${seed}; ${Math.round(seconds)} s`;
}

/** Enough to reproduce one violation. */
export const reportOf = ({ seed, lines, sequence }: Figures['violations'][number]): string =>
	[
		`npm run model -- --sequences 1 --seed ${seed}`,
		...lines.map((line) => `  ${line}`),
		`  ${sequence}`,
	].join('\n');
