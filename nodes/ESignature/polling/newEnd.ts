import { pagesOf } from '../actions/envelope/list';
import { isRefusal, readNextPage } from '../actions/shared/lists';
import { listedOf, see, type ListedEnvelope, type Request } from './listed';
import { byAge, MOST_NAMED, MOST_RECENT, newSequence, presentOf, type Scan } from './scan';
import type { State } from './state';

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
function compare(state: State, covered: Set<string>, entries: ListedEnvelope[]): number {
	const watched = entries.filter(({ id }) => state.open.has(id) && !covered.has(id));
	for (const { id, status } of watched) {
		covered.add(id);
		if (state.open.get(id) === status) continue;
		state.show(id);
		state.suspect(id);
	}
	return watched.length;
}

/**
 * What shows where the known part of the list begins. One that is dated ahead stays at the new end, with new ones behind
 * it; by what most of the known ones show, half of them can be relied on whatever the clock of the service is.
 */
function anchorOf({ recent }: State): (entry: ListedEnvelope) => boolean {
	const present = presentOf(recent.values());
	return ({ id, created }) => recent.has(id) && created <= present;
}

/** Nothing follows where there are more than can be noted: then it is learned in pieces. */
function take(state: State, entries: ListedEnvelope[]): boolean {
	// What is older was known. It can stand here again where the list lacked it for a while.
	const fresh = entries.filter(({ id, created }) => state.isNew(id, created));
	if (fresh.length > state.room) return false;
	for (const { id, envelope } of fresh) {
		state.learnToSpell(id, envelope.ID);
		state.suspect(id);
	}
	state.name(fresh.map(({ id, created }) => [id, created]));
	state.assure(state.newest);
	return true;
}

async function readTop(state: State, request: Request, isOver: () => boolean): Promise<End> {
	const isAnchor = anchorOf(state);
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const read: ListedEnvelope[] = [];
	let [isProven, isCut, pages, known] = [false, false, 0, NaN];
	for await (const { items } of pagesOf(request, seen)) {
		const entries = listedOf(items).filter(({ id }) => isFirst(seen, id));
		for (const entry of entries) see(sequence, entry);
		// An old envelope that has moved up, for example: the list is ordered by something else.
		if (!sequence.down) return NOT_PROVEN;
		if (!isProven) {
			read.push(...entries);
			if (Number.isNaN(known)) known = entries.find(isAnchor)?.created ?? NaN;
			// Envelopes of one time stand in any order. Where not all of them are named, the full check has to tell.
			isProven = entries.some(({ created }) => created < known) || known <= state.since;
		}
		const watched = compare(state, covered, entries);
		if (isProven && watched < WORTH_A_PAGE && items.length > 0) break;
		isCut = ++pages >= MOST_PAGES || isOver();
		if (isCut) break;
	}
	if (Number.isNaN(known) || (isCut && !isProven)) return NOT_PROVEN;
	return take(state, read) ? { isProven: true, covered } : NOT_PROVEN;
}

async function readTail(state: State, request: Request): Promise<End> {
	if (state.tail === undefined) return NOT_PROVEN;
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const read: ListedEnvelope[] = [];
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
	// The last page may hold nothing but envelopes with a time far ahead.
	const isQuiet = read.length > 0 && read.every(({ id }) => state.recent.has(id));
	if (!isRead || !(isQuiet || read.some(anchorOf(state)))) return NOT_PROVEN;
	return take(state, read) ? { isProven: true, covered } : NOT_PROVEN;
}

async function readChanged(state: State, request: Request, isOver: () => boolean): Promise<End> {
	const [seen, covered] = [new Set<string>(), new Set<string>()];
	const sequence = newSequence();
	const read: ListedEnvelope[] = [];
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
	// An older one that is not watched has ended, or is left to the full check.
	if (!isProven || !take(state, read)) return NOT_PROVEN;
	state.newestChange = Math.max(state.newestChange, sequence.newestChange);
	return { isProven, covered };
}

function isFirst(seen: Set<string>, id: string): boolean {
	return !seen.has(id) && !!seen.add(id);
}

export function keepLatest(scan: Scan, { id, created }: ListedEnvelope): void {
	if (Number.isNaN(created)) return;
	const { latest } = scan;
	const isFull = latest.size >= 2 * MOST_RECENT && latest.size % MOST_RECENT === 0;
	if (isFull && !latest.has(id)) keepYoungest(scan);
	latest.set(id, created);
}

/** A certain number, and what was created in the course of the check: more of that may have been passed over. */
export function keepYoungest(scan: Scan): void {
	byAge(scan.latest).forEach(([id, time], at) => {
		if (at < MOST_RECENT || (time > scan.from && at < MOST_NAMED)) return;
		scan.latest.delete(id);
		scan.cut = Math.max(scan.cut, time);
	});
}
