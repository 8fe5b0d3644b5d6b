import type { IDataObject } from 'n8n-workflow';

import { longId, shortId, Sketch } from './sketch';
import type { Scan } from './scan';

export function packScan(scan: Scan): IDataObject {
	const { sketch, top, bottom, latest, young, leftFrom, found, seen, after, last, ...plain } = scan;
	return {
		...plain,
		after: after ?? null,
		last: last ?? null,
		sketch: sketch.pack(),
		top: joined(top),
		bottom: joined(bottom),
		latest: joined(latest.keys()),
		times: [...latest.values()],
		young: joined(young.keys()),
		youngTimes: [...young.values()],
		leftFrom: stored(leftFrom),
		found: joined(found),
		seen: Object.fromEntries(
			Object.entries(seen).map(([key, value]) => [
				key,
				typeof value === 'number' ? stored(value) : value,
			]),
		),
	};
}

export function unpackScan(value: unknown): Scan | undefined {
	const kept = (value ?? {}) as Record<string, unknown>;
	const sketch = Sketch.unpack(kept.sketch);
	const seen = (kept.seen ?? {}) as Record<string, unknown>;
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
		latest: timed(kept.latest, kept.times),
		young: timed(kept.young, kept.youngTimes),
		leftFrom: restored(kept.leftFrom, Infinity),
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

function timed(ids: unknown, times: unknown): Map<string, number> {
	const all = Array.isArray(times) ? (times as unknown[]) : [];
	return new Map(split(ids).map((id, at) => [id, Number(all[at])]));
}

export const text = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

/** JSON has no infinity. */
export const stored = (time: number): number | null => (Number.isFinite(time) ? time : null);
export const restored = (value: unknown, otherwise = -Infinity): number =>
	typeof value === 'number' ? value : otherwise;

export const joined = (ids: Iterable<string>): string => [...ids].map(shortId).join('');
export const split = (value: unknown): string[] => (text(value)?.match(PIECES) ?? []).map(longId);
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

export const unpacked = (value: unknown): Array<[string, string]> =>
	(Array.isArray(value) ? (value as unknown[]) : []).flatMap((group) => {
		const [status, ids] = Array.isArray(group) ? (group as unknown[]) : [];
		return split(ids).map((id): [string, string] => [id, String(status)]);
	});
