import type { Items, JsonRoute, PathIds, ReplyTo } from '../api';
import { readNumber, type Call } from '../core';
import { mayMeanNone } from './nextPage';
import { PageTrail, unlessPageRefused } from './pageTrail';

/** The lists that belong to one envelope or document. By the supplement they have no pages. */
type ListRoute = {
	[R in Extract<JsonRoute, `GET ${string}`>]: ReplyTo<R, undefined> extends Items<unknown>
		? R extends 'GET /sign/envelopes'
			? never
			: R
		: never;
}[Extract<JsonRoute, `GET ${string}`>];

type ItemOf<R extends ListRoute> = ReplyTo<R, undefined> extends Items<infer Item> ? Item : never;

export interface Listed<Item> {
	items: Item[];
	/** How many more the service announces than it listed; absent when the list is whole. */
	missing?: number | 'unknown';
}

/** Far more than an envelope can have; a list that goes on is not one that we can read. */
const MOST_PAGES = 100;

/**
 * A whole list: pages are followed if there are any. What came is returned in any case, for `total` is a
 * hint and not a length; `missing` says that there may be more, where a write or an archive depends on it.
 */
export async function listAll<R extends ListRoute>(
	{ request }: Pick<Call, 'request'>,
	route: R,
	ids: PathIds<R>,
): Promise<Listed<ItemOf<R>>> {
	const items: Array<ItemOf<R>> = [];
	const seen = new Set<string>();
	// Nothing is expected to move here: a page of known entries means that the cursor was not understood.
	const trail = new PageTrail({ mostRepeats: 1 });
	let announced = 0;
	let query: { pageAfter?: string } | undefined;
	for (let page = 0; page < MOST_PAGES; page++) {
		const read = request(route, { ...ids, query } as never) as Promise<Page<ItemOf<R>>>;
		const reply = page === 0 ? await read : await unlessPageRefused(read);
		if (!reply)
			return mayMeanNone(query?.pageAfter) ? all(items, announced) : part(items, announced);
		const fresh = reply.items.filter((item) => page === 0 || !seen.has(keyOf(item)));
		items.push(...fresh);
		reply.items.forEach((item) => seen.add(keyOf(item)));
		announced = Math.max(announced, readNumber(reply.total) ?? 0);
		const { nextPage } = reply;
		const way = trail.after({ nextPage, held: reply.items.length, fresh: fresh.length });
		if (way === 'end') return all(items, announced);
		// A cursor that is not understood, by us or by the service, leads nowhere.
		if (typeof way === 'string') return part(items, announced);
		query = way;
	}
	return part(items, announced);
}

interface Page<Item> extends Items<Item> {
	total?: unknown;
	nextPage?: unknown;
}

const all = <Item>(items: Item[], announced: number): Listed<Item> => ({
	items,
	...rest(items, announced),
});

/** It pointed to more: only a count that was reached tells that there is none. */
const part = <Item>(items: Item[], announced: number): Listed<Item> => ({
	items,
	...(announced === 0 ? { missing: 'unknown' as const } : rest(items, announced)),
});

/** What is lacking of what was announced. */
const rest = (items: unknown[], announced: number) =>
	announced > items.length ? { missing: announced - items.length } : {};

/** What names an entry. A signing link has no ID, and its time to expire may differ each time it is read. */
const keyOf = (item: unknown): string => {
	const { ID, userId } = (item ?? {}) as { ID?: unknown; userId?: unknown };
	const name = ID ?? userId;
	return typeof name === 'string' ? name.toLowerCase() : JSON.stringify(item);
};

export const isWhole = ({ missing }: Listed<unknown>): boolean => missing === undefined;
