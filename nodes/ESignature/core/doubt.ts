import type { Memory } from './memory';
import { isUncertain, markUncertain, type NodeError } from './nodeError';

/**
 * What an earlier try of this run has left in doubt stays in doubt, whatever a later one fails with: its
 * request may have taken effect, or may still do so.
 */
export function keepDoubt(memory: Memory, items: number[], error: NodeError): void {
	const nameOf = (item: number) => `left in doubt by item ${item}`;
	if (isUncertain(error)) {
		for (const item of items) memory.set(nameOf(item), error.description ?? '');
		return;
	}
	const earlier = items.map((item) => memory.get(nameOf(item))).find((one) => one !== undefined);
	if (earlier !== undefined) markUncertain(error, `An earlier try said: ${String(earlier)}`);
}
