import { pagesOf } from '../actions/envelope/list';
import { isRefusal, readNextPage } from '../actions/shared/lists';
import { listedOf, see, type Listed, type Request } from './listed';
import { isCredible, newSequence, type Scan, type Sequence } from './scan';
import { MOST_RECENT, type Order, type State } from './state';

/** The new end of a list is not looked for any further than this. */
const MOST_PAGES = 40;
/** A page costs one request, and so does each envelope that is read by itself. */
const WORTH_A_PAGE = 2;

/** What reading the new end of the list brought. */
interface End {
	/** Everything new was met, as the order of the list shows; otherwise nothing follows from it. */
	isProven: boolean;
	/** Envelopes whose status was seen, so that they need not be read by themselves. */
	covered: Set<string>;
}

const NOT_PROVEN: End = { isProven: false, covered: new Set() };

/** Reads the list from its new end as far as it takes to meet what is known. */
export async function readNewEnd(
	state: State,
	request: Request,
	isOver: () => boolean,
): Promise<End> {
	switch (state.order) {
		case 'newestFirst':
			return await readTop(state, request, isOver);
		case 'newestLast':
			return await readTail(state, request);
		case 'changedFirst':
			return await readChanged(state, request, isOver);
		case 'none':
			return NOT_PROVEN;
	}
}

/** An envelope that is watched anyway: what the list says of it is as good as what it says itself. */
function compare(state: State, covered: Set<string>, entries: Listed[]): number {
	const watched = entries.filter(({ id }) => state.open.has(id) && !covered.has(id));
	for (const { id, status } of watched) {
		covered.add(id);
		if (state.open.get(id) !== status) state.suspect(id);
	}
	return watched.length;
}

/** Whether an entry shows where the known part of the list begins: one with a time far ahead stays at the end. */
const isAnchor =
	(recent: Set<string>) =>
	({ id, created }: Listed): boolean =>
		recent.has(id) && isCredible(created);

const idsOf = (entries: Listed[]): string[] => entries.map(({ id }) => id);

function keepRecent(state: State, newest: string[], sequence: Sequence): void {
	// As many again, which the list may lack for a while.
	state.recent = [...new Set([...newest, ...state.recent])].slice(0, 2 * MOST_RECENT);
	state.newest = Math.max(state.newest, sequence.newest);
	state.since = state.newest;
}

/**
 * Envelopes of one time stand in any order: those of the time of the newest one that is known may be new. Where
 * so many share it that the known ones among them are no longer known by name, the full check has to tell.
 */
const isTieKnown = (recent: Set<string>, time: number, entries: Listed[]): boolean =>
	entries.filter(({ id, created }) => created === time && recent.has(id)).length < MOST_RECENT;

/** Nothing follows where there are more than can be noted: then it is learned in pieces. */
function take(state: State, entries: Listed[], recent: Set<string>): boolean {
	// What is older was known. It can stand here again where the list lacked it for a while.
	const since = isCredible(state.since) ? state.since : -Infinity;
	const fresh = entries
		.filter(({ id, created }) => !recent.has(id) && !state.open.has(id) && !(created < since))
		.map(({ id }) => id);
	if (fresh.length > state.room) return false;
	for (const id of fresh) state.found(id);
	return true;
}

async function readTop(state: State, request: Request, isOver: () => boolean): Promise<End> {
	const recent = new Set(state.recent);
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const read: Listed[] = [];
	let [isProven, isCut, pages, known] = [false, false, 0, NaN];
	for await (const { items } of pagesOf(request, seen)) {
		const entries = listedOf(items).filter(({ id }) => isFirst(seen, id));
		for (const entry of entries) see(sequence, entry);
		// An old envelope that has moved up, for example: the list is ordered by something else.
		if (!sequence.down) return NOT_PROVEN;
		if (!isProven) {
			read.push(...entries);
			if (Number.isNaN(known)) known = entries.find(isAnchor(recent))?.created ?? NaN;
			isProven = entries.some(({ created }) => created < known) || !isTieKnown(recent, known, read);
		}
		const watched = compare(state, covered, entries);
		if (isProven && watched < WORTH_A_PAGE && items.length > 0) break;
		isCut = ++pages >= MOST_PAGES || isOver();
		if (isCut) break;
	}
	if (Number.isNaN(known) || (isCut && !isProven)) return NOT_PROVEN;
	const isKnown = isTieKnown(recent, known, read);
	const last = read
		.map(({ id, created }) => recent.has(id) || (isKnown && created === known))
		.lastIndexOf(true);
	const top = read.slice(0, last + 1);
	if (!take(state, top, recent)) return NOT_PROVEN;
	keepRecent(state, idsOf(top), sequence);
	return { isProven: true, covered };
}

