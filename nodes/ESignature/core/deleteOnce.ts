import { Explained } from '../errors/userError';
import type { Settlement } from '../transport/retry';
import { look, type Reconciled } from './lostWrites';
import type { Call } from './operation';

interface Deletion {
	/** Names what is deleted: a second try of the node remembers by it what the first one has seen. */
	name: string;
	/** Whether any of it is still there. */
	isThere(): Promise<boolean>;
	/** Known without reading: it was just seen, or seen to be missing, or cannot be read. */
	existed?: boolean | 'unread';
	/** Of several: which ones were not there. */
	missing?: string;
	remove(settle: () => Promise<Settlement<undefined>>): Promise<void>;
	/** Deletes what is left of it, where a part may be; the same request would be refused then. */
	removeRest?(): Promise<Settlement<undefined>>;
}

/**
 * Deletes. Whether the thing exists is read first: only then does its absence, after a lost answer, tell that
 * it was deleted and not that it never existed. A success for what was not there proves nothing either: some
 * services answer so to every ID.
 */
export async function deleteOnce(
	call: Pick<Call, 'pause' | 'memory'>,
	{ name, isThere, existed, missing = name, remove, removeRest = async () => 'repeat' }: Deletion,
): Promise<Reconciled<object>> {
	const seen = `was there: ${name}`;
	// Best effort: whoever may delete need not be allowed to read.
	const before = call.memory.has(seen) || (existed ?? (await isThere().catch(() => 'unread')));
	const wasThere = before === true;
	if (wasThere) call.memory.set(seen, true);
	let reconciled = false;
	let isSettled = false;
	await remove(async () => {
		isSettled = true;
		const { found, last } = await look(call, isThere, (isLeft) => !isLeft || undefined);
		if (last === undefined || (found && !wasThere)) return 'unknown';
		if (!found && !wasThere) return 'repeat';
		const settled = found ? { reply: undefined } : await removeRest();
		reconciled = typeof settled === 'object';
		return settled;
	});
	if (before === false && !isSettled) throw notThere(missing);
	return reconciled ? { reconciled: true } : {};
}

const notThere = (what: string) =>
	new Explained(
		'What should be deleted was not there',
		`The service did not know ${what}, but answered as if it had deleted it. Check the ID. If it was created only a moment ago, it is probably deleted: look before you run this step again.`,
		'unknown',
	);
