import { MOST_SEEN } from './seen';

const MOST_NODES = 500;

/** The marks of the events that this process has seen stored, by node, the oldest first. */
const marks = new Map<string, Set<string>>();

export const rememberedBy = (node: string): Iterable<string> => marks.get(node) ?? [];

export function remember(node: string, mark: string): void {
	const seen = marks.get(node) ?? new Set();
	seen.add(mark);
	if (seen.size > MOST_SEEN) seen.delete(seen.values().next().value as string);
	// Whoever had an event last is forgotten last.
	marks.delete(node);
	marks.set(node, seen);
	if (marks.size > MOST_NODES) marks.delete(marks.keys().next().value as string);
}