async function readTail(state: State, request: Request): Promise<End> {
	if (state.tail === undefined) return NOT_PROVEN;
	const recent = new Set(state.recent);
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const read: Listed[] = [];
	let [pages, cursor] = [0, state.tail];
	const readPages = async (): Promise<boolean> => {
		for await (const { items, nextPage } of pagesOf(request, seen, cursor)) {
			const entries = listedOf(items).filter(({ id }) => isFirst(seen, id));
			for (const entry of entries) see(sequence, entry);
			if (!sequence.up || ++pages > MOST_PAGES) return false;
			compare(state, covered, entries);
			read.push(...entries);
			if (entries.length > 0) state.tail = cursor;
			const next = readNextPage(nextPage);
			if (typeof next === 'object') cursor = next.pageAfter;
		}
		return true;
	};
	// A cursor may have a life of its own.
	const isRead = await readPages().catch(async (error: unknown) =>
		pages === 0 && isRefusal(error) ? false : await Promise.reject(error),
	);
	const first = read.find(isAnchor(recent));
	// The last page may hold nothing but envelopes with a time far ahead.
	const isQuiet = read.length > 0 && read.every(({ id }) => recent.has(id));
	if (isRead && isQuiet) return { isProven: true, covered };
	if (!isRead || !first) return NOT_PROVEN;
	// What stands before the first one that is recognised is older, or of the same time.
	const isKnown = isTieKnown(recent, first.created, read);
	const from = read.findIndex(
		(entry) => isAnchor(recent)(entry) || (isKnown && entry.created === state.newest),
	);
	const tail = read.slice(from);
	if (!take(state, tail, recent)) return NOT_PROVEN;
	keepRecent(state, idsOf(tail).reverse(), sequence);
	return { isProven: true, covered };
}

async function readChanged(state: State, request: Request, isOver: () => boolean): Promise<End> {
	const recent = new Set(state.recent);
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const read: Listed[] = [];
	let [isProven, pages] = [false, 0];
	for await (const { items } of pagesOf(request, seen)) {
		const entries = listedOf(items).filter(({ id }) => isFirst(seen, id));
		for (const entry of entries) see(sequence, entry);
		if (!sequence.changedDown) return NOT_PROVEN;
		const watched = compare(state, covered, entries);
		read.push(...entries);
		isProven ||= entries.some(({ changed }) => changed < state.newestChange);
		if (isProven && watched < WORTH_A_PAGE) break;
		if (++pages >= MOST_PAGES || isOver()) break;
	}
	if (!isProven) return NOT_PROVEN;
	// An older one that is not watched has ended, or is left to the full check.
	const isKnown = read.filter(({ created }) => created === state.newest).length < MOST_RECENT;
	const fresh = read.filter(
		({ created }) =>
			isCredible(created) && (created > state.newest || (isKnown && created === state.newest)),
	);
	if (!take(state, fresh, recent)) return NOT_PROVEN;
	keepRecent(state, idsOf(fresh), sequence);
	state.newestChange = Math.max(state.newestChange, sequence.newestChange);
	return { isProven, covered };
}

function isFirst(seen: Set<string>, id: string): boolean {
	return !seen.has(id) && !!seen.add(id);
}

export function keepLatest(latest: Map<string, number>, { id, created }: Listed): void {
	if (!isCredible(created)) return;
	latest.set(id, created);
	if (latest.size < 2 * MOST_RECENT) return;
	const kept = youngest(latest);
	latest.clear();
	for (const [one, time] of kept) latest.set(one, time);
}

/** The IDs at the new end of the list, the newest first. */
export const newestOf = ({ top, bottom, latest }: Scan, order: Order): string[] =>
	({
		newestFirst: top,
		newestLast: [...bottom].reverse(),
		changedFirst: youngest(latest).map(([id]) => id),
		none: youngest(latest).map(([id]) => id),
	})[order].slice(0, MOST_RECENT);

export const youngest = (latest: Map<string, number>): Array<[string, number]> =>
	[...latest].sort(([, one], [, other]) => other - one).slice(0, MOST_RECENT);
