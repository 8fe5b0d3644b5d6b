import type { Dialect } from './dialect';

/** Names from the table, or a seed by which they are drawn. */
export type DialectChoice = readonly string[] | { seed: number };

/** About one freedom in four is used. */
const SHARE = 0.25;

/** The dialects of a choice, in the order of the table. */
export function chosenFrom(table: Dialect[], choice: DialectChoice): Dialect[] {
	if ('seed' in choice) return drawn(table, choice.seed);
	const known = new Set(table.map(({ name }) => name));
	const unknown = choice.filter((name) => !known.has(name));
	if (unknown.length > 0) throw new Error(`There is no dialect called '${unknown.join("', '")}'.`);
	const chosen = table.filter(({ name }) => choice.includes(name));
	for (const { name, group } of chosen) {
		const other = chosen.find((each) => group && each.group === group && each.name !== name);
		if (other) throw new Error(`'${name}' and '${other.name}' cannot be spoken at the same time.`);
	}
	return chosen;
}

/** The same seed draws the same dialects, as long as the table is the same. */
function drawn(table: Dialect[], seed: number): Dialect[] {
	const random = randomFrom(seed);
	const groups = new Map<string, Dialect[]>();
	for (const dialect of table) {
		const key = dialect.group ?? dialect.name;
		groups.set(key, [...(groups.get(key) ?? []), dialect]);
	}
	const chosen = new Set<Dialect>();
	for (const members of groups.values()) {
		const [used, which] = [random(), random()];
		const member = members[Math.floor(which * members.length)];
		if (used < SHARE && member) chosen.add(member);
	}
	return table.filter((dialect) => chosen.has(dialect));
}

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
