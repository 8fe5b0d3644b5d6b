import { ENVELOPE_STATUSES } from '../api';
import { ENDS } from './listed';
import { isCredible, type Order, type Scan } from './scan';
import { Sketch, type Difference, type Entry } from './sketch';

/** Envelopes that are read one by one. What is beyond is left to the full check, which misses nothing. */
export const MOST_OPEN = 20_000;
/** Envelopes that are yet to be read. What is beyond stays unknown, so that the next full check finds it. */
export const MOST_SUSPECTS = 5_000;
/** The newest envelopes, by which the new end of the list is recognised. */
export const MOST_RECENT = 200;
/** A list of so few pages is read whole each time: then its order does not matter at all. */
export const FEW_PAGES = 3;
/** How often an envelope that is known must be missing before it is forgotten. */
const MOST_MISSES = 20;
/** A whole list without it says more than one answer, but no more than that: a right may be withdrawn for minutes. */
const UNLISTED = 2;
/** One byte tells them apart. */
export const LAST_STATUS = 255;

/** What the node knows between two polls. Its size does not depend on how many envelopes have ended. */
export class State {
	/** False until the first full check is through. */
	ready = false;
	known = Sketch.empty();
	/** Lower-case ID -> status; those that were read last stand last. */
	readonly open = new Map<string, string>();
	/** To be read: ID -> the status that is known of it, empty if none is. */
	readonly suspects = new Map<string, string>();
	/** Those that could not be found, or only as they were -> how much speaks for it by now. */
	readonly missing = new Map<string, number>();
	/** Those of them that the whole list lacked, too. */
	readonly unlisted = new Set<string>();
	/** Those to be read that could not be read the last time; those that were tried last stand last. */
	readonly refused = new Set<string>();
	/** Some that can still change had no room among the open ones. */
	loose = false;
	/** The youngest ones that are known -> when they were created. */
	readonly recent = new Map<string, number>();
	order: Order = 'none';
	newestChange = -Infinity;
	/** All that are known and were created later than this are among the recent ones: any other one is new. */
	since = Infinity;
	/** What was created up to then was known, before so much had changed that what is known was built anew. */
	forgotten = -Infinity;
	/** By the clock of the service, when the first check began: what is older existed, whether that check met it or not. */
	first = -Infinity;
	/** The same for changes, whose times may be those of another clock. */
	firstChange = -Infinity;
	/** The cursor of the last page, where the newest stand last. */
	tail?: string;
	/** How many pages the list had, and when that was found out. */
	pages = 0;
	checked = 0;
	/** Something was kept before that could not be read any more. */
	isAnew = false;
	/** The service spells its IDs in capitals. */
	capitals = false;
	scan?: Scan;

	statuses: string[] = [...ENVELOPE_STATUSES];

	constructor(readonly account: string) {}

	before(id: string): string | undefined {
		return this.open.get(id) ?? (this.suspects.get(id) || undefined);
	}

	/** What is known of an envelope from now on; without a status, it is gone. */
	record(id: string, before: string | undefined, now: string | undefined): void {
		if (before !== undefined) this.known.remove(this.entry(id, before));
		if (now !== undefined) this.known.add(this.entry(id, now));
		this.drop(id);
		if (now !== undefined) this.watch(id, now);
	}

	/**
	 * It is not found any more. What the list may still show stays known, or else it would be new when it is found
	 * again; the next full check tells.
	 */
	giveUp(id: string): void {
		const before = this.before(id);
		if (before === undefined) this.recent.delete(id);
		if (before === undefined || this.unlisted.has(id)) this.record(id, before, undefined);
		else this.drop(id);
	}

	private drop(id: string): void {
		for (const line of [this.suspects, this.refused, this.open]) line.delete(id);
		this.isThere(id);
	}

	/** Nothing speaks for it that the envelope is gone. */
	isThere(id: string): void {
		this.missing.delete(id);
		this.unlisted.delete(id);
	}

	/** A whole list lacks it. */
	unlist(id: string): void {
		this.unlisted.add(id);
		this.miss(id, UNLISTED);
	}

	/** An envelope that may still change is read again. */
	watch(id: string, status: string): void {
		if (ENDS.includes(status)) return;
		if (this.open.size < MOST_OPEN) this.open.set(id, status);
		else this.loose = true;
	}

	/** Whose turn it was is last in line. */
	putLast(id: string): void {
		const status = this.open.get(id);
		if (status === undefined) return;
		this.open.delete(id);
		this.open.set(id, status);
	}

	/** It could not be read: those that can be go first. */
	refuse(id: string): void {
		this.putLast(id);
		this.refused.delete(id);
		if (this.suspects.has(id)) this.refused.add(id);
	}

	/** Whether an envelope may still change and is not watched. */
	isLoose(id: string, status: string): boolean {
		return !ENDS.includes(status) && !this.open.has(id) && !this.suspects.has(id);
	}

	/** Whether some are yet to be told as new. */
	get hasNew(): boolean {
		return [...this.suspects.values()].includes('');
	}

	/** How many more envelopes can be noted as to be read. */
	get room(): number {
		return MOST_SUSPECTS - this.suspects.size;
	}

	/** One more sign that an envelope is gone, or is what it was. For a while, a service may also answer so by mistake. */
	miss(id: string, weight = 1): boolean {
		const sum = (this.missing.get(id) ?? 0) + weight;
		this.missing.set(id, sum);
		return sum >= MOST_MISSES;
	}

	suspect(id: string, before = ''): void {
		if (this.open.has(id) || this.suspects.has(id)) before = this.before(id) ?? '';
		if (this.suspects.has(id) || this.suspects.size < MOST_SUSPECTS) this.suspects.set(id, before);
	}

	/** These are known from now on. */
	name(entries: Iterable<readonly [string, number]>): void {
		for (const [id, time] of entries) if (!Number.isNaN(time)) this.recent.set(id, time);
		// As many again, which the list may lack for a while.
		if (this.recent.size <= 2 * MOST_RECENT) return;
		for (const [id, time] of byAge(this.recent).slice(2 * MOST_RECENT)) {
			this.recent.delete(id);
			this.rise(time);
		}
	}

	/** Some that were created then are not named any more. */
	rise(time: number): void {
		if (isCredible(time)) this.since = Math.max(this.since, time);
	}

	/** Whether its time shows that it is new. */
	isNew(id: string, created: number): boolean {
		return created > this.since && !this.recent.has(id) && !this.open.has(id);
	}

	/** Neither known nor noted to be read. */
	isUnknown(id: string): boolean {
		return !this.recent.has(id) && !this.open.has(id) && !this.suspects.has(id);
	}

	/** So many were created at the newest time that is known that not all of them are named. */
	get isTied(): boolean {
		return this.recent.size > 0 && [...this.recent.values()].every((time) => time <= this.since);
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
		const lacking = new Set(less.map(({ id }) => id));
		for (const entry of more) {
			const isNamed = this.recent.has(entry.id) && !lacking.has(entry.id);
			// It was told. The list had lacked it while what is known was built anew.
			if (isNamed && !this.open.has(entry.id) && !this.suspects.has(entry.id))
				this.record(entry.id, undefined, this.statusOf(entry));
			else this.suspect(entry.id);
		}
	}

	spell = (id: string): string => (this.capitals ? id.toUpperCase() : id);
}

/** The youngest first. */
export const byAge = (times: Map<string, number>): Array<[string, number]> =>
	[...times].sort(([, one], [, other]) => other - one);
