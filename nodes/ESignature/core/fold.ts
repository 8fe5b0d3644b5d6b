/** What one input item wants to have sent. */
export interface Contribution<Entry> {
	item: number;
	target: Record<string, string>;
	entries: Entry[];
	/** What decides how a request is made: only neighbours with the same options share one. */
	options?: unknown;
	/** Where entries can be one thing: what they then have in common. */
	same?: Same<Entry>;
	/** Where it goes to: an ID means something else in another account. */
	account?: string;
}

export type Same<Entry> = (entry: Entry) => unknown;

/** One request: entries of several items for one target. */
export interface Bundle<Entry> {
	target: Record<string, string>;
	/** `at`: which of the item's entries it is. */
	members: Array<{ item: number; at: number; entry: Entry }>;
	same?: Same<Entry>;
}

/**
 * Items that share a target share requests. The requests for one target are made one after the other, in
 * the order of the items: in `sequential` mode participants sign in the order in which they were added.
 * Entries that are the same thing stay together and count once: all items that named it share its answer.
 */
export function fold<Entry>(
	contributions: Array<Contribution<Entry>>,
	max: number,
): Array<Array<Bundle<Entry>>> {
	return [...grouped(contributions)].map((sharing) =>
		runs(sharing).flatMap((run) => {
			const members = run.flatMap(({ item, entries }) =>
				entries.map((entry, at) => ({ item, at, entry })),
			);
			const { target = {}, same } = run[0] ?? {};
			const things = alike(members, (member) => (same ? same(member.entry) : member));
			return slices(things, max).map((slice) => ({ target, members: slice.flat(), same }));
		}),
	);
}

/** The items of targets that would get more than `most` entries. */
export function overfull<Entry>(
	contributions: Array<Contribution<Entry>>,
	most: number,
): Set<number> {
	return new Set(
		[...grouped(contributions)]
			.filter((sharing) => {
				const things = sharing.flatMap(({ entries, same = () => ({}) }) => entries.map(same));
				return new Set(things).size > most;
			})
			.flatMap((sharing) => sharing.map(({ item }) => item)),
	);
}

/** The same bundle in its smallest parts: one per item, or one per thing that several items name. */
export function unfold<Entry>({ target, members, same }: Bundle<Entry>): Array<Bundle<Entry>> {
	return alike(members, ({ item, entry }) => (same ? same(entry) : item)).map((part) => ({
		target,
		members: part,
		same,
	}));
}

type Member<Entry> = Bundle<Entry>['members'][number];

function alike<Entry>(
	members: Array<Member<Entry>>,
	by: (member: Member<Entry>) => unknown,
): Array<Array<Member<Entry>>> {
	const groups = new Map<unknown, Array<Member<Entry>>>();
	for (const member of members) {
		const group = groups.get(by(member));
		if (group) group.push(member);
		else groups.set(by(member), [member]);
	}
	return [...groups.values()];
}

/** By target and account; IDs are the same in capitals. */
function grouped<Entry>(
	contributions: Array<Contribution<Entry>>,
): Iterable<Array<Contribution<Entry>>> {
	const groups = new Map<string, Array<Contribution<Entry>>>();
	for (const contribution of contributions) {
		const { target, account } = contribution;
		const key = JSON.stringify([target, account]).toLowerCase();
		const group = groups.get(key);
		if (group) group.push(contribution);
		else groups.set(key, [contribution]);
	}
	return groups.values();
}

/** Cut where the options change. */
function runs<Entry>(sharing: Array<Contribution<Entry>>): Array<Array<Contribution<Entry>>> {
	const result: Array<Array<Contribution<Entry>>> = [];
	let last: string | undefined;
	for (const contribution of sharing) {
		const options = JSON.stringify(contribution.options);
		if (options === last && result.length > 0) result.at(-1)?.push(contribution);
		else result.push([contribution]);
		last = options;
	}
	return result;
}

function slices<Value>(values: Value[], size: number): Value[][] {
	const result: Value[][] = [];
	for (let at = 0; at < values.length; at += size) result.push(values.slice(at, at + size));
	return result;
}
