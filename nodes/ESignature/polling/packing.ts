import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../api';
import { fewBytes, longId, shortId, Sketch } from './sketch';
import { isCredible, ORDERS, type Scan, type Young } from './scan';
import { LAST_STATUS, State } from './state';

/** Another one wherever what is stored has another meaning: fields that are new or gone do not ask for it. */
const VERSION = 2;

/** Of those that are watched or to be read, one bit says whether they were met. */
export function packScan(scan: Scan, watched: string[]): IDataObject {
	const { sketch, tail, met, latest, young, loose, again, seen, after, last, ...plain } = scan;
	const keys = watched.map(fewBytes);
	const others = new Set(met);
	for (const key of keys) others.delete(key);
	return {
		...plain,
		after: after ?? null,
		last: last ?? null,
		sketch: sketch.pack(),
		tail: packedKeys(tail),
		met: packedBits(keys.map((key) => met.has(key))),
		metOthers: packedKeys([...others]),
		latest: joined(latest.keys()),
		times: packedTimes(latest.values()),
		young: packedAs(young, ({ status }) => status),
		youngTimes: packedTimes([...young.values()].map(({ created }) => created)),
		loose: packed(loose),
		again: packed(again),
		from: stored(scan.from),
		cut: stored(scan.cut),
		leftFrom: stored(scan.leftFrom),
		seen: Object.fromEntries(
			Object.entries(seen).map(([key, value]) => [
				key,
				typeof value === 'number' ? stored(value) : value,
			]),
		),
	};
}

export function unpackScan(value: unknown, watched: string[]): Scan | undefined {
	const kept = (value ?? {}) as Record<string, unknown>;
	const sketch = Sketch.unpack(kept.sketch);
	const seen = (kept.seen ?? {}) as Record<string, unknown>;
	const bits = Buffer.from(textIn(kept.met) ?? '', 'base64');
	// An earlier version did not keep what was met: its check begins again.
	if (!sketch || typeof kept.met !== 'string') return undefined;
	const isMet = (_: string, at: number) => (Number(bits[at >> 3]) >> (at & 7)) % 2 === 1;
	return {
		mark: textIn(kept.mark) ?? '',
		began: Number(kept.began) || 0,
		after: textIn(kept.after),
		last: textIn(kept.last),
		sketch,
		pages: Number(kept.pages) || 0,
		count: Number(kept.count) || 0,
		restarts: Number(kept.restarts) || 0,
		tail: unpackedKeys(kept.tail),
		doubtful: kept.doubtful === true,
		met: new Set([...watched.filter(isMet).map(fewBytes), ...unpackedKeys(kept.metOthers)]),
		from: restored(kept.from),
		latest: timed(kept.latest, kept.times),
		cut: restored(kept.cut),
		young: youngIn(kept.young, unpackedTimes(kept.youngTimes)),
		leftFrom: restored(kept.leftFrom, Infinity),
		loose: new Map(unpacked(kept.loose)),
		again: new Map(unpacked(kept.again)),
		seen: {
			created: restored(seen.created, NaN),
			changed: restored(seen.changed, NaN),
			down: seen.down === true,
			up: seen.up === true,
			changedDown: seen.changedDown === true,
			differs: seen.differs === true,
			newestChange: restored(seen.newestChange),
		},
	};
}

function timed(ids: unknown, times: unknown): Map<string, number> {
	const all = unpackedTimes(times);
	return new Map(split(ids).map((id, at) => [id, all[at] ?? NaN]));
}

const youngIn = (value: unknown, times: number[]): Map<string, Young> =>
	new Map(unpacked(value).map(([id, status], at) => [id, { created: times[at] ?? NaN, status }]));

/** What `fewBytes` gives. */
const KEY_BYTES = 6;
function packedKeys(keys: number[]): string {
	const bytes = Buffer.alloc(keys.length * KEY_BYTES);
	keys.forEach((key, at) => bytes.writeUIntBE(key, at * KEY_BYTES, KEY_BYTES));
	return bytes.toString('base64');
}
function unpackedKeys(value: unknown): number[] {
	const bytes = Buffer.from(textIn(value) ?? '', 'base64');
	return Array.from({ length: Math.floor(bytes.length / KEY_BYTES) }, (_, at) =>
		bytes.readUIntBE(at * KEY_BYTES, KEY_BYTES),
	);
}

function packedBits(bits: boolean[]): string {
	const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
	bits.forEach((bit, at) => (bytes[at >> 3] = Number(bytes[at >> 3]) | (Number(bit) << (at & 7))));
	return bytes.toString('base64');
}

/** Times take less room so. */
export const packedTimes = (times: Iterable<number>): string =>
	[...times].map((time) => time.toString(36)).join(' ');
export const unpackedTimes = (value: unknown): number[] =>
	(textIn(value)?.split(' ') ?? []).map((time) => parseInt(time, 36));

const textIn = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

/** JSON has no infinity. */
export const stored = (time: number): number | null => (Number.isFinite(time) ? time : null);
export const restored = (value: unknown, otherwise = -Infinity): number =>
	typeof value === 'number' ? value : otherwise;

export const joined = (ids: Iterable<string>): string => [...ids].map(shortId).join('');
export const split = (value: unknown): string[] => (textIn(value)?.match(PIECES) ?? []).map(longId);
/** As long as `shortId` makes them. */
const PIECES = /.{22}/g;

