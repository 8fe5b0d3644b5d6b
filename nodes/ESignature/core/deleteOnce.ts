import type { Settlement } from '../transport/persist';
import { look, type Reconciled } from './lostWrites';
import type { Call } from './operation';

interface Deletion {
	/** Names what is deleted: a second try of the node remembers by it what the first one has seen. */
	name: string;
	/** Whether any of it is still there. */
	isThere(): Promise<boolean>;
	/** Known without reading: it was just seen. */
	existed?: boolean;
	remove(settle: () => Promise<Settlement<undefined>>): Promise<void>;
	/** Deletes what is left of it, where a part may be; the same request would be refused then. */
	removeRest?(): Promise<Settlement<undefined>>;
}

/**
 * Deletes. Whether the thing exists is read first: only then does its absence, after a lost answer, tell that
 * it was deleted and not that it never existed.
 */
export async function deleteOnce(
	call: Pick<Call, 'pause' | 'memory'>,
	{ name, isThere, existed, remove, removeRest = async () => 'repeat' }: Deletion,
): Promise<Reconciled<object>> {
	const seen = `was there: ${name}`;
	// Best effort: whoever may delete need not be allowed to read.
	const wasThere = call.memory.has(seen) || (existed ?? (await isThere().catch(() => false)));
	if (wasThere) call.memory.set(seen, true);
	let reconciled = false;
	await remove(async () => {
		const { found, last } = await look(call, isThere, (isLeft) => !isLeft || undefined);
		if (last === undefined || (found && !wasThere)) return 'unknown';
		if (!found && !wasThere) return 'repeat';
		const settled = found ? { reply: undefined } : await removeRest();
		reconciled = typeof settled === 'object';
		return settled;
	});
	return reconciled ? { reconciled: true } : {};
}
