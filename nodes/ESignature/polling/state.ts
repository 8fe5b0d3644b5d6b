import { ENVELOPE_STATUSES } from '../api';
import { keepNewest } from '../transport';
import { ENDS } from './listed';
import { follow, Names, newScan, type Order, type Scan } from './scan';
import { Sketch, type Difference, type SketchEntry } from './sketch';

/** Envelopes that are read one by one. What is beyond is left to the full check, which misses nothing. */
export const MOST_OPEN = 20_000;
/** Envelopes that are yet to be read. What is beyond stays unknown, so that the next full check finds it. */
export const MOST_SUSPECTS = 5_000;
/** A list of so few pages is read whole each time: then its order does not matter at all. */
export const FEW_PAGES = 3;
/** How often an envelope that is known must be missing before it is forgotten. */
const MOST_MISSES = 20;
/** So often in each poll; then at intervals, which take a day in all. A right may be withdrawn for hours. */
const QUICK_MISSES = 8;
const INTERVAL = 2 * 3_600_000;
/** Those that were forgotten last, in case they come back. */
export const MOST_GONE = 1_000;
const MOST_SPELLED = 1_000;
/** One byte tells them apart. */
export const LAST_STATUS = 255;

const MINUTE = 60_000;
const minuteNow = (): number => Math.floor(Date.now() / MINUTE);

/** How often an envelope was missing, and since which minute by the clock of n8n. */
interface Missing {
	count: number;
	from: number;
}

/** What the node knows between two polls. Its size does not depend on how many envelopes have ended. */
export class State extends Names {
	/** False until the first full check is through. */
	ready = false;
	known = Sketch.empty();
	/** Lower-case ID -> status; those that were read last stand last. */
	readonly open = new Map<string, string>();
	/** To be read: ID -> the status that is known of it, empty if none is. */
	readonly suspects = new Map<string, string>();
	/** Those that could not be found; those that were looked for last stand last. */
	readonly missing = new Map<string, Missing>();
	/** Those that were found only as they were before -> how often. */
	readonly behind = new Map<string, number>();
	/** Those that were known and forgotten -> their last status. */
	readonly gone = new Map<string, string>();
	/** Those of them that the whole list lacked, too. */
	readonly unlisted = new Set<string>();
	/** Those that the last check may have counted twice, or else they are new: the next check tells. */
	readonly doubted = new Set<string>();
	/** Those to be read that could not be read the last time; those that were tried last stand last. */
	readonly refused = new Set<string>();
	/** Some that can still change had no room among the open ones. */
	loose = false;
	order: Order = 'none';
	/** The order that could not be shown any more: it is tried again where the full check cannot be finished. */
	lostOrder: Order = 'none';
	newestChange = -Infinity;
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
	/** The service spells most of its IDs in capitals. */
	capitals = false;
	/** Those that it spells in another way; kept for those that are read. */
	readonly spelled = new Map<string, string>();
	scan?: Scan;

	/** In this poll. */
	private readonly missed = new Set<string>();

	statuses: string[] = [...ENVELOPE_STATUSES];

	constructor(readonly account: string) {
		super();
	}

	before(id: string): string | undefined {
		return this.open.get(id) ?? (this.suspects.get(id) || undefined);
	}

	/** What is known of an envelope from now on; without a status, it is gone. */
	record(id: string, before: string | undefined, now: string | undefined): void {
		this.tally(id, before, now);
		this.drop(id);
		if (now !== undefined) this.watch(id, now);
	}

	private tally(id: string, before: string | undefined, now: string | undefined): void {
		const [less, more] = [before, now].map((status) =>
			status === undefined ? undefined : this.entry(id, status),
		);
		if (less) this.known.remove(less);
		if (more) this.known.add(more);
		if (this.scan) follow(this.scan, id, less, more);
	}

	/** A full check, from the beginning of the list. */
	begin(restarts = 0): Scan {
		const isKnown = this.ready || this.recent.size > 0;
		return (this.scan = newScan(restarts, isKnown ? this.newest : undefined));
	}

	/**
	 * It is not found any more. What the list may still show stays known, or else it would be new when it is found
	 * again; the next full check tells.
	 */
	giveUp(id: string): void {
		const before = this.before(id);
		if (before === undefined) this.recent.delete(id);
		if (before !== undefined && !this.unlisted.has(id)) return this.drop(id);
		this.record(id, before, undefined);
		if (before === undefined) return;
		this.gone.set(id, before);
		keepNewest(this.gone, MOST_GONE);
	}

