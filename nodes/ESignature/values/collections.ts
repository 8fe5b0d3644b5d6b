export function getOrCreate<Key, Value>(
	map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	create: () => Value,
): Value {
	const value = map.get(key) ?? create();
	map.set(key, value);
	return value;
}

/** Groups are in the order of their first values. */
export function groupBy<Value>(values: readonly Value[], by: (value: Value) => unknown): Value[][] {
	const groups = new Map<unknown, Value[]>();
	for (const value of values) getOrCreate(groups, by(value), () => []).push(value);
	return [...groups.values()];
}

export function slices<Value>(values: readonly Value[], size: number): Value[][] {
	const result: Value[][] = [];
	for (let at = 0; at < values.length; at += size) result.push(values.slice(at, at + size));
	return result;
}

/** Removes what was put in first, until at most `max` are left. */
export function evictOldest(kept: Map<unknown, unknown> | Set<unknown>, max: number): void {
	for (const oldest of kept.keys()) {
		if (kept.size <= max) return;
		kept.delete(oldest);
	}
}

/** Puts the value in as the newest, whether its key was there before or not, and keeps at most `max`. */
export function setNewest<Key, Value>(
	kept: Map<Key, Value>,
	[key, value]: [Key, Value],
	max: number,
): Value {
	kept.delete(key);
	kept.set(key, value);
	evictOldest(kept, max);
	return value;
}

/** A list, or a text with commas as an expression may yield it. */
export const commaList = (value: unknown): string[] =>
	textsIn(value)
		.flatMap((entry) => entry.split(','))
		.map((entry) => entry.trim())
		.filter(Boolean);

/** The texts of a list, or the only one. */
export const textsIn = (value: unknown): string[] =>
	(Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');
