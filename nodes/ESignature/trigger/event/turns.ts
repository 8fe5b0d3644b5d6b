import { within } from './answered';

/** The last one that stands in line, by node. */
const lines = new Map<string, Promise<unknown>>();

/**
 * Waits until the events before this one are stored. Each request writes the whole list of what was seen,
 * so that of two at a time one would overwrite the other's mark. Whoever cannot wait any longer goes on:
 * an event that is run twice is better than one that is lost.
 */
export async function turnOf(
	node: string,
	outcome: Promise<unknown>,
	longestWait: number,
): Promise<void> {
	const before = lines.get(node);
	const after = Promise.all([before, outcome]).then(() => {
		if (lines.get(node) === after) lines.delete(node);
	});
	lines.set(node, after);
	if (before) await within(before, longestWait);
}
