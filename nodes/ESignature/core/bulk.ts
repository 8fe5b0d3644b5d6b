import { idKey } from '../api/values';
import { groupBy, slices } from '../values/collections';

/** Entries with the same key are sent once. */
export type DuplicateKey<Entry> = (entry: Entry) => unknown;

/** The entries of one input item. */
export interface Contribution<Entry> {
	item: number;
	target: object;
	entries: Entry[];
	/** Items share a request only if their options are the same. */
	options?: unknown;
	duplicateKey?: DuplicateKey<Entry>;
	/** Where it goes to: an ID means something else in another account. */
	account?: string;
}

interface BulkEntry<Entry> {
	item: number;
	/** Which of the item's entries it is. */
	at: number;
	entry: Entry;
}

/** One request: entries of several items for one target. */
export interface BulkRequest<Entry> {
	target: object;
	members: Array<BulkEntry<Entry>>;
	duplicateKey?: DuplicateKey<Entry>;
}

/**
 * Items that share a target share requests. The requests for one target are made one after the other, in the order
 * of the items: in `sequential` mode participants sign in the order in which they were added. Duplicates stay together
 * and count once: all items that named them share the answer.
 */
export function bulkRequests<Entry>(
	contributions: ReadonlyArray<Contribution<Entry>>,
	max: number,
	isDone: (member: BulkEntry<Entry>) => boolean = () => false,
): Array<Array<BulkRequest<Entry>>> {
	const byTarget = groupBy(contributions, ({ target, account }) => recordKey(target, account));
	return byTarget.map((sharing) =>
		splitByOptions(sharing).flatMap((some) => {
			const members = some.flatMap(({ item, entries }) =>
				entries.map((entry, at) => ({ item, at, entry })),
			);
			const { target = {}, duplicateKey } = some[0] ?? {};
			const open = members.filter((member) => !isDone(member));
			const things = groupBy(open, (member) =>
				duplicateKey ? duplicateKey(member.entry) : member,
			);
			return slices(things, max).map((slice) => ({ target, members: slice.flat(), duplicateKey }));
		}),
	);
}

/** Both halves of a request for several items. */
export function halves<Entry>({
	target,
	members,
	duplicateKey,
}: BulkRequest<Entry>): Array<BulkRequest<Entry>> {
	const parts = groupBy(members, ({ item, entry }) => (duplicateKey ? duplicateKey(entry) : item));
	if (parts.length < 2 || new Set(members.map(({ item }) => item)).size < 2) return [];
	const middle = Math.ceil(parts.length / 2);
	return [parts.slice(0, middle), parts.slice(middle)].map((half) => ({
		target,
		members: half.flat(),
		duplicateKey,
	}));
}

/** Names a record of an account; IDs are the same in capitals. */
export const recordKey = (ids: object, account = ''): string =>
	JSON.stringify([account, ...Object.values(ids).map(idKey)]);

/** Cut where the options change. */
function splitByOptions<Entry>(
	sharing: ReadonlyArray<Contribution<Entry>>,
): Array<Array<Contribution<Entry>>> {
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
