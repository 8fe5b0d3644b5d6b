import { randomUUID } from 'crypto';

import { pagesOf } from '../actions/envelope/list';
import { isRefusal, readNextPage } from '../actions/shared/lists';
import { keepNewest } from '../transport';
import { areCapitals, listedOf, orderOf, see, type ListedEnvelope, type Request } from './listed';
import { keepLatest, keepYoungest } from './newEnd';
import { beginningOf, isCredible, type Scan } from './scan';
import { fewBytes, type Difference, type SketchEntry } from './sketch';
import { FEW_PAGES, MOST_OPEN, MOST_SUSPECTS, type State } from './state';
import { MANY_OPEN, NOT_BEGUN, TIED, TOO_MUCH, UNFINISHED, UNORDERED } from './warnings';

/** How often a check may begin again because the service does not let it go on. */
const MOST_RESTARTS = 3;
/**
 * What only this process knows of a check: it must be the very piece that was kept. It is of use and not needed:
 * another process goes on with what was kept.
 */
export interface Memory {
	mark: string;
	/**
	 * A few bytes for each ID, which take less room. Only of the last ones: pages that shift repeat what was on the
	 * page before.
	 */
	seen: Set<number>;
	/** What was handed on already, if everything that exists is. */
	taken: Set<number>;
}

const newMemory = (seen: Iterable<number> = [], taken = new Set<number>()): Memory => ({
	mark: '',
	seen: new Set(seen),
	taken,
});

/** Of the process, in the course of a check. */
export const MOST_SEEN_IN_A_CHECK = 50_000;
/** Of these, for whoever goes on. */
const MOST_TAIL = 1_000;
const MOST_LOOSE = 5_000;
/** A larger difference cannot be read out of a summary. */
const MOST_DIFFERENT = 800;

interface Around {
	/** What to do with each entry. */
	take?: (entry: ListedEnvelope) => void;
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
				return scan.count;
			},
		};
		for await (const { items, nextPage } of pagesOf(request, seen, from)) {
			read++;
			const before = scan.count;
			const entries = listedOf(items);
			if (scan.pages === 0) state.capitals = areCapitals(entries);
			for (const entry of entries) {
				state.learnToSpell(entry.id, entry.envelope.ID);
				const key = fewBytes(entry.id);
				if (memory.seen.has(key)) continue;
				memory.seen.add(key);
				keepNewest(memory.seen, MOST_SEEN_IN_A_CHECK);
				note(state, scan, entry);
				if (!take || memory.taken.has(key)) continue;
				memory.taken.add(key);
				take(entry);
			}
			if (scan.count > before) scan.last = scan.after;
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
			// It proves nothing of the rest.
			keepUntold(state, scan);
			tellYoung(state, scan);
			if (state.order === 'none') state.order = state.lostOrder;
			state.scan = undefined;
			state.checked = Date.now();
			return undefined;
		}
		if (!state.ready) state.loose = false;
		const again = state.begin(Math.min(scan.restarts + 1, MOST_RESTARTS));
		return markedAs(again, newMemory([], memory.taken));
	} else if (isThrough) {
		// Where all that exists is told, so is what this check has missed.
		if (!state.ready && state.since === Infinity && !take) noteFirst(state, scan);
		finish(state, scan, warn);
	}
	return isThrough ? undefined : markedAs(scan, memory);
}

function markedAs(scan: Scan, memory: Memory): Memory {
	scan.tail = [...memory.seen].slice(-MOST_TAIL);
	memory.mark = scan.mark = randomUUID();
	return memory;
}

function resumed(state: State, remembered: Memory | undefined): { scan: Scan; memory: Memory } {
	const scan = state.scan ?? state.begin();
	if (scan.mark !== '' && remembered?.mark === scan.mark) {
		// A poll that fails leaves what is remembered as it was.
		return { scan, memory: newMemory(remembered.seen, new Set(remembered.taken)) };
	}
	scan.doubtful ||= scan.count > scan.tail.length;
	return { scan, memory: newMemory(scan.tail) };
}

function note(state: State, scan: Scan, entry: ListedEnvelope): void {
	const { id, status, created } = entry;
	scan.count++;
	see(scan.seen, entry);
	keepLatest(scan, entry);
	state.show(id);
	const before = state.before(id);
	if (before !== undefined && before !== status) state.suspect(id);
	// As it is known: what is to be read anyway is not to be found again.
	if (before !== undefined) return meet(state, scan, id, before);
	if (state.suspects.has(id) || scan.met.has(fewBytes(id))) return;
	if (state.doubted.has(id)) return void scan.again.set(id, status);
	if (isCredible(created) && state.isNew(id, created)) {
		if (created < scan.leftFrom) scan.young.set(id, { created, status });
		if (scan.young.size >= 2 * MOST_SUSPECTS) keepOldest(scan, MOST_SUSPECTS);
		return;
	}
	if (!state.ready) state.watch(id, status);
	if (state.open.has(id)) return meet(state, scan, id, status);
	// One is enough to know of, where there is no room for it.
	const most = Math.min(MOST_LOOSE, Math.max(1, MOST_OPEN - state.open.size));
	if (state.isLoose(id, status) && scan.loose.size < most) scan.loose.set(id, status);
	scan.sketch.add(state.entry(id, status));
}

function meet(state: State, { met, sketch }: Scan, id: string, status: string): void {
	const key = fewBytes(id);
	if (met.has(key)) return;
	met.add(key);
	sketch.add(state.entry(id, status));
}

