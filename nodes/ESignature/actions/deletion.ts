import type { UUID } from '../api';
import { idKey, sameId, type Bulk, type Call, type Settlement } from '../core';

type Target = Record<string, UUID>;

interface Deletion {
	target(call: Call): Target;
	ID(call: Call): UUID;
	/** How the ID is called in the answer. */
	named: string;
	one(call: Call, target: Target, ID: UUID): Promise<void>;
	many(
		call: Call,
		target: Target,
		IDs: UUID[],
		settle: () => Promise<Settlement<undefined>>,
	): Promise<void>;
	/** The IDs that exist. */
	remaining(call: Call, target: Target): Promise<UUID[]>;
}

/** How things that have a batch form are deleted: one by its ID, several in one request. */
export const deleteTogether = (deletion: Deletion): Bulk<UUID> => ({
	max: 200,
	same: () => idKey,
	// An unknown ID is answered with 404: alone, each item gets an answer of its own.
	splitOn: [400, 404, 422],
	target: deletion.target,
	entries: (call) => [deletion.ID(call)],
	send: async (call, target, wanted) => {
		const [only, ...more] = wanted.filter(
			(ID, at) => wanted.findIndex((one) => sameId(one, ID)) === at,
		);
		if (only && more.length === 0) await deletion.one(call, target, only);
		else if (only) await deleteMany(deletion, call, target, [only, ...more]);
		return wanted.map((ID) => ({ deleted: true, ...target, [deletion.named]: ID }));
	},
});

/** A lost answer: what still exists is deleted by a second request, what is gone was deleted by the first. */
async function deleteMany(
	deletion: Deletion,
	call: Call,
	target: Target,
	IDs: UUID[],
): Promise<void> {
	await deletion.many(call, target, IDs, async () => {
		const existing = new Set((await deletion.remaining(call, target)).map(idKey));
		const left = IDs.filter((ID) => existing.has(idKey(ID)));
		if (left.length > 0) await deletion.many(call, target, left, async () => 'unknown');
		return { reply: undefined };
	});
}
