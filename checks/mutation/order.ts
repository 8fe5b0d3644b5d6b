import type { Mutant } from './mutants';
import type { Reach } from './reach';

/** By source file: how many of its mutants each test file has noticed so far. */
export class Successes {
	private readonly bySource = new Map<string, Map<string, number>>();

	add(source: string, test: string): void {
		const tests = this.bySource.get(source) ?? new Map<string, number>();
		tests.set(test, this.of(source, test) + 1);
		this.bySource.set(source, tests);
	}

	of(source: string, test: string): number {
		return this.bySource.get(source)?.get(test) ?? 0;
	}
}

/**
 * The test files that reach a mutant, the most promising first: the one that mirrors its file, those that noticed other
 * mutants of that file, then those that cost little and reach little else.
 */
export function orderFor({ id, file }: Mutant, tests: Reach[], successes: Successes): Reach[] {
	const mirror = `test/${file.replace(/ts$/, 'test.ts')}`;
	const rank = (test: Reach) => (test.file === mirror ? Infinity : successes.of(file, test.file));
	const price = ({ work, reached }: Reach) => work * reached.length;
	return tests
		.filter(({ passed, reached }) => passed && reached.includes(id))
		.sort((a, b) => (rank(a) === rank(b) ? price(a) - price(b) : rank(b) - rank(a)));
}
