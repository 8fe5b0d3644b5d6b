/** What one input item wants to have sent. */
export interface Contribution<Entry> {
	item: number;
	target: Record<string, string>;
	entries: Entry[];
}

/** One request: entries of several items for one target. */
export interface Bundle<Entry> {
	target: Record<string, string>;
	members: Array<{ item: number; entry: Entry }>;
}

/** Items that share a target share requests; the order of the items is kept. */
export function fold<Entry>(
	contributions: Array<Contribution<Entry>>,
	max: number,
): Array<Bundle<Entry>> {
	return [...byTarget(contributions).values()].flatMap((sharing) => {
		const members = sharing.flatMap(({ item, entries }) =>
			entries.map((entry) => ({ item, entry })),
		);
		const target = sharing[0]?.target ?? {};
		return slices(members, max).map((slice) => ({ target, members: slice }));
	});
}

/** The items of targets that would get more than `most` entries. */
export function overfull<Entry>(
	contributions: Array<Contribution<Entry>>,
	most: number,
): Set<number> {
	return new Set(
		[...byTarget(contributions).values()]
			.filter((sharing) => sharing.reduce((sum, { entries }) => sum + entries.length, 0) > most)
			.flatMap((sharing) => sharing.map(({ item }) => item)),
	);
}

/** The same bundle, one per item. */
export function unfold<Entry>({ target, members }: Bundle<Entry>): Array<Bundle<Entry>> {
	const items = [...new Set(members.map(({ item }) => item))];
	return items.map((item) => ({
		target,
		members: members.filter((member) => member.item === item),
	}));
}

function byTarget<Entry>(
	contributions: Array<Contribution<Entry>>,
): Map<string, Array<Contribution<Entry>>> {
	const groups = new Map<string, Array<Contribution<Entry>>>();
	for (const contribution of contributions) {
		const key = JSON.stringify(contribution.target);
		const group = groups.get(key);
		if (group) group.push(contribution);
		else groups.set(key, [contribution]);
	}
	return groups;
}

function slices<Value>(values: Value[], size: number): Value[][] {
	const result: Value[][] = [];
	for (let at = 0; at < values.length; at += size) result.push(values.slice(at, at + size));
	return result;
}