/** In their order; a status is written once for all that follow each other with it. */
export function packed(entries: Map<string, string>): Array<[string, string]> {
	const runs: Array<[string, string[]]> = [];
	for (const [id, status] of entries) {
		const run = runs.at(-1);
		if (run?.[0] === status) run[1].push(id);
		else runs.push([status, [id]]);
	}
	return runs.map(([status, ids]) => [status, joined(ids)]);
}

const packedAs = <Value>(entries: Map<string, Value>, as: (value: Value) => string) =>
	packed(new Map([...entries].map(([id, value]) => [id, as(value)])));

export const unpacked = (value: unknown): Array<[string, string]> =>
	(Array.isArray(value) ? (value as unknown[]) : []).flatMap((group) => {
		const [status, ids] = Array.isArray(group) ? (group as unknown[]) : [];
		return split(ids).map((id): [string, string] => [id, String(status)]);
	});

export function packState(state: State): IDataObject {
	const { scan } = state;
	return {
		version: VERSION,
		account: state.account,
		ready: state.ready,
		known: state.known.pack(),
		open: packed(state.open),
		suspects: packed(state.suspects),
		missing: packedAs(state.missing, ({ count, from }) => `${count} ${from}`),
		behind: packedAs(state.behind, String),
		gone: packed(state.gone),
		unlisted: joined(state.unlisted),
		refused: joined(state.refused),
		loose: state.loose,
		recent: joined(state.recent.keys()),
		recentTimes: packedTimes(state.recent.values()),
		order: state.order,
		lostOrder: state.lostOrder,
		newestChange: stored(state.newestChange),
		since: stored(state.since),
		sure: stored(state.sure),
		doubted: joined(state.doubted),
		forgotten: stored(state.forgotten),
		first: stored(state.first),
		firstChange: stored(state.firstChange),
		tail: state.tail ?? null,
		pages: state.pages,
		checked: state.checked,
		isAnew: state.isAnew,
		capitals: state.capitals,
		spelled: [...state.keepSpelled().values()],
		statuses: state.statuses.slice(0, LAST_STATUS + 1),
		scan: scan ? packScan(scan, watchedBy(state)) : null,
	};
}

const watchedBy = ({ open, suspects }: State): string[] => [...open.keys(), ...suspects.keys()];

/** Whether something is kept, but cut or by another version; that of another account can be read. */
export function isUnreadable(value: unknown): boolean {
	if (value === undefined || value === null) return false;
	const { version, account, known } = value as Record<string, unknown>;
	return version !== VERSION || typeof account !== 'string' || !Sketch.unpack(known);
}

/** Undefined where nothing is kept, or not by this version, or not about this account. */
export function unpackState(value: unknown, account: string): State | undefined {
	const kept = (value ?? {}) as Record<string, unknown>;
	const known = Sketch.unpack(kept.known);
	if (kept.version !== VERSION || kept.account !== account || !known) return undefined;
	const state = new State(account);
	state.known = known;
	state.ready = kept.ready === true;
	for (const [id, status] of unpacked(kept.open)) state.open.set(id, status);
	for (const [id, status] of unpacked(kept.suspects)) state.suspects.set(id, status);
	for (const [id, signs] of unpacked(kept.missing)) {
		// The minute was not always kept.
		const [count, from = Date.now() / 60_000] = signs.split(' ').map(Number);
		state.missing.set(id, { count: count || 0, from: Math.floor(from) || 0 });
	}
	for (const [id, count] of unpacked(kept.behind)) state.behind.set(id, Number(count) || 0);
	for (const [id, status] of unpacked(kept.gone)) state.gone.set(id, status);
	for (const id of split(kept.unlisted)) state.unlisted.add(id);
	for (const id of split(kept.refused)) if (state.suspects.has(id)) state.refused.add(id);
	state.loose = kept.loose === true;
	// Before times were kept, all that was known was not younger than the newest one.
	const times = unpackedTimes(kept.recentTimes);
	const newest = restored(kept.newest, 0);
	split(kept.recent).forEach((id, at) => state.recent.set(id, times[at] ?? newest));
	state.order = ORDERS.find((order) => order === kept.order) ?? 'none';
	state.lostOrder = ORDERS.find((order) => order === kept.lostOrder) ?? 'none';
	state.newestChange = past(kept.newestChange);
	state.since = sinceIn(kept.since, state);
	// Before it was kept, nothing was thought to be passed over.
	state.sure = kept.sure === undefined ? state.newest : past(kept.sure);
	for (const id of split(kept.doubted)) state.doubted.add(id);
	state.forgotten = past(kept.forgotten);
	state.first = past(kept.first);
	state.firstChange = past(kept.firstChange ?? kept.first);
	state.tail = textIn(kept.tail);
	state.pages = Number(kept.pages) || 0;
	state.checked = Number(kept.checked) || 0;
	state.isAnew = kept.isAnew === true;
	state.capitals = kept.capitals === true;
	const spelled = Array.isArray(kept.spelled) ? kept.spelled.map(String) : [];
	for (const ID of spelled) state.spelled.set(idKey(ID), ID);
	if (Array.isArray(kept.statuses)) state.statuses = kept.statuses.map(String);
	state.scan = unpackScan(kept.scan, watchedBy(state));
	return state;
}

/** With too early a time, what is known would be new. */
function sinceIn(kept: unknown, { recent, newest }: State): number {
	if (typeof kept !== 'number') return Infinity;
	if (isCredible(kept) || recent.size === 0) return Math.max(0, past(kept));
	// By the clock of n8n, which may be wrong itself.
	return isCredible(newest) ? newest : kept;
}

/** Some were kept before times far ahead were left out. */
const past = (value: unknown): number => {
	const time = restored(value);
	return isCredible(time) ? time : -Infinity;
};
