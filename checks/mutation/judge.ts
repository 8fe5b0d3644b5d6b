import { NO_MUTANT, type Lane } from './lane';
import type { Mutant } from './mutants';
import type { Reach } from './reach';

/** What is needed of a lane. */
export type Runner = Pick<Lane, 'run' | 'renew' | 'isDirty'>;

export type Verdict = {
	mutant: Mutant;
	killed: boolean;
	/** The test that noticed it. */
	by: string;
	ran: number;
	reaching: number;
};

/** The most promising ones run whatever they cost: some code is tested by long runs alone. */
const ALWAYS = 3;

/** Runs the tests in their order until one notices the mutant, or until they would take too long. */
export async function judge(
	mutant: Mutant,
	tests: Reach[],
	lane: Runner,
	budget: number,
): Promise<Verdict> {
	const reaching = tests.length;
	let spent = 0;
	let ran = 0;
	for (const test of tests) {
		if (ran >= ALWAYS && spent + test.work > budget) continue;
		spent += test.work;
		ran += 1;
		const by = await noticedBy(mutant, test, lane);
		if (by !== undefined) return { mutant, killed: true, by, ran, reaching };
	}
	return { mutant, killed: false, by: '', ran, reaching };
}

async function noticedBy(
	{ id }: Mutant,
	{ file, ms }: Reach,
	lane: Runner,
): Promise<string | undefined> {
	const limit = 3 * ms + 30_000;
	const { isDirty } = lane;
	const { outcome, test } = await lane.run({ mutant: id, file }, limit);
	if (outcome === 'passed') return undefined;
	const by = `${file}: ${test || outcome}`;
	if (!isDirty || outcome === 'late') return by;
	// Perhaps it was only what a test that failed before has left behind in the process.
	if (outcome === 'failed') {
		const alone = await lane.run({ mutant: NO_MUTANT, file, only: test }, limit);
		if (alone.outcome === 'passed') return by;
	}
	lane.renew();
	const again = await lane.run({ mutant: id, file }, limit);
	return again.outcome === 'passed' ? undefined : by;
}
