import { pagesOf } from '../actions/envelope/list';
import { isPageRefused, readNextPage } from '../actions/shared/lists';
import { listedOf, see, type Listed, type Request } from './listed';
import { MOST_RECENT, newSequence, type Sequence, type State } from './state';

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

function keepRecent(state: State, newest: string[], sequence: Sequence): void {
	state.recent = [...new Set([...newest, ...state.recent])].slice(0, MOST_RECENT);
	state.newest = Math.max(state.newest, sequence.newest);
	state.since = state.newest;
}

async function readTop(state: State, request: Request, isOver: () => boolean): Promise<End> {
	const recent = new Set(state.recent);
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const top: string[] = [];
	let [isProven, pages] = [false, 0];
	for await (const { items } of pagesOf(request, seen)) {
		const entries = listedOf(items).filter(({ id }) => isFirst(seen, id));
		for (const entry of entries) see(sequence, entry);
		// An old envelope that has moved up, for example: the list is ordered by something else.
		if (!sequence.down) return NOT_PROVEN;
		if (!isProven) {
			const known = entries.map(({ id }) => recent.has(id)).lastIndexOf(true);
			isProven = known >= 0;
			top.push(...entries.slice(0, isProven ? known + 1 : undefined).map(({ id }) => id));
		}
		const watched = compare(state, covered, entries);
		if (isProven && watched < WORTH_A_PAGE && items.length > 0) break;
		if (++pages >= MOST_PAGES || isOver()) break;
	}
	if (!isProven) return NOT_PROVEN;
	for (const id of top) if (!recent.has(id) && !state.open.has(id)) state.found(id);
	keepRecent(state, top, sequence);
	return { isProven, covered };
}

async function readTail(state: State, request: Request): Promise<End> {
	if (state.tail === undefined) return NOT_PROVEN;
	const recent = new Set(state.recent);
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const tail: string[] = [];
	let [isProven, pages, cursor] = [false, 0, state.tail];
	const readPages = async (): Promise<boolean> => {
		for await (const { items, nextPage } of pagesOf(request, seen, cursor)) {
			const entries = listedOf(items).filter(({ id }) => isFirst(seen, id));
			for (const entry of entries) see(sequence, entry);
			if (!sequence.up || ++pages > MOST_PAGES) return false;
			compare(state, covered, entries);
			const known = isProven ? 0 : entries.findIndex(({ id }) => recent.has(id));
			isProven = known >= 0;
			// What stands before the first one that is recognised is older.
			if (isProven) tail.push(...entries.slice(known).map(({ id }) => id));
			if (entries.length > 0) state.tail = cursor;
			const next = readNextPage(nextPage);
			if (typeof next === 'object') cursor = next.pageAfter;
		}
		return isProven;
	};
	// A cursor may have a life of its own.
	const isRead = await readPages().catch(async (error: unknown) =>
		pages === 0 && isPageRefused(error) ? false : await Promise.reject(error),
	);
	if (!isRead) return NOT_PROVEN;
	for (const id of tail) if (!recent.has(id) && !state.open.has(id)) state.found(id);
	keepRecent(state, tail.reverse(), sequence);
	return { isProven, covered };
}

async function readChanged(state: State, request: Request, isOver: () => boolean): Promise<End> {
	const recent = new Set(state.recent);
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const fresh: string[] = [];
	let [isProven, pages] = [false, 0];
	for await (const { items } of pagesOf(request, seen)) {
		const entries = listedOf(items).filter(({ id }) => isFirst(seen, id));
		for (const entry of entries) see(sequence, entry);
		if (!sequence.changedDown) return NOT_PROVEN;
		const watched = compare(state, covered, entries);
		for (const { id, created } of entries) {
			// An older one that is not watched has ended, or is left to the full check.
			if (created > state.newest && !recent.has(id) && !state.open.has(id)) fresh.push(id);
		}
		isProven ||= entries.some(({ changed }) => changed < state.newestChange);
		if (isProven && watched < WORTH_A_PAGE) break;
		if (++pages >= MOST_PAGES || isOver()) break;
	}
	if (!isProven) return NOT_PROVEN;
	for (const id of fresh) state.found(id);
	keepRecent(state, fresh, sequence);
	state.newestChange = Math.max(state.newestChange, sequence.newestChange);
	return { isProven, covered };
}

function isFirst(seen: Set<string>, id: string): boolean {
	return !seen.has(id) && !!seen.add(id);
}