/** The younger ones have their turn with the next check: by their time they are still to be told from the others. */
function keepOldest(scan: Scan, most: number): void {
	if (scan.young.size <= most) return;
	const sorted = [...scan.young].sort(([, one], [, other]) => one.created - other.created);
	scan.leftFrom = Math.min(scan.leftFrom, sorted[most]?.[1].created ?? Infinity);
	const kept = sorted.filter(([, { created }]) => created < scan.leftFrom);
	// So many of one time cannot be told apart by it.
	if (kept.length === 0) scan.leftFrom = Infinity;
	scan.young = new Map(kept.length > 0 ? kept : sorted);
}

/** What is younger than what is known is new, whatever the rest of the list shows. */
function tellYoung(state: State, scan: Scan): void {
	keepOldest(scan, Math.max(1, state.room));
	for (const id of scan.young.keys()) state.suspects.set(id, '');
	state.name([...scan.young].map(([id, { created }]) => [id, created]));
}

/**
 * Some were found by another way meanwhile, or passed over by it: its time does not tell any more, but the comparison
 * does.
 */
function keepUntold(state: State, scan: Scan): void {
	for (const [id, { created, status }] of scan.young) {
		if (!state.suspects.has(id) && state.isNew(id, created)) continue;
		scan.young.delete(id);
		// What is still to be read is entered by that.
		if (!state.suspects.has(id)) meet(state, scan, id, status);
	}
}

function finish(state: State, scan: Scan, warn: Around['warn']): void {
	const { ready, loose } = state;
	const isFirst = state.since === Infinity;
	if (isFirst) state.since = 0;
	keepUntold(state, scan);
	const isCompared = ready && suspectChanged(state, scan);
	if (!isCompared) buildAnew(state, scan);
	if (ready && !isCompared && loose) warn(TOO_MUCH);
	if (ready) state.loose = false;
	for (const [id, status] of scan.loose) if (state.isLoose(id, status)) state.watch(id, status);
	tellYoung(state, scan);
	const order = orderOf(scan.seen);
	// From now on the list is read in another way, or for the first time.
	if (!isCompared || order === 'none' || order !== state.order) {
		state.order = order;
		state.tail = scan.last;
		state.newestChange = scan.seen.newestChange;
	}
	state.checked = Date.now();
	nameYoungest(state, scan, isFirst);
	state.pages = scan.pages;
	state.scan = undefined;
	state.ready = true;
	if (state.loose) warn(MANY_OPEN);
	if (state.isTied) warn(TIED);
	if (state.order === 'none' && state.pages > FEW_PAGES) warn(UNORDERED);
}

function nameYoungest(state: State, scan: Scan, isFirst: boolean): void {
	const { leftFrom } = scan;
	keepYoungest(scan);
	state.name([...scan.latest].filter(([id, time]) => time < leftFrom || state.recent.has(id)));
	if (leftFrom < Infinity) {
		// There are more that are new than can be noted.
		state.order = 'none';
		state.checked = 0;
		return;
	}
	state.assure(isFirst ? Math.max(scan.cut, beginningOf(scan)) : scan.from);
	state.rise(scan.cut);
}

/** What is older existed, whether the first check met it or not. */
function noteFirst(state: State, scan: Scan): void {
	state.first = beginningOf(scan);
	state.firstChange = beginningOf(scan, scan.seen.newestChange);
}

/** Compares the list with what is known; false: that is too much to tell. */
function suspectChanged(state: State, scan: Scan): boolean {
	const difference = differenceOf(state, scan);
	if (!difference) return false;
	const { more, less } = difference;
	const lacking = new Set(less.map(({ id }) => id));
	// Counted twice, perhaps: only another check can tell. By then it is left out, and known if that is a difference.
	const isInDoubt = ({ id }: SketchEntry) => scan.doubtful && !lacking.has(id);
	state.suspectAll({ less, more: more.filter((entry) => !isInDoubt(entry)) });
	for (const id of scan.again.keys()) if (!lacking.has(id)) state.suspect(id);
	state.doubted.clear();
	for (const entry of more) if (isInDoubt(entry)) state.doubted.add(entry.id);
	const listed = new Set([...more.map(({ id }) => id), ...scan.again.keys()]);
	// What there was no room for is still unknown.
	for (const id of listed) if (state.isUnknown(id)) scan.latest.delete(id);
	for (const id of lacking) if (!listed.has(id)) state.unlist(id);
	return true;
}

/** Exact as long as it is small. Otherwise it is without what is young: that is told by its time. */
function differenceOf(state: State, { sketch, young, leftFrom }: Scan): Difference | undefined {
	const rest = sketch.minus(state.known);
	if (young.size <= MOST_DIFFERENT && leftFrom === Infinity) {
		const all = rest.copy();
		for (const [id, { status }] of young) all.add(state.entry(id, status));
		const { more, less, isWhole } = all.difference();
		const listed = new Set(more.map(({ id }) => id));
		// Known, with another time of creation than it had.
		const known = [...young].filter(([id]) => isWhole && !listed.has(id));
		state.name(known.map(([id, { created }]) => [id, created]));
		for (const [id] of known) young.delete(id);
		if (isWhole) return { more: more.filter(({ id }) => !young.has(id)), less, isWhole };
	}
	const difference = rest.difference();
	return difference.isWhole ? difference : undefined;
}

/** Where nothing is known, or too much has changed to tell what: all is taken as it is, except what is watched or young. */
function buildAnew(state: State, { sketch, again, met }: Scan): void {
	if (!state.hasNew) state.forgotten = Math.max(state.forgotten, state.since);
	state.known = sketch.copy();
	for (const [id, status] of again) state.known.add(state.entry(id, status));
	state.doubted.clear();
	// What was watched and is not in the list any more is read once more, which tells.
	for (const id of new Set([...state.open.keys(), ...state.suspects.keys()])) {
		const before = state.before(id);
		if (before === undefined || met.has(fewBytes(id))) continue;
		state.known.add(state.entry(id, before));
		state.suspect(id);
		state.unlist(id);
	}
}
