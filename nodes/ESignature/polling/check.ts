import { hash, randomUUID } from 'crypto';

import { pagesOf } from '../actions/envelope/list';
import { isRefusal, readNextPage } from '../actions/shared/lists';
import { keepNewest } from '../transport';
import { areCapitals, listedOf, orderOf, see, type Listed, type Request } from './listed';
import { keepLatest, youngest } from './newEnd';
import { Sketch } from './sketch';
import { isCredible, newScan, presentOf, type Scan } from './scan';
import { FEW_PAGES, MOST_RECENT, MOST_SUSPECTS, type State } from './state';
import { MANY_OPEN, NOT_BEGUN, TIED, TOO_MUCH, UNFINISHED, UNORDERED } from './warnings';

/** How often a check may begin again before it goes on without what another process knew. */
export const MOST_RESTARTS = 3;
/** More than the clocks of one service differ. */
const MINUTE = 60_000;

/** What only this process knows of a check: it must be the very piece that was kept. */
export interface Memory {
	mark: string;
	/**
	 * A few bytes for each ID, which take less room. Only of the last ones: pages that shift repeat what was on the
	 * page before.
	 */
	seen: Set<number>;
	/** How many there were in all. */
	count: number;
	/** What was handed on already, if everything that exists is. */
	taken: Set<number>;
	/** Those that can still change and are not watched -> their status. */
	loose: Map<string, string>;
	/** Those that were watched when the check began to rebuild what is known. */
	met: Set<string>;
}

const newMemory = (taken = new Set<number>()): Memory => ({
	mark: '',
	seen: new Set(),
	count: 0,
	taken,
	loose: new Map(),
	met: new Set(),
});

/** Of the process, in the course of a check. */
export const MOST_SEEN = 50_000;
const MOST_LOOSE = 5_000;

/**
 * Of the whole ID, since IDs that begin with the time share their first bytes. One that is taken for another is passed
 * over: with a million envelopes, the odds that there is such a pair are one in 5,000.
 */
const fewBytes = (id: string): number => hash('sha256', id, 'buffer').readUIntBE(0, 6);

interface Around {
	/** What to do with each entry. */
	take?: (entry: Listed) => void;
	warn: (text: string) => void;
}

/**
 * A piece of the full check: reads on through the list, until it is through or the time is over. What it
 * leaves is what the process has to remember until the next piece; undefined: the check is over.
 */
export async function readOn(
	state: State,
	request: Request,
	remembered: Memory | undefined,
	isOver: () => boolean,
	{ take, warn }: Around,
): Promise<Memory | undefined> {
	const { scan, memory } = resumed(state, remembered);
	const from = scan.after;
	let read = 0;
	const readPages = async (): Promise<boolean> => {
		const seen = {
			get size() {
				return memory.count;
			},
		};
		for await (const { items, nextPage } of pagesOf(request, seen, from)) {
			read++;
			const before = memory.count;
			const entries = listedOf(items);
			if (scan.pages === 0) state.capitals = areCapitals(entries);
			for (const entry of entries) {
				state.learnToSpell(entry.id, entry.envelope.ID);
				const key = fewBytes(entry.id);
				if (memory.seen.has(key)) continue;
				note(state, scan, memory, entry);
				if (!take || memory.taken.has(key)) continue;
				memory.taken.add(key);
				take(entry);
			}
			if (memory.count > before) scan.last = scan.after;
			const next = readNextPage(nextPage);
			scan.after = typeof next === 'object' ? next.pageAfter : undefined;
			scan.pages++;
			if (scan.after !== undefined && isOver()) return false;
		}
		return true;
	};
	// A cursor may not live until the next poll. A poll that fails keeps nothing, and would send it again for ever.
	const isGone = (error: unknown): boolean => from !== undefined && read === 0 && isRefusal(error);
	const isThrough = await readPages().catch(async (error: unknown) =>
		isGone(error) ? undefined : await Promise.reject(error),
	);
	if (isThrough === undefined) {
		const isLast = scan.restarts >= MOST_RESTARTS;
		if (isLast) warn(state.ready ? UNFINISHED : NOT_BEGUN);
		if (isLast && state.ready) {
			tellYoung(state, scan);
			state.scan = undefined;
			state.checked = Date.now();
			return undefined;
		}
		return markedAs(
			beginAgain(state, Math.min(scan.restarts + 1, MOST_RESTARTS)),
			newMemory(memory.taken),
		);
	} else if (isThrough) {
		// Where all that exists is told, so is what this check has missed.
		if (!state.ready && state.since === Infinity && !take) noteFirst(state, scan);
		finish(state, scan, memory, warn);
	}
	return isThrough ? undefined : markedAs(scan, memory);
}

