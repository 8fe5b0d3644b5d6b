import type { Items, JsonRoute, PathIds, ReplyTo } from '../../api';
import { NOTHING_CHANGED, UserError, readNumber, statusOf, type Call } from '../../core';
import { figure, quantity } from '../../errors/printable';

/** Pages in a row without an entry: a service may filter what it has already cut into pages. */
const MOST_EMPTY = 200;
/** Pages in a row with nothing but known entries: a list that moves on shows some of them again. */
const MOST_REPEATS = 20;

/** Where to go on, or why not: the pages lead in a circle, or go on without anything new. */
type Way = Next | 'circle' | 'endless';

interface Shown {
	nextPage?: unknown;
	/** How many entries it has, and how many of them were not known before. */
	held: number;
	fresh: number;
}

/** The way from page to page through one list, which knows when it has come to an end. */
export class PageTrail {
	private readonly followed = new Set<string>();
	private cursor: string | undefined;
	private empty = 0;
	private repeated = 0;
	/** The cursor of a later page may have led back to the beginning, in place of "none". */
	private isBackAtStart = false;

	private readonly mostRepeats: number;

	/** `from`: the cursor to begin behind, where that is not the first page. */
	constructor({ mostRepeats = MOST_REPEATS, from }: { mostRepeats?: number; from?: string } = {}) {
		this.mostRepeats = mostRepeats;
		if (from !== undefined) this.followed.add(from);
		this.cursor = from;
	}

	/** What the present page asks for; each cursor is followed once. */
	after({ nextPage, held, fresh }: Shown): Way {
		this.empty = held === 0 ? this.empty + 1 : 0;
		this.repeated = held > 0 && fresh === 0 ? this.repeated + 1 : 0;
		if (mayMeanNone(this.cursor) && this.repeated > 0) return 'end';
		const next = readNextPage(nextPage);
		if (typeof next === 'string') return next;
		// Behind the last entry a cursor has nowhere to move, so some services repeat it for ever.
		if (held === 0 && next.pageAfter === this.cursor) return 'end';
		if (this.followed.has(next.pageAfter)) {
			return mayMeanNone(next.pageAfter) || this.isBackAtStart ? 'end' : 'circle';
		}
		if (this.empty >= MOST_EMPTY || this.repeated >= this.mostRepeats) return 'endless';
		this.isBackAtStart ||= mayMeanNone(next.pageAfter) && this.followed.size > 0;
		this.followed.add(next.pageAfter);
		this.cursor = next.pageAfter;
		return next;
	}

	/** The page that was asked for; nothing where a cursor is refused that may have meant "none". */
	async unlessNone<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
		return mayMeanNone(this.cursor) ? await unlessPageRefused(reply) : await reply;
	}
}

/** Trouble that passes, or that all requests share, is not about what was asked for. */
const TROUBLE = new Set([401, 408, 425, 429]);

/** A service may refuse to turn a page that it does not have. */
async function unlessPageRefused<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
	return await reply.catch(async (error: unknown) =>
		isRefusal(error) ? undefined : await Promise.reject(error),
	);
}

/** Whether the service does not want to give this, rather than anything or right now. */
export function isRefusal(error: unknown): boolean {
	const status = statusOf(error);
	return status >= 400 && status < 500 && !TROUBLE.has(status);
}

/** Where a list goes on: after this cursor, nowhere, or at a place that cannot be made out. */
type Next = { pageAfter: string } | 'end' | 'unclear';

const ENDS = new Set<unknown>([undefined, null, false, '', 'null', 'undefined']);

/**
 * Reads `nextPage`. The supplement shows a cursor; services also write a number, a link or an object that
 * has the cursor in it, and many values that mean "none".
 */
export function readNextPage(value: unknown): Next {
	if (typeof value !== 'object' || value === null) return readCursor(value);
	const { pageAfter = {} } = value as { pageAfter?: unknown };
	return readCursor(pageAfter);
}

function readCursor(value: unknown): Next {
	const plain = typeof value === 'string' ? value.trim() : value;
	if (ENDS.has(plain)) return 'end';
	if (typeof plain === 'number') return { pageAfter: String(plain) };
	return typeof plain === 'string' ? (linked(plain) ?? { pageAfter: plain }) : 'unclear';
}

/** The cursor of a link; only that is taken, never the address: the token goes to one host alone. */
function linked(text: string): Next | undefined {
	const query = text.indexOf('?');
	if (query < 0 || !text.includes('pageAfter=', query)) return undefined;
	const [parameters = ''] = text.slice(query + 1).split('#');
	const pageAfter = new URLSearchParams(parameters).get('pageAfter') ?? '';
	return ENDS.has(pageAfter) ? 'end' : { pageAfter };
}

/** The number of a page, counted from 0, or another way to say "none": only following it can tell. */
const mayMeanNone = (cursor: string | undefined): boolean => cursor === '0' || cursor === '-1';

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

/** What to do about a service that contradicts itself. */
export const AGAIN =
	"Run this step again; if it happens again, contact the service's support team.";

/** All items, or an error: where a part would look like the rest had been removed. */
export function whole<Item>({ items, missing }: Listed<Item>, what: string): Item[] {
	if (missing === undefined) return items;
	throw new UserError(
		`The service listed only a part of the ${what}`,
		missing === 'unknown'
			? `It returned ${figure(items.length)} and points to more. ${AGAIN}`
			: `It counts ${figure(items.length + missing)} but returned ${figure(items.length)}. ${AGAIN}`,
		NOTHING_CHANGED,
	);
}

/** What to tell about a list that may lack something, where it is shown and nothing depends on it. */
export const partHint = ({ items, missing }: Listed<unknown>, what: string): string =>
	missing === 'unknown'
		? `The service listed ${quantity(items.length, what)} and points to more, which it does not show.`
		: `The service announces ${quantity(items.length + (missing ?? 0), what)} but listed ${figure(items.length)}.`;

/** The same for several lists, by their names; nothing of those that are whole. */
export const partHints = (lists: Record<string, Listed<unknown>>): string[] =>
	Object.entries(lists)
		.filter(([, list]) => !isWhole(list))
		.map(([what, list]) => partHint(list, what));
