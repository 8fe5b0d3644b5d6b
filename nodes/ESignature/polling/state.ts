import type { IDataObject } from 'n8n-workflow';

import { ENVELOPE_STATUSES } from '../api';
import { longId, shortId, Sketch, type Difference, type Entry } from './sketch';

/** Statuses that an envelope does not leave any more. One that is not known here may change. */
const ENDS: readonly string[] = ['sealed', 'rejected', 'cancelled', 'deleted'];

/** Envelopes that are read one by one. What is beyond is left to the full check, which misses nothing. */
const MOST_OPEN = 5_000;
/** Envelopes that are yet to be read. What is beyond stays unknown, so that the next full check finds it. */
const MOST_SUSPECTS = 5_000;
/** The newest envelopes, by which the new end of the list is recognised. */
export const MOST_RECENT = 200;
const MOST_FOUND = 1_000;
const LAST_STATUS = 255;
const VERSION = 1;

/** How the last full check saw the list: what it did not see is not relied on. */
export type Order = 'newestFirst' | 'newestLast' | 'changedFirst' | 'none';
const ORDERS: readonly Order[] = ['newestFirst', 'newestLast', 'changedFirst', 'none'];

/** A full check that goes on over several polls. */
export interface Scan {
	/** Of this piece of it: what the process remembers of the check must be exactly that. */
	mark: string;
	/** By the clock of n8n. */
	began: number;
	/** Where to go on; undefined before the first page. */
	after?: string;
	/** The cursor that led to the page before. */
	last?: string;
	sketch: Sketch;
	pages: number;
	/** How often it had to begin again, because another process had begun it. */
	restarts: number;
	/** Some entries may have been counted twice. */
	doubtful: boolean;
	/** The first and the last IDs of the list. */
	top: string[];
	bottom: string[];
	/** The youngest ones, wherever they stand: ID -> when it was created. */
	latest: Map<string, number>;
	/** What else was found to be new since it began. */
	found: string[];
	seen: Sequence;
}

/** What is known of the order of a list that is being read. */
export interface Sequence {
	created: number;
	changed: number;
	down: boolean;
	up: boolean;
	changedDown: boolean;
	/** Without two different times nothing is shown. */
	differs: boolean;
	newest: number;
	newestChange: number;
}

/** What the node knows between two polls. Its size does not depend on how many envelopes have ended. */
export class State {
	/** False until the first full check is through. */
	ready = false;
	known = Sketch.empty();
	/** Lower-case ID -> status; those that were read last stand last. */
	readonly open = new Map<string, string>();
	/** To be read: ID -> the status that is known of it, empty if none is. */
	readonly suspects = new Map<string, string>();
	recent: string[] = [];
	order: Order = 'none';
	newest = -Infinity;
	newestChange = -Infinity;
	/** What was created later than this need not have been in the list that was checked last. */
	since = Infinity;
	/** The cursor of the last page, where the newest stand last. */
	tail?: string;
	/** How many pages the list had, and when that was found out. */
	pages = 0;
	checked = 0;
	/** The service spells its IDs in capitals. */
	capitals = false;
	scan?: Scan;

	private statuses: string[] = [...ENVELOPE_STATUSES];

	constructor(readonly account: string) {}

	before(id: string): string | undefined {
		return this.open.get(id) ?? (this.suspects.get(id) || undefined);
	}

	/** What is known of an envelope from now on; without a status, it is gone. */
	record(id: string, before: string | undefined, now: string | undefined): void {
		if (before !== undefined) this.known.remove(this.entry(id, before));
		if (now !== undefined) this.known.add(this.entry(id, now));
		this.suspects.delete(id);
		this.open.delete(id);
		if (now !== undefined) this.watch(id, now);
	}

	/** An envelope that may still change is read again. */
	watch(id: string, status: string): void {
		if (!ENDS.includes(status) && this.open.size < MOST_OPEN) this.open.set(id, status);
	}

	suspect(id: string, before = ''): void {
		if (this.open.has(id) || this.suspects.has(id)) before = this.before(id) ?? '';
		if (this.suspects.has(id) || this.suspects.size < MOST_SUSPECTS) this.suspects.set(id, before);
	}

	/** New, as the order of the list shows. */
	found(id: string): void {
		this.suspect(id);
		if (this.scan && this.scan.found.length < MOST_FOUND) this.scan.found.push(id);
	}

	entry(id: string, status: string): Entry {
		let at = this.statuses.indexOf(status);
		if (at < 0) at = Math.min(LAST_STATUS, this.statuses.push(status) - 1);
		return { id, status: at };
	}

	statusOf({ status }: Entry): string {
		return this.statuses[status] ?? '';
	}

	/** Everything that is not as it is known is to be read. */
	suspectAll({ more, less }: Pick<Difference, 'more' | 'less'>): void {
		for (const entry of less) this.suspect(entry.id, this.statusOf(entry));
		for (const { id } of more) this.suspect(id);
	}

	spell = (id: string): string => (this.capitals ? id.toUpperCase() : id);

