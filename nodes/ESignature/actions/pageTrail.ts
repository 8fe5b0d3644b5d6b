import { statusOf } from '../core';
import { mayMeanNone, readNextPage, type Next } from './nextPage';

/** Pages in a row without an entry: a service may filter what it has already cut into pages. */
const MOST_EMPTY = 200;
/** Pages in a row with nothing but known entries: a list that moves on shows some of them again. */
const MOST_REPEATS = 20;

/** Where to go on, or why not: the pages lead in a circle, or go on without anything new. */
export type Way = Next | 'circle' | 'endless';

interface Page {
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
	after({ nextPage, held, fresh }: Page): Way {
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

/** Trouble that passes, or that all requests share, is not about the page. */
const TROUBLE = new Set([401, 408, 425, 429]);

/** A service may refuse to turn a page that it does not have. */
export async function unlessPageRefused<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
	return await reply.catch(async (error: unknown) =>
		isPageRefused(error) ? undefined : await Promise.reject(error),
	);
}

export function isPageRefused(error: unknown): boolean {
	const status = statusOf(error);
	return status >= 400 && status < 500 && !TROUBLE.has(status);
}
