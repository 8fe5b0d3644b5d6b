import type { IDataObject } from 'n8n-workflow';

import { ENVELOPE_STATUSES } from '../api';
import {
	joined,
	packed,
	packScan,
	restored,
	split,
	stored,
	text,
	unpacked,
	unpackScan,
} from './packing';
import { isCredible, type Scan } from './scan';
import { Sketch, type Difference, type Entry } from './sketch';

/** Statuses that an envelope does not leave any more. One that is not known here may change. */
const ENDS: readonly string[] = ['sealed', 'rejected', 'cancelled', 'deleted'];

/** Those before them, in the order of an envelope's life. */
const STAGES: readonly string[] = ['drafted', 'sent', 'processing'];

/** How far an envelope has come; of a status that is not known here, nobody can say. */
const stageOf = (status: string): number => {
	if (ENDS.includes(status)) return STAGES.length;
	return STAGES.includes(status) ? STAGES.indexOf(status) : NaN;
};

/** Whether an envelope that had the one status cannot have the other afterwards. */
export const isEarlier = (now: string, before: string): boolean => stageOf(now) < stageOf(before);

/** Envelopes that are read one by one. What is beyond is left to the full check, which misses nothing. */
export const MOST_OPEN = 20_000;
/** Envelopes that are yet to be read. What is beyond stays unknown, so that the next full check finds it. */
export const MOST_SUSPECTS = 5_000;
/** The newest envelopes, by which the new end of the list is recognised. */
export const MOST_RECENT = 200;
const MOST_FOUND = 1_000;
/** A list of so few pages is read whole each time: then its order does not matter at all. */
export const FEW_PAGES = 3;
/** How often an envelope that is known must be missing before it is forgotten. */
const MOST_MISSES = 20;
/** A whole list without it says more than one answer, but no more than that: a right may be withdrawn for minutes. */
const UNLISTED = 2;
const LAST_STATUS = 255;
const VERSION = 1;

/** How the last full check saw the list: what it did not see is not relied on. */
export type Order = 'newestFirst' | 'newestLast' | 'changedFirst' | 'none';
const ORDERS: readonly Order[] = ['newestFirst', 'newestLast', 'changedFirst', 'none'];

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
	recent: string[] = [];
	order: Order = 'none';
	newest = -Infinity;
	newestChange = -Infinity;
	/** What was created later than this need not have been in the list that was checked last. */
	since = Infinity;
	/** What was created up to then was known, before so much had changed that what is known was built anew. */
	forgotten = -Infinity;
	/** By the clock of the service, when the first check began: what is older existed, whether that check met it or not. */
	first = -Infinity;
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

	private statuses: string[] = [...ENVELOPE_STATUSES];

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
			missing: packed(new Map([...this.missing].map(([id, sum]) => [id, String(sum)]))),
			unlisted: joined(this.unlisted),
			refused: joined(this.refused),
			loose: this.loose,
			recent: joined(this.recent),
			order: this.order,
			newest: stored(this.newest),
			newestChange: stored(this.newestChange),
			since: stored(this.since),
			forgotten: stored(this.forgotten),
			first: stored(this.first),
			tail: this.tail ?? null,
			pages: this.pages,
			checked: this.checked,
			isAnew: this.isAnew,
			capitals: this.capitals,
			statuses: this.statuses.slice(0, LAST_STATUS + 1),
			scan: scan ? packScan(scan) : null,
		};
	}

	/** Whether something is kept, but cut or by another version; that of another account can be read. */
	static isUnreadable(value: unknown): boolean {
		if (value === undefined || value === null) return false;
		const { version, account, known } = value as Record<string, unknown>;
		return version !== VERSION || typeof account !== 'string' || !Sketch.unpack(known);
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
		for (const [id, sum] of unpacked(kept.missing)) state.missing.set(id, Number(sum) || 0);
		for (const id of split(kept.unlisted)) state.unlisted.add(id);
		for (const id of split(kept.refused)) if (state.suspects.has(id)) state.refused.add(id);
		state.loose = kept.loose === true;
		state.recent = split(kept.recent);
		state.order = ORDERS.find((order) => order === kept.order) ?? 'none';
		state.newest = past(kept.newest);
		state.newestChange = past(kept.newestChange);
		state.since = restored(kept.since, Infinity);
		state.forgotten = past(kept.forgotten);
		state.first = past(kept.first);
		state.tail = text(kept.tail);
		state.pages = Number(kept.pages) || 0;
		state.checked = Number(kept.checked) || 0;
		state.isAnew = kept.isAnew === true;
		state.capitals = kept.capitals === true;
		if (Array.isArray(kept.statuses)) state.statuses = kept.statuses.map(String);
		state.scan = unpackScan(kept.scan);
		return state;
	}
}

/** Some were kept before times far ahead were left out. */
const past = (value: unknown): number => {
	const time = restored(value);
	return isCredible(time) ? time : -Infinity;
};
