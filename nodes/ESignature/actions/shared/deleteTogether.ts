import type { UUID } from '../../api';
import { idKey, remove, sameId, type Bulk, type Call, type Reader } from '../../core';

interface Deletion<Target> {
	/** The name of its ID, e.g. `fieldID`. The other IDs say where it is. */
	named: string;
	one(call: Call, target: Target, ID: UUID): Promise<void>;
	many(call: Call, target: Target, IDs: UUID[]): Promise<void>;
	/** Lists what exists. */
	list(reader: Reader, target: Target): Promise<Array<{ ID: UUID }>>;
}

/** Deletes one thing by its ID, or several in one request. */
export const deleteTogether = <Target extends object>({
	named,
	one,
	many,
	list,
}: Deletion<Target>): Bulk<UUID, Target, Target & Record<string, UUID>> => {
	const isListed = async (reader: Reader, target: Target) => {
		const listed = new Set((await list(reader, target)).map(({ ID }) => idKey(ID)));
		return (ID: UUID) => listed.has(idKey(ID));
	};
	return {
		duplicateKey: () => idKey,
		// An unknown ID gets a 404 (docs/api.md).
		splitOn: [400, 404, 422],
		failedEntry: async (call, target, IDs) => {
			const isThere = await isListed(call, target);
			return IDs.findIndex((ID) => !isThere(ID));
		},
		target: (ids) =>
			Object.fromEntries(Object.entries(ids).filter(([name]) => name !== named)) as Target,
		entries: ({ ids }) => [ids[named] as UUID],
		send: async (call, target, wanted) => {
			let remaining = wanted.filter(
				(ID, at) => wanted.findIndex((other) => sameId(other, ID)) === at,
			);
			const removed = await remove(
				call,
				async () => {
					const [only, ...more] = remaining;
					if (only !== undefined && more.length === 0) await one(call, target, only);
					else await many(call, target, remaining);
				},
				async (reader) => {
					// A second request is made only for the rest, since it would be refused for what is gone.
					remaining = remaining.filter(await isListed(reader, target));
					return remaining.length === 0;
				},
			);
			return wanted.map((ID) => ({ deleted: true, ...target, [named]: ID, ...removed }));
		},
	};
};
