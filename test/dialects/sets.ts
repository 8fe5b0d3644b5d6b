import type { Dialect } from '../../sandbox';
import type { Failures } from './cells';
import type { Row } from './printed';

/** Every dialect in one of the sets, so many in each; none beside another that excludes it. */
export function setsOf(dialects: readonly Dialect[], most: number): string[][] {
	const sets: Dialect[][] = [];
	const rivals = ({ group }: Dialect) =>
		group === undefined ? 0 : dialects.filter((other) => other.group === group).length;
	// Those that need a set each come first, and the others fill what is left: so there are as few sets as can be.
	for (const dialect of [...dialects].sort((a, b) => rivals(b) - rivals(a))) {
		const fits = (set: Dialect[]) =>
			set.length < most && !set.some(({ group }) => group !== undefined && group === dialect.group);
		const room = sets.find(fits);
		if (room) room.push(dialect);
		else sets.push([dialect]);
	}
	return sets.map((set) => set.map(({ name }) => name));
}

/**
 * What fails in several dialects at once is run again in each of them alone, so that the guilty one is
 * named; if none of them is, they are guilty together.
 */
export async function rowsOf(
	names: string[],
	failuresIn: (choice: string[], only?: (operation: string) => boolean) => Promise<Failures>,
): Promise<Row[]> {
	const together = await failuresIn(names);
	if (together.size === 0) return names.map((name) => ({ name, failures: new Map() }));
	const rows: Row[] = [];
	for (const name of names) {
		const only = (operation: string) => together.has(operation);
		rows.push({ name, failures: await failuresIn([name], only) });
	}
	const blamed = new Set(rows.flatMap(({ failures }) => [...failures.keys()]));
	const failures = new Map([...together].filter(([operation]) => !blamed.has(operation)));
	return failures.size > 0 ? [...rows, { name: names.join('+'), failures }] : rows;
}
