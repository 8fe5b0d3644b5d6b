import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../api/values';

/** An envelope that can still change. */
export interface OpenEnvelope {
	/** As the service spells it. */
	ID: string;
	/** The status that was last reported; null: the envelope is new and was not reported yet. */
	status: string | null;
	/** The service did not find it; it is gone if a full reading does not list it either. */
	isMissing?: boolean;
}

/** A reading of the list that goes on with the next poll if it does not fit into one. */
export interface Reading {
	/** To the end of the list, in place of only as far as there can be new envelopes. */
	isFull: boolean;
	/** The creation time of the newest envelope that was known when the reading began. */
	from: number;
	/** The creation time of the oldest envelope on the first page. */
	oldestInFront: number;
	/** Nothing newer than the first page was met behind it. */
	newestFirst: boolean;
	/** The cursor of the next page; undefined before the first page. */
	after?: string;
}

/** What is known between two polls. IDs are compared without case, so the keys of the maps are in lower case. */
export class State {
	/** All envelopes that were created before this time are known. */
	knownUntil = -Infinity;
	/** The known ones that were created then or later, with their creation times: any other one is new. */
	readonly recent = new Map<string, number>();
	readonly open = new Map<string, OpenEnvelope>();
	/** The list begins with the newest envelopes, as far as it was read. */
	newestFirst = true;
	/** Undefined until the first reading of the list is through. */
	lastFullRead: number | undefined;
	/** Undefined when the last reading came to its end. */
	reading: Reading | undefined;

	constructor(readonly account: string) {}

	begin(isFull: boolean): Reading {
		const from = [...this.recent.values()].reduce((one, other) => Math.max(one, other), -Infinity);
		this.reading = { isFull, from, oldestInFront: Infinity, newestFirst: true };
		return this.reading;
	}

	/**
	 * All envelopes that were listed when the reading began are known from now on. One that was created meanwhile may
	 * stand on a page that was already read, so of those `recent` still says which are known.
	 */
	end({ from, isFull }: Reading): void {
		this.reading = undefined;
		if (isFull) {
			for (const [key, { isMissing }] of this.open) if (isMissing) this.open.delete(key);
		}
		this.knownUntil = Math.max(this.knownUntil, from);
		for (const [key, created] of this.recent) {
			if (created < this.knownUntil) this.recent.delete(key);
		}
	}

	isNew(key: string, created: number): boolean {
		return created >= this.knownUntil && !this.recent.has(key);
	}

	/** The first reading of all takes everything as known. */
	takeAsKnown(key: string, created: number): void {
		if (created > this.knownUntil) {
			this.knownUntil = created;
			this.recent.clear();
		}
		if (created === this.knownUntil) this.recent.set(key, created);
	}

	/** Those at the end of the map are read last. */
	putLast(key: string): void {
		const envelope = this.open.get(key);
		if (!envelope) return;
		this.open.delete(key);
		this.open.set(key, envelope);
	}
}

/** Times as texts, so that a person can read what n8n keeps; what is not finite is left out. */
const written = (time: number | undefined): string | undefined =>
	Number.isFinite(time) ? new Date(time as number).toISOString() : undefined;

const timeIn = (text: unknown, otherwise: number): number =>
	typeof text === 'string' ? Date.parse(text) : otherwise;

/** The state as n8n keeps it: plain JSON. */
export function saved(state: State): IDataObject {
	const { account, knownUntil, recent, open, newestFirst, lastFullRead, reading } = state;
	return {
		account,
		knownUntil: written(knownUntil),
		recent: Object.fromEntries([...recent].map(([key, created]) => [key, written(created)])),
		open: Object.fromEntries([...open.values()].map(({ ID, status }) => [ID, status])),
		missing: [...open.values()].filter(({ isMissing }) => isMissing).map(({ ID }) => ID),
		newestFirst,
		lastFullRead: written(lastFullRead),
		reading: reading && {
			...reading,
			from: written(reading.from),
			oldestInFront: written(reading.oldestInFront),
		},
	};
}

interface Saved {
	account: string;
	knownUntil?: string;
	recent: Record<string, string>;
	open: Record<string, string | null>;
	missing: string[];
	newestFirst: boolean;
	lastFullRead?: string;
	reading?: Omit<Reading, 'from' | 'oldestInFront'> & { from?: string; oldestInFront?: string };
}

/** The state that n8n kept, unless there is none or it belongs to another account. */
export function loaded(value: unknown, account: string): State | undefined {
	const kept = value as Saved | undefined;
	if (kept?.account !== account) return undefined;
	const state = new State(account);
	state.knownUntil = timeIn(kept.knownUntil, -Infinity);
	for (const [key, created] of Object.entries(kept.recent))
		state.recent.set(key, timeIn(created, NaN));
	for (const [ID, status] of Object.entries(kept.open)) {
		state.open.set(idKey(ID), { ID, status, isMissing: kept.missing.includes(ID) });
	}
	state.newestFirst = kept.newestFirst;
	state.lastFullRead = kept.lastFullRead === undefined ? undefined : timeIn(kept.lastFullRead, 0);
	if (kept.reading) {
		const { from, oldestInFront, ...reading } = kept.reading;
		state.reading = {
			...reading,
			from: timeIn(from, -Infinity),
			oldestInFront: timeIn(oldestInFront, Infinity),
		};
	}
	return state;
}
