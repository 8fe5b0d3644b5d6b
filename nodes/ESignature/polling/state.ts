import { createHash } from 'crypto';

import { isEnded } from '../api/values';

/** An envelope that can still change. During the first reading, also one that has ended and was reported. */
export interface OpenEnvelope {
	/** As the service spells it. */
	ID: string;
	/** The status that was last reported; null if the envelope is new; missing if it was listed late and not read yet. */
	status?: string | null;
	/** The service did not find it. If a full reading does not list it either, it is gone. */
	isMissing?: boolean;
}

/** A reading of the list. If it does not fit into one poll, the next poll continues it. */
export interface Reading {
	/** Whether it goes to the end of the list, and not only as far as there can be new envelopes. */
	isFull: boolean;
	/** All envelopes that were created before this time were known when the reading began. */
	from: number;
	/** The creation time of the oldest envelope on the first page; missing before it is read. */
	oldestInFront?: number;
	/** Whether no later page had anything newer than the first page. */
	newestFirst: boolean;
	/** The cursor of the next page; missing before the first page. */
	after?: string;
}

/** Kept by n8n between two polls. Keys are IDs in lower case, times are milliseconds since 1970. */
export interface State {
	/** Whose envelopes these are. */
	account: string;
	/** All envelopes that were created before this time are known. */
	knownUntil: number;
	/** The known envelopes that were created then or later, with their creation times. Any other one is new. */
	recent: Record<string, number>;
	/** Those that were not read for the longest time stand first. */
	open: Record<string, OpenEnvelope>;
	/** Whether the list begins with the newest envelopes, as far as it was read. */
	newestFirst: boolean;
	/** Missing until the first reading of the list is complete. */
	lastFullRead?: number;
	/** Missing if the last reading is complete. */
	reading?: Reading;
}

export const newState = (account: string): State => ({
	account,
	knownUntil: 0,
	recent: {},
	open: {},
	newestFirst: true,
});

/** Whether it is dated in the future: as a mark, such a time would hide what is created until then. */
export const isInFuture = (created: number): boolean => created > Date.now();

export function beginReading(state: State, isFull: boolean): Reading {
	const times = Object.values(state.recent).filter((created) => !isInFuture(created));
	const from = times.reduce((one, other) => Math.max(one, other), state.knownUntil);
	state.reading = { isFull, from, newestFirst: true };
	return state.reading;
}

/**
 * From now on, all envelopes that were listed when the reading began are known. Of those that were created since then,
 * some may be on pages that were read before, so `recent` still says which are known.
 */
export function endReading(state: State, { from, isFull }: Reading): void {
	delete state.reading;
	if (isFull) {
		for (const [key, { isMissing, status }] of Object.entries(state.open)) {
			if (isMissing || isEnded(status)) delete state.open[key];
		}
	}
	setKnownUntil(state, from);
}

/** Takes an envelope as known, in the first reading of all. */
export function takeAsKnown(state: State, key: string, created: number): void {
	if (!isInFuture(created)) setKnownUntil(state, created);
	if (created >= state.knownUntil) state.recent[key] = created;
}

function setKnownUntil(state: State, time: number): void {
	if (!(time > state.knownUntil)) return;
	state.knownUntil = time;
	for (const [key, created] of Object.entries(state.recent)) {
		if (created < time) delete state.recent[key];
	}
}

export const isNew = ({ knownUntil, recent }: State, key: string, created: number): boolean =>
	created >= knownUntil && recent[key] === undefined;

/** Moves an envelope to the end, so that it is read last. */
export function moveToEnd({ open }: State, key: string): void {
	const envelope = open[key];
	if (!envelope) return;
	delete open[key];
	open[key] = envelope;
}

/** What n8n keeps for the node. */
export interface KeptState {
	state: State;
	/** Shows that nobody has changed the state since. */
	checksum: string;
}

export const keep = (state: State): KeptState => ({
	state,
	checksum: checksumOf(JSON.stringify(state)),
});

/**
 * A copy of the state that was kept, since a poll that fails must change nothing; undefined if it is damaged. n8n stores
 * it as text (a `json` column in n8n's migration CreatePollerStateTable), so its keys stay in their order.
 */
export function readState({ state, checksum }: Partial<KeptState>): State | undefined {
	const text = JSON.stringify(state ?? null);
	return checksumOf(text) === checksum ? (JSON.parse(text) as State) : undefined;
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
