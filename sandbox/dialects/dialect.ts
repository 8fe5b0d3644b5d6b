import type { Route } from '../../nodes/ESignature/api';
import type { Upload } from '../http/router';
import type { Framing } from '../http/reply';

/** A request on its way to the service. */
export interface Asked {
	route: Route;
	path: string;
	headers: Record<string, string | string[] | undefined>;
	ids: Record<string, string>;
	query: Record<string, unknown>;
	body: unknown;
	upload?: Upload;
}

export type Body =
	| { kind: 'nothing' }
	| { kind: 'json'; value: unknown }
	| { kind: 'text'; text: string }
	| { kind: 'file'; bytes: Buffer };

/** An answer on its way back. Bytes are held, which is fine for the small files of a test. */
export interface Answered {
	status: number;
	headers: Record<string, string>;
	body: Body;
	framing?: Framing;
	dateless?: boolean;
	/** Indented, keys reversed, every letter beyond ASCII escaped. */
	pretty?: boolean;
	/** Called on the serialised body, after every other change. */
	encode?: (bytes: Buffer) => Buffer;
}

/** What a dialect may use of the sandbox. Its memory is its own, and ends with `reset` and `set`. */
export interface Surroundings {
	memory: Map<string, number>;
	now: () => number;
	sleep: (ms: number) => Promise<unknown>;
	/** The service as it is without any dialect. */
	serve: (asked: Asked) => Promise<Answered>;
	/** Puts a file on another origin and gives its address; each hop before it is a redirect. */
	store: (answered: Answered, hops: number) => Promise<string>;
}

/** How the list of envelopes is cut into pages. */
export interface Listing {
	order: (items: unknown[]) => unknown[];
	size: number;
	/** The cursor behind a page, pages being counted from 1, and its way back from the query. */
	cursor: { write: (page: number) => unknown; read: (cursor: string) => number };
	/** So many empty pages, each with a cursor, behind every page that has something. */
	gaps: number;
	/** The last cursor leads to a page without items. */
	emptyEnd: boolean;
}

/** One freedom that the contract leaves, used. */
export interface Dialect {
	name: string;
	/** What it changes. */
	changes: string;
	/** Which sentence of the contract leaves it open, or where the contract is silent. */
	leftOpenBy: string;
	/** Of a group, one at most can be spoken: their changes exclude each other. */
	group?: string;
	/** The request, as the service shall get it; or the answer, if the service shall not get it. */
	ask?: (asked: Asked, around: Surroundings) => Promise<Asked | Answered> | Asked | Answered;
	answer?: (answered: Answered, asked: Asked, around: Surroundings) => Promise<Answered> | Answered;
	listing?: Partial<Listing>;
}

export const isAnswered = (either: Asked | Answered): either is Answered => 'status' in either;
