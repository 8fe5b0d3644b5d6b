import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../api/values';

/** An envelope that can still change. */
export interface OpenEnvelope {
	/** As the service spells it. */
	ID: string;
	/** The status that was last reported; null if the envelope is new and was not reported yet. */
	status: string | null;
	/** The service did not find it. If a full reading does not list it either, it is gone. */
	isMissing?: boolean;
}

/** A reading of the list. If it does not fit into one poll, the next poll continues it. */
export interface Reading {
	/** Whether it goes to the end of the list, and not only as far as there can be new envelopes. */
	isFull: boolean;
	/** The creation time of the newest envelope that was known when the reading began. */
	from: number;
	/** The creation time of the oldest envelope on the first page. */
	oldestInFront: number;
	/** Whether no later page had anything newer than the first page. */
	newestFirst: boolean;
	/** The cursor of the next page; undefined before the first page. */
	after?: string;
}

/** What is known between two polls. The keys of the maps are IDs in lower case. */
export class State {
	/** All envelopes that were created before this time are known. */
	knownUntil = -Infinity;
	/** The known envelopes that were created then or later, with their creation times. Any other one is new. */
	readonly recent = new Map<string, number>();
	readonly open = new Map<string, OpenEnvelope>();
	/** Whether the list begins with the newest envelopes, as far as it was read. */
	newestFirst = true;
	/** Undefined until the first reading of the list is complete. */
	lastFullRead: number | undefined;
	/** Undefined if the last reading is complete. */
	reading: Reading | undefined;

	constructor(readonly account: string) {}

	begin(isFull: boolean): Reading {
		const from = [...this.recent.values()].reduce((one, other) => Math.max(one, other), -Infinity);
		this.reading = { isFull, from, oldestInFront: Infinity, newestFirst: true };
		return this.reading;
	}

	/**
	 * From now on, all envelopes that were listed when the reading began are known. Of those that were created since then,
	 * some may be on pages that were read before, so `recent` still says which are known.
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

	/** Takes an envelope as known, in the first reading of all. */
	takeAsKnown(key: string, created: number): void {
		if (created > this.knownUntil) {
			this.knownUntil = created;
			this.recent.clear();
		}
		if (created === this.knownUntil) this.recent.set(key, created);
	}

	/** Moves an envelope to the end of the map, so that it is read last. */
	putLast(key: string): void {
		const envelope = this.open.get(key);
		if (!envelope) return;
		this.open.delete(key);
		this.open.set(key, envelope);
	}
}

/** A time as text, so that a person can read the state. Undefined if it is not finite. */
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

/** The state that n8n kept. Undefined if there is none or it belongs to another account. */
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
