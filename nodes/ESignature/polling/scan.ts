import { fewBytes, Sketch, type SketchEntry } from './sketch';

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
	/** How many entries it has read. */
	count: number;
	/** How often it had to begin again, because the service did not let it go on. */
	restarts: number;
	/** The last entries, as `fewBytes` of each, for the case that another process goes on: pages that shift repeat them. */
	tail: number[];
	/** Another process went on, and knew no more than these: some entries may have been counted twice. */
	doubtful: boolean;
	/**
	 * Those that the summary has as they are known, as `fewBytes` of each: it follows each change that is recorded.
	 * What happens in the course of a long check would otherwise be a difference at its end.
	 */
	met: Set<number>;
	/** The newest time of creation that was known when it began: what it does not meet is younger. */
	from: number;
	/** The youngest ones, wherever they stand: ID -> when it was created. */
	latest: Map<string, number>;
	/** The newest time of those that had no room among these. */
	cut: number;
	/** What is younger than what was known, which the summary lacks. */
	young: Map<string, Young>;
	/** What was created then or later had no room among these. */
	leftFrom: number;
	/** Those that can still change and are not watched -> their status. */
	loose: Map<string, string>;
	/** Those that the check before was in doubt about -> their status. The summary lacks them. */
	again: Map<string, string>;
	seen: Sequence;
}

/** An envelope whose time of creation shows that it is new. */
export interface Young {
	created: number;
	status: string;
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
	newestChange: number;
}

/** How the last full check saw the list: what it did not see is not relied on. */
export type Order = 'newestFirst' | 'newestLast' | 'changedFirst' | 'none';
export const ORDERS: readonly Order[] = ['newestFirst', 'newestLast', 'changedFirst', 'none'];

export const newSequence = (): Sequence => ({
	created: NaN,
	changed: NaN,
	down: true,
	up: true,
	changedDown: true,
	differs: false,
	newestChange: -Infinity,
});

/** More than the clocks of one service differ. */
const MINUTE = 60_000;
/** More than any two clocks differ that somebody looks after. */
const SOON = 5 * MINUTE;

/** Where nothing is known yet, the clock of n8n has to do. */
export const newScan = (restarts = 0, from = Date.now() - SOON): Scan => ({
	mark: '',
	began: Date.now(),
	sketch: Sketch.empty(),
	pages: 0,
	count: 0,
	restarts,
	tail: [],
	doubtful: false,
	met: new Set(),
	from,
	latest: new Map(),
	cut: -Infinity,
	young: new Map(),
	leftFrom: Infinity,
	loose: new Map(),
	again: new Map(),
	seen: newSequence(),
});

/** Of `met`. All that are open have room in it, and what has ended in the course of a check. */
const MOST_MET = 30_000;

/** What is known of an envelope has changed. It was read, so whether the list still comes to it does not matter. */
export function follow(scan: Scan, id: string, before?: SketchEntry, now?: SketchEntry): void {
	const key = fewBytes(id);
	const isMet = scan.met.has(key);
	if (!isMet && (!now || scan.met.size >= MOST_MET)) return;
	if (isMet && before) scan.sketch.remove(before);
	if (now) scan.sketch.add(now);
	scan.met.add(key);
}

/** More than any two clocks differ. */
const DAY = 86_400_000;

/**
 * A time that lies further ahead is a mistake of the service. It may stand in the order of a list, but as the
 * newest time that is known it would make all that comes after it old.
 */
export const isCredible = (time: number): boolean => time <= Date.now() + DAY;

export const isSoon = (time: number): boolean => time <= Date.now() + SOON;

/**
 * Up to where times are taken for those of the service's clock. One envelope may be dated ahead; if half of the youngest
 * ones are, then so is the clock.
 */
export function presentOf(times: Iterable<number>): number {
	const sorted = [...times].sort((one, other) => one - other);
	return Math.max(Date.now() + SOON, sorted[Math.floor((sorted.length - 1) / 2)] ?? -Infinity);
}

/** The newest envelopes, by which the new end of the list is recognised. */
export const MOST_RECENT = 200;
/** So many of them where a check takes long and the list has no new end: what was created meanwhile. */
export const MOST_NAMED = 5_000;

/** The youngest ones that are known, by which new ones are told from old ones. */
export class Names {
	/** The youngest ones that are known -> when they were created. */
	readonly recent = new Map<string, number>();
	/** All that are known and were created later than this are among the recent ones: any other one is new. */
	since = Infinity;
	/** Up to this time of creation nothing was passed over; what is younger may yet be met. `since` stays below it. */
	sure = -Infinity;

	/** These are known from now on. */
	name(entries: Iterable<readonly [string, number]>): void {
		for (const [id, time] of entries) if (!Number.isNaN(time)) this.recent.set(id, time);
		this.keepNamed(MOST_NAMED, Infinity);
	}

	/** All that was created up to then was met, so that it need not be named to be told from what is new. */
	assure(time: number): void {
		this.sure = Math.max(this.sure, time);
		// As many again, which the list may lack for a while.
		this.keepNamed(2 * MOST_RECENT, this.sure);
	}

	private keepNamed(most: number, upTo: number): void {
		if (this.recent.size <= most) return;
		for (const [id, time] of byAge(this.recent).slice(most)) {
			if (time > upTo) continue;
			this.recent.delete(id);
			if (isCredible(time)) this.sure = Math.max(this.sure, time);
			this.rise(time);
		}
	}

	/** Some that were created then are not named any more. */
	rise(time: number): void {
		if (isCredible(time)) this.since = Math.max(this.since, Math.min(time, this.sure));
	}

	/** Of those that are known, without what is dated ahead. */
	get newest(): number {
		return newestOf(this.recent);
	}

	/** So many were created at the newest time that is known that not all of them are named. */
	get isTied(): boolean {
		return this.recent.size > 0 && [...this.recent.values()].every((time) => time <= this.since);
	}
}

/** The service had come to this time when the first check began. */
export function beginningOf({ latest, began }: Scan, newest = -Infinity): number {
	return Math.max(newest, newestOf(latest)) - Math.abs(Date.now() - began) - MINUTE / 2;
}

function newestOf(times: Map<string, number>): number {
	const present = presentOf(times.values());
	return Math.max(...[...times.values()].filter((time) => time <= present));
}

/** The youngest first. */
export const byAge = (times: Map<string, number>): Array<[string, number]> =>
	[...times].sort(([, one], [, other]) => other - one);
