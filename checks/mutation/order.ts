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

/** `actions/participant/shownPart.ts`: participant, shown, part. */
const wordsOf = (path: string): Set<string> =>
	new Set(
		path
			.replace(/^.*?(actions|core|transport|trigger|test\/\w+)\//, '')
			.replace(/\..*$/, '')
			.split(/[/]|(?=[A-Z])/)
			.map((word) => word.toLowerCase()),
	);

/**
 * The test files that reach a mutant, the most promising first: the one that mirrors its file, those that noticed other
 * mutants of that file, those with a name like it, then those that cost little and reach little else.
 */
export function orderFor({ id, file }: Mutant, tests: Reach[], successes: Successes): Reach[] {
	const mirror = `test/${file.replace(/ts$/, 'test.ts')}`;
	const words = wordsOf(file);
	return tests
		.filter(({ passed, reached }) => passed && reached.includes(id))
		.map((test) => ({
			test,
			noticed: test.file === mirror ? Infinity : successes.of(file, test.file),
			alike: [...wordsOf(test.file)].filter((word) => words.has(word)).length,
			price: test.work * test.reached.length,
		}))
		.sort(
			(a, b) =>
				Number(b.noticed > a.noticed) - Number(a.noticed > b.noticed) ||
				b.alike - a.alike ||
				a.price - b.price,
		)
		.map(({ test }) => test);
}