	/** What was forgotten and is there again is known as it was. */
	revive(id: string): string | undefined {
		const status = this.gone.get(id);
		if (status === undefined || !this.gone.delete(id)) return undefined;
		this.tally(id, undefined, status);
		this.suspects.set(id, status);
		this.watch(id, status);
		return status;
	}

	private drop(id: string): void {
		for (const line of [this.suspects, this.refused, this.open]) line.delete(id);
		this.isThere(id);
	}

	/** Nothing speaks for it that the envelope is gone. */
	isThere(id: string): void {
		for (const signs of [this.missing, this.unlisted, this.behind]) signs.delete(id);
	}

	/** The list shows it: whatever was missing is looked for again from the beginning. */
	show(id: string): void {
		this.unlisted.delete(id);
		if (this.missing.has(id)) this.missing.set(id, { count: 0, from: minuteNow() });
	}

	/** A whole list lacks it. */
	unlist(id: string): void {
		this.unlisted.add(id);
		this.miss(id);
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

	/** One more sign that an envelope is gone; for a while, a service may also answer so by mistake. One in each poll counts. */
	miss(id: string): boolean {
		const { count, from } = this.missing.get(id) ?? { count: 0, from: minuteNow() };
		if (this.missed.has(id) || !this.isDue(id)) return count >= MOST_MISSES;
		this.missed.add(id);
		this.missing.delete(id);
		this.missing.set(id, { count: count + 1, from });
		return count + 1 >= MOST_MISSES;
	}

	/** Whether it is time to look for an envelope that was missing. */
	isDue(id: string): boolean {
		const { count, from } = this.missing.get(id) ?? { count: 0, from: 0 };
		// A clock that was set back does not put it off for ever.
		const waited = Math.abs(Date.now() - from * MINUTE);
		return waited >= Math.max(0, count - QUICK_MISSES + 1) * INTERVAL;
	}

	/** One more sign that it is what it was before. */
	fallsBack(id: string): boolean {
		const count = (this.behind.get(id) ?? 0) + 1;
		this.behind.set(id, count);
		return count >= MOST_MISSES;
	}

	suspect(id: string, before = ''): void {
		if (this.open.has(id) || this.suspects.has(id)) before = this.before(id) ?? '';
		if (this.suspects.has(id) || this.suspects.size < MOST_SUSPECTS) this.suspects.set(id, before);
	}

	/** Whether its time shows that it is new. */
	isNew(id: string, created: number): boolean {
		return created > this.since && !this.recent.has(id) && !this.open.has(id);
	}

	/** Neither known nor noted to be read. */
	isUnknown(id: string): boolean {
		return !this.recent.has(id) && !this.open.has(id) && !this.suspects.has(id);
	}

	entry(id: string, status: string): SketchEntry {
		let at = this.statuses.indexOf(status);
		if (at < 0) at = Math.min(LAST_STATUS, this.statuses.push(status) - 1);
		return { id, status: at };
	}

	statusOf({ status }: SketchEntry): string {
		return this.statuses[status] ?? '';
	}

	/** Everything that is not as it is known is to be read. */
	suspectAll({ more, less }: Pick<Difference, 'more' | 'less'>): void {
		for (const entry of less) this.suspect(entry.id, this.statusOf(entry));
		const lacking = new Set(less.map(({ id }) => id));
		for (const entry of more) {
			const isNamed =
				this.recent.has(entry.id) && !lacking.has(entry.id) && !this.gone.has(entry.id);
			// It was told. The list had lacked it while what is known was built anew.
			if (isNamed && !this.open.has(entry.id) && !this.suspects.has(entry.id))
				this.record(entry.id, undefined, this.statusOf(entry));
			else this.suspect(entry.id);
		}
	}

	spell(id: string): string {
		return this.spelled.get(id) ?? (this.capitals ? id.toUpperCase() : id);
	}

	/** As the list spells it. */
	learnToSpell(id: string, ID: string): void {
		this.spelled.delete(id);
		if (this.spell(id) !== ID) this.spelled.set(id, ID);
		if (this.spelled.size > MOST_SPELLED * 2) this.keepSpelled();
	}

	/** Most of them are never read. */
	keepSpelled(): Map<string, string> {
		const needed = [...this.spelled].filter(([id]) => this.open.has(id) || this.suspects.has(id));
		this.spelled.clear();
		for (const [id, ID] of needed.slice(-MOST_SPELLED)) this.spelled.set(id, ID);
		return this.spelled;
	}
}