function markedAs(scan: Scan, memory: Memory): Memory {
	memory.mark = scan.mark = randomUUID();
	return memory;
}

function resumed(state: State, remembered: Memory | undefined): { scan: Scan; memory: Memory } {
	const scan = (state.scan ??= newScan());
	if (scan.mark !== '' && remembered?.mark === scan.mark) {
		const { seen, met, taken, loose } = remembered;
		// A poll that fails leaves what is remembered as it was.
		const copies = { seen: new Set(seen), met: new Set(met), taken: new Set(taken) };
		return { scan, memory: { ...remembered, ...copies, loose: new Map(loose) } };
	}
	if (scan.pages === 0) return { scan, memory: newMemory() };
	if (scan.restarts < MOST_RESTARTS) {
		return { scan: beginAgain(state, scan.restarts + 1), memory: newMemory() };
	}
	scan.doubtful = true;
	return { scan, memory: newMemory() };
}

function beginAgain(state: State, restarts: number): Scan {
	if (!state.ready) {
		state.known = Sketch.empty();
		state.loose = false;
	}
	return (state.scan = newScan(restarts));
}

function note(state: State, scan: Scan, memory: Memory, entry: Listed): void {
	const { id, status } = entry;
	memory.count++;
	memory.seen.add(fewBytes(id));
	keepNewest(memory.seen, MOST_SEEN);
	see(scan.seen, entry);
	keepLatest(scan.latest, entry);
	state.show(id);
	if (!state.ready) return learn(state, scan, memory, entry);
	const { created } = entry;
	if (state.isNew(id, created) && scan.young.size < MOST_SUSPECTS) scan.young.set(id, created);
	if (state.isLoose(id, status) && memory.loose.size < MOST_LOOSE) memory.loose.set(id, status);
	// What is to be read anyway is not to be found again.
	const expected = state.suspects.has(id) ? state.before(id) : status;
	if (expected !== undefined) scan.sketch.add(state.entry(id, expected));
}

/**
 * Where nothing is known, or too much has changed to tell what: all is taken as it is, except what is
 * watched and what is younger than what was known.
 */
function learn(state: State, scan: Scan, memory: Memory, { id, status, created }: Listed): void {
	const before = state.before(id);
	if (before !== undefined) {
		memory.met.add(id);
		state.known.add(state.entry(id, before));
		if (before !== status) state.suspect(id);
	} else if (state.suspects.has(id)) {
		return;
	} else if (isCredible(created) && state.isNew(id, created)) {
		if (created < scan.leftFrom) scan.young.set(id, created);
		if (scan.young.size >= 2 * MOST_SUSPECTS) keepOldest(scan, MOST_SUSPECTS);
	} else {
		state.known.add(state.entry(id, status));
		state.gone.delete(id);
		state.watch(id, status);
		if (state.open.has(id)) memory.met.add(id);
	}
}

/** The younger ones have their turn with the next check: by their time they are still to be told from the others. */
function keepOldest(scan: Scan, most: number): void {
	if (scan.young.size <= most) return;
	const sorted = [...scan.young].sort(([, one], [, other]) => one - other);
	scan.leftFrom = Math.min(scan.leftFrom, sorted[most]?.[1] ?? Infinity);
	const kept = sorted.filter(([, time]) => time < scan.leftFrom);
	// So many of one time cannot be told apart by it.
	if (kept.length === 0) scan.leftFrom = Infinity;
	scan.young = new Map(kept.length > 0 ? kept : sorted);
}

