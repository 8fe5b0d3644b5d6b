import type { UUID } from '../api';
import {
	deleteOnce,
	idKey,
	markPartlyDone,
	type Bulk,
	type Call,
	type NodeError,
	type Reconciled,
	type Settlement,
} from '../core';
import { isWhole, type Listed } from './listAll';
import { isRefusal } from './partlyDone';

type Target = Record<string, UUID>;
type Settle = () => Promise<Settlement<undefined>>;

interface Deletion {
	target(call: Call): Target;
	ID(call: Call): UUID;
	/** How the ID is called in the answer. */
	named: string;
	one(call: Call, target: Target, ID: UUID, settle: Settle): Promise<void>;
	many(call: Call, target: Target, IDs: UUID[], settle: Settle): Promise<void>;
	/** What exists. */
	list(call: Call, target: Target): Promise<Listed<{ ID: UUID }>>;
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
		const IDs = [...new Map(wanted.map((ID) => [idKey(ID), ID])).values()];
		const removed = await deleteAll(deletion, call, target, IDs);
		return wanted.map((ID) => result(deletion, target, ID, removed));
	},
});

/** After a lost answer, what still exists is deleted by a second request. */
async function deleteAll(
	deletion: Deletion,
	call: Call,
	target: Target,
	IDs: UUID[],
): Promise<Reconciled<object>> {
	const list = async () => await deletion.list(call, target);
	const among = (list: Listed<{ ID: UUID }>) => {
		const spelled = new Map(list.items.map(({ ID }) => [idKey(ID), ID]));
		return { left: IDs.filter((ID) => spelled.has(idKey(ID))), spelled, isWhole: isWhole(list) };
	};
	const look = async () => among(await list());
	// Once per run: a request that is taken apart asks for each of its entries.
	const known = `${deletion.named} that were there: ${JSON.stringify(target)}`;
	const before = await call.once(known, list).then(among, () => undefined);
	/** As the service spells it. */
	const spell = (ID: UUID): UUID => before?.spelled.get(idKey(ID)) ?? ID;
	const [only, ...more] = IDs;
	const removed = deleteOnce(call, {
		name: IDs.join(),
		existed: before?.left.length === IDs.length,
		isThere: async () => {
			const { left, isWhole } = await look();
			// A part of the list proves no absence.
			return left.length > 0 || !isWhole;
		},
		remove: async (settle) =>
			only && more.length === 0
				? await deletion.one(call, target, spell(only), settle)
				: await deletion.many(call, target, IDs.map(spell), settle),
		removeRest: async () => {
			const { left, isWhole } = await look();
			if (!isWhole || left.length === 0 || left.length === IDs.length) return 'repeat';
			await deletion.many(call, target, left.map(spell), async () => 'unknown');
			return { reply: undefined };
		},
	});
	return await removed.catch(async (error: unknown) => {
		const mayBePart = isRefusal(error) && more.length > 0;
		const now = mayBePart ? await look().catch(() => undefined) : undefined;
		// Refused, but gone: the request was carried out in part before something in it was refused.
		const gone = (before?.left ?? []).filter((ID) => now?.isWhole && !now.left.includes(ID));
		if (gone.length > 0) {
			markPartlyDone(
				error as NodeError,
				new Map(gone.map((ID) => [ID, result(deletion, target, ID, { reconciled: true })])),
				`The service refused the request after it had deleted ${gone.length} of ${IDs.length}: ${gone.slice(0, 10).join(', ')}.`,
			);
		}
		return await Promise.reject(error);
	});
}

const result = (
	{ named }: Deletion,
	target: Target,
	ID: UUID,
	removed: Reconciled<object>,
): object => ({ deleted: true, ...target, [named]: ID, ...removed });
