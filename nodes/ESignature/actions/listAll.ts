import type { Items, JsonRoute, PathIds, ReplyTo } from '../api';
import { readNumber, statusOf, type Call } from '../core';
import { readNextPage } from './nextPage';

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
	const cursors = new Set<string>();
	let announced = 0;
	let query: { pageAfter?: string } | undefined;
	for (let page = 0; page < MOST_PAGES; page++) {
		const read = request(route, { ...ids, query } as never) as Promise<Page<ItemOf<R>>>;
		const reply = page === 0 ? await read : await unlessRefused(read);
		if (!reply) return part(items, announced);
		const fresh = reply.items.filter((item) => page === 0 || !seen.has(keyOf(item)));
		items.push(...fresh);
		reply.items.forEach((item) => seen.add(keyOf(item)));
		announced = Math.max(announced, readNumber(reply.total) ?? 0);
		const next = readNextPage(reply.nextPage);
		if (next === 'end') return { items, ...rest(items, announced) };
		// A cursor that is not understood, by us or by the service, leads nowhere.
		if (next === 'unclear' || cursors.has(next.pageAfter) || (page > 0 && fresh.length === 0)) {
			return part(items, announced);
		}
		cursors.add(next.pageAfter);
		query = next;
	}
	return part(items, announced);
}

interface Page<Item> extends Items<Item> {
	total?: unknown;
	nextPage?: unknown;
}

/** It pointed to more: only a count that was reached tells that there is none. */
const part = <Item>(items: Item[], announced: number): Listed<Item> => ({
	items,
	...(announced === 0 ? { missing: 'unknown' as const } : rest(items, announced)),
});

/** What is lacking of what was announced. */
const rest = (items: unknown[], announced: number) =>
	announced > items.length ? { missing: announced - items.length } : {};

const keyOf = (item: unknown): string => {
	const { ID } = (item ?? {}) as { ID?: unknown };
	return typeof ID === 'string' ? ID.toLowerCase() : JSON.stringify(item);
};

/** Trouble that passes, or that all requests share, is not about the page. */
const TROUBLE = new Set([401, 408, 425, 429]);

/** A service without pages may refuse to turn one. */
async function unlessRefused<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
	return await reply.catch(async (error: unknown) => {
		const status = statusOf(error);
		const refused = status >= 400 && status < 500 && !TROUBLE.has(status);
		return refused ? undefined : await Promise.reject(error);
	});
}

export const isWhole = ({ missing }: Listed<unknown>): boolean => missing === undefined;