/** A check that cannot be finished proves nothing of the rest; but what it met that is younger is new. */
function tellYoung(state: State, { young }: Scan): void {
	const fresh = [...young].filter(([id, time]) => state.isNew(id, time)).slice(0, state.room);
	for (const [id] of fresh) state.suspect(id);
	state.name(fresh);
	if (state.order === 'none') state.order = state.lostOrder;
}

function finish(state: State, scan: Scan, memory: Memory, warn: Around['warn']): void {
	const isLearned = !state.ready;
	const { loose } = state;
	if (!isCredible(state.since)) state.since = 0;
	if (isLearned) {
		if (!state.hasNew) state.forgotten = Math.max(state.forgotten, state.since);
		suspectUnmet(state, scan, memory);
		keepOldest(scan, Math.max(1, state.room));
		for (const id of scan.young.keys()) state.suspects.set(id, '');
	} else if (!suspectChanged(state, scan, memory)) {
		if (loose) warn(TOO_MUCH);
		return;
	}
	const order = orderOf(scan.seen);
	// From now on the list is read in another way, or for the first time.
	if (isLearned || order === 'none' || order !== state.order) {
		state.order = order;
		state.tail = scan.last;
		state.newestChange = scan.seen.newestChange;
	}
	state.checked = Date.now();
	nameYoungest(state, scan);
	state.pages = scan.pages;
	state.scan = undefined;
	state.ready = true;
	if (state.loose) warn(MANY_OPEN);
	if (state.isTied) warn(TIED);
	if (state.order === 'none' && state.pages > FEW_PAGES) warn(UNORDERED);
}

function nameYoungest(state: State, { latest, leftFrom }: Scan): void {
	const all = youngest(latest);
	state.name(all.filter(([id, time]) => time < leftFrom || state.recent.has(id)));
	if (leftFrom === Infinity) return state.rise(all[MOST_RECENT - 1]?.[1] ?? NaN);
	// There are more that are new than can be noted.
	state.rise(leftFrom - 1);
	state.order = 'none';
	state.checked = 0;
}

/** The service had come to this time when the check began. */
function noteFirst(state: State, { latest, seen, began }: Scan): void {
	const present = presentOf(youngest(latest).map(([, time]) => time));
	const newest = Math.max(...[...latest.values()].filter((time) => time <= present));
	const lasted = Math.abs(Date.now() - began) + MINUTE / 2;
	state.first = newest - lasted;
	state.firstChange = Math.max(newest, seen.newestChange) - lasted;
}

/** Compares the list with what is known. Where that is too much to tell, what is known is built anew. */
function suspectChanged(state: State, scan: Scan, memory: Memory): boolean {
	const { more, less, isWhole } = scan.sketch.minus(state.known).difference();
	if (!isWhole) {
		state.ready = false;
		beginAgain(state, 0);
		return false;
	}
	const lacking = new Set(less.map(({ id }) => id));
	// Counted twice, perhaps: only another check can tell.
	state.suspectAll({ less, more: scan.doubtful ? more.filter(({ id }) => lacking.has(id)) : more });
	const listed = new Set(more.map(({ id }) => id));
	// What there was no room for is still unknown.
	for (const id of listed) if (state.isUnknown(id)) scan.latest.delete(id);
	for (const id of lacking) if (!listed.has(id) && !scan.doubtful) state.unlist(id);
	state.loose = false;
	for (const [id, status] of memory.loose) if (state.isLoose(id, status)) state.watch(id, status);
	return true;
}

/** What was watched and is not in the list any more is read once more, which tells. */
function suspectUnmet(state: State, scan: Scan, memory: Memory): void {
	if (scan.doubtful) return;
	for (const id of [...state.open.keys(), ...state.suspects.keys()]) {
		const before = state.before(id);
		if (before === undefined || memory.met.has(id)) continue;
		memory.met.add(id);
		state.known.add(state.entry(id, before));
		state.suspect(id);
		state.unlist(id);
	}
}
