import { statusOf } from '../../core';

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

/** What to do about a service that contradicts itself. */
export const AGAIN =
	"Run this step again; if it happens again, contact the service's support team.";
