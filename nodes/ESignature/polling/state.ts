import { idKey, isEnded, isId } from '../api/values';
import { isObject } from '../values/parse';

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
export const isAhead = (created: number): boolean => created > Date.now();

export function beginReading(state: State, isFull: boolean): Reading {
	const times = Object.values(state.recent).filter((created) => !isAhead(created));
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
	moveMark(state, from);
}

/** Takes an envelope as known, in the first reading of all. */
export function takeAsKnown(state: State, key: string, created: number): void {
	if (!isAhead(created)) moveMark(state, created);
	if (created >= state.knownUntil) state.recent[key] = created;
}

function moveMark(state: State, time: number): void {
	if (!(time > state.knownUntil)) return;
	state.knownUntil = time;
	for (const [key, created] of Object.entries(state.recent)) {
		if (created < time) delete state.recent[key];
	}
}

export const isNew = ({ knownUntil, recent }: State, key: string, created: number): boolean =>
	created >= knownUntil && recent[key] === undefined;

/** Moves an envelope to the end, so that it is read last. */
export function putLast({ open }: State, key: string): void {
	const envelope = open[key];
	if (!envelope) return;
	delete open[key];
	open[key] = envelope;
}

/** A copy of the state that n8n keeps, since a poll that fails must change nothing; undefined if it is damaged. */
export function readState(value: unknown): State | undefined {
	try {
		const state: unknown = JSON.parse(JSON.stringify(value));
		return isState(state) ? state : undefined;
	} catch {
		return undefined;
	}
}

const isState = (value: unknown): value is State =>
	isObject(value) &&
	typeof value.account === 'string' &&
	isMark(value.knownUntil) &&
	isRecord(value.recent, isTime) &&
	isRecord(value.open, isOpenEnvelope) &&
	typeof value.newestFirst === 'boolean' &&
	isOptional(value.lastFullRead, isTime) &&
	isOptional(value.reading, isReading);

const isOpenEnvelope = (value: unknown, key: string): boolean =>
	isObject(value) &&
	idKey(value.ID) === key &&
	(value.status === null || isOptional(value.status, isText)) &&
	isOptional(value.isMissing, isBoolean);

const isReading = (value: unknown): boolean =>
	isObject(value) &&
	isBoolean(value.isFull) &&
	isMark(value.from) &&
	isOptional(value.oldestInFront, isTime) &&
	isBoolean(value.newestFirst) &&
	isOptional(value.after, isText);

const isRecord = (value: unknown, isValid: (entry: unknown, key: string) => boolean): boolean =>
	isObject(value) &&
	Object.entries(value).every(([key, entry]) => isId(key) && isValid(entry, key));

const isOptional = (value: unknown, isValid: (value: unknown) => boolean): boolean =>
	value === undefined || isValid(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
/** JavaScript has no later dates. */
const isTime = (value: unknown): value is number =>
	typeof value === 'number' && Math.abs(value) <= 8.64e15;
const DAY_MS = 86_400_000;
/** A later mark would hide what is created until then. The clock may have been put back by some hours. */
const isMark = (value: unknown): boolean => isTime(value) && value <= Date.now() + DAY_MS;