	pack(): IDataObject {
		const { scan } = this;
		return {
			version: VERSION,
			account: this.account,
			ready: this.ready,
			known: this.known.pack(),
			open: packed(this.open),
			suspects: packed(this.suspects),
			recent: joined(this.recent),
			order: this.order,
			newest: stored(this.newest),
			newestChange: stored(this.newestChange),
			since: stored(this.since),
			tail: this.tail ?? null,
			pages: this.pages,
			checked: this.checked,
			capitals: this.capitals,
			statuses: this.statuses.slice(0, LAST_STATUS + 1),
			scan: scan ? packScan(scan) : null,
		};
	}

	/** Undefined where nothing is kept, or not by this version, or not about this account. */
	static unpack(value: unknown, account: string): State | undefined {
		const kept = (value ?? {}) as Record<string, unknown>;
		const known = Sketch.unpack(kept.known);
		if (kept.version !== VERSION || kept.account !== account || !known) return undefined;
		const state = new State(account);
		state.known = known;
		state.ready = kept.ready === true;
		for (const [id, status] of unpacked(kept.open)) state.open.set(id, status);
		for (const [id, status] of unpacked(kept.suspects)) state.suspects.set(id, status);
		state.recent = split(kept.recent);
		state.order = ORDERS.find((order) => order === kept.order) ?? 'none';
		state.newest = restored(kept.newest);
		state.newestChange = restored(kept.newestChange);
		state.since = restored(kept.since, Infinity);
		state.tail = text(kept.tail);
		state.pages = Number(kept.pages) || 0;
		state.checked = Number(kept.checked) || 0;
		state.capitals = kept.capitals === true;
		if (Array.isArray(kept.statuses)) state.statuses = kept.statuses.map(String);
		state.scan = unpackScan(kept.scan);
		return state;
	}
}

export const newSequence = (): Sequence => ({
	created: NaN,
	changed: NaN,
	down: true,
	up: true,
	changedDown: true,
	differs: false,
	newest: -Infinity,
	newestChange: -Infinity,
});

export const newScan = (restarts = 0): Scan => ({
	mark: '',
	began: Date.now(),
	sketch: Sketch.empty(),
	pages: 0,
	restarts,
	doubtful: false,
	top: [],
	bottom: [],
	latest: new Map(),
	found: [],
	seen: newSequence(),
});

function packScan(scan: Scan): IDataObject {
	const { sketch, top, bottom, latest, found, seen, after, last, ...plain } = scan;
	return {
		...plain,
		after: after ?? null,
		last: last ?? null,
		sketch: sketch.pack(),
		top: joined(top),
		bottom: joined(bottom),
		latest: joined(latest.keys()),
		times: [...latest.values()],
		found: joined(found),
		seen: Object.fromEntries(
			Object.entries(seen).map(([key, value]) => [
				key,
				typeof value === 'number' ? stored(value) : value,
			]),
		),
	};
}

function unpackScan(value: unknown): Scan | undefined {
	const kept = (value ?? {}) as Record<string, unknown>;
	const sketch = Sketch.unpack(kept.sketch);
	const seen = (kept.seen ?? {}) as Record<string, unknown>;
	const times = Array.isArray(kept.times) ? (kept.times as unknown[]) : [];
	if (!sketch) return undefined;
	return {
		mark: text(kept.mark) ?? '',
		began: Number(kept.began) || 0,
		after: text(kept.after),
		last: text(kept.last),
		sketch,
		pages: Number(kept.pages) || 0,
		restarts: Number(kept.restarts) || 0,
		doubtful: kept.doubtful === true,
		top: split(kept.top),
		bottom: split(kept.bottom),
		latest: new Map(split(kept.latest).map((id, at) => [id, Number(times[at])])),
		found: split(kept.found),
		seen: {
			created: restored(seen.created, NaN),
			changed: restored(seen.changed, NaN),
			down: seen.down === true,
			up: seen.up === true,
			changedDown: seen.changedDown === true,
			differs: seen.differs === true,
			newest: restored(seen.newest),
			newestChange: restored(seen.newestChange),
		},
	};
}

const text = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

/** JSON has no infinity. */
const stored = (time: number): number | null => (Number.isFinite(time) ? time : null);
const restored = (value: unknown, otherwise = -Infinity): number =>
	typeof value === 'number' ? value : otherwise;

const joined = (ids: Iterable<string>): string => [...ids].map(shortId).join('');
const split = (value: unknown): string[] => (text(value)?.match(PIECES) ?? []).map(longId);
/** As long as `shortId` makes them. */
const PIECES = /.{22}/g;

/** In their order; a status is written once for all that follow each other with it. */
function packed(entries: Map<string, string>): Array<[string, string]> {
	const runs: Array<[string, string[]]> = [];
	for (const [id, status] of entries) {
		const run = runs.at(-1);
		if (run?.[0] === status) run[1].push(id);
		else runs.push([status, [id]]);
	}
	return runs.map(([status, ids]) => [status, joined(ids)]);
}

const unpacked = (value: unknown): Array<[string, string]> =>
	(Array.isArray(value) ? (value as unknown[]) : []).flatMap((group) => {
		const [status, ids] = group as [unknown, unknown];
		return split(ids).map((id): [string, string] => [id, String(status)]);
	});
