import { ENTRIES_PER_REQUEST, type UUID } from '../../api';
import {
	deleteOnce,
	UserError,
	idKey,
	look,
	markPartlyDone,
	markUncertain,
	notePartsDone,
	type Bulk,
	type Call,
	type NodeError,
	type Reconciled,
	type Settlement,
} from '../../core';
import { figure } from '../../errors/printable';
import { isRefusedWrite, LOOKS_AFTER_REFUSAL } from './createTogether';

type Settle = () => Promise<Settlement<undefined>>;

interface Deletion<Target, Ids extends Target> {
	target(ids: Ids): Target;
	/** Which of the IDs is that of the thing itself. */
	ID(ids: Ids): UUID;
	/** How the ID is called in the answer. */
	named: string;
	one(call: Call, target: Target, ID: UUID, settle: Settle): Promise<void>;
	many(call: Call, target: Target, IDs: UUID[], settle: Settle): Promise<void>;
	/** What exists. */
	list(call: Call, target: Target): Promise<Array<{ ID: UUID }>>;
}

/** How things that have a batch form are deleted: one by its ID, several in one request. */
export const deleteTogether = <Target extends object, Ids extends Target>(
	deletion: Deletion<Target, Ids>,
): Bulk<UUID, Target, Ids> => ({
	max: ENTRIES_PER_REQUEST,
	same: () => idKey,
	// An unknown ID is answered with 404: alone, each item gets an answer of its own.
	splitOn: [400, 404, 422],
	target: deletion.target,
	entries: ({ ids }) => [deletion.ID(ids)],
	send: async (call, target, wanted) => {
		const IDs = [...new Map(wanted.map((ID) => [idKey(ID), ID])).values()];
		const removed = await deleteAll(deletion, call, target, IDs);
		return wanted.map((ID) => result(deletion, target, ID, removed));
	},
});

/** What a look at the list showed of those that are to be deleted. */
interface Seen {
	left: UUID[];
	/** IDs as the service spells them. */
	spelled: Map<string, UUID>;
}

function seenOf(IDs: UUID[], list: Array<{ ID: UUID }>): Seen {
	const spelled = new Map(list.map(({ ID }) => [idKey(ID), ID]));
	return { left: IDs.filter((ID) => spelled.has(idKey(ID))), spelled };
}

const areGone = ({ left }: Seen): boolean => left.length === 0;

/** Looks until all are gone. */
const lookUntilGone = async (call: Call, read: () => Promise<Seen>, after?: readonly number[]) =>
	await look(call, read, (seen) => areGone(seen) || undefined, after);

/** After a lost answer, what still exists is deleted by a second request. */
async function deleteAll<Target extends object, Ids extends Target>(
	deletion: Deletion<Target, Ids>,
	call: Call,
	target: Target,
	IDs: UUID[],
): Promise<Reconciled<object>> {
	const list = async () => await deletion.list(call, target);
	const read = async () => seenOf(IDs, await list());
	// Once per run: a request that is taken apart asks for each of its entries.
	const before = await call.once(`${deletion.named} ${JSON.stringify(target)}`, list).then(
		(listed) => seenOf(IDs, listed),
		() => undefined,
	);
	const spell = (ID: UUID): UUID => before?.spelled.get(idKey(ID)) ?? ID;
	const there = before?.left ?? [];
	const [only, ...more] = IDs;
	const removed = deleteOnce(call, {
		name: IDs.join(', '),
		missing: IDs.filter((ID) => !there.includes(ID)).join(', '),
		existed: there.length === IDs.length || (before ? false : 'unread'),
		isThere: async () => !areGone(await read()),
		remove: async (settle) =>
			only && more.length === 0
				? await deletion.one(call, target, spell(only), settle)
				: await deletion.many(call, target, IDs.map(spell), settle),
		removeRest: async () => {
			const { left } = await read();
			if (left.length === 0 || left.length === IDs.length) return 'repeat';
			await deletion.many(call, target, left.map(spell), async () => {
				const { found } = await lookUntilGone(call, read);
				return found ? { reply: undefined } : 'unknown';
			});
			return { reply: undefined };
		},
	});
	const resultsOf: Results = (gone, how = {}) =>
		new Map(gone.map((ID) => [ID, result(deletion, target, ID, how)]));
	return await removed.catch(async (error: unknown) => {
		// Whoever may delete need not be allowed to read; and of what was not there nothing can be gone.
		if (isRefusedWrite(error) && more.length > 0 && there.length > 0) {
			const { last: now } = await lookUntilGone(call, read, LOOKS_AFTER_REFUSAL);
			noteWhatIsGone(error as NodeError, { IDs, there, now }, resultsOf);
		}
		// If the success is doubted for some entries only, the others still count as deleted.
		if (error instanceof UserError) notePartsDone(error, resultsOf(there));
		return await Promise.reject(error);
	});
}

/** By ID, what became of it. */
type Results = (gone: UUID[], how?: Reconciled<object>) => Map<unknown, object>;

/** Refused, but gone: the request was carried out in part before something in it was refused. */
function noteWhatIsGone(
	error: NodeError,
	{ IDs, there, now }: { IDs: UUID[]; there: UUID[]; now?: Seen },
	resultsOf: Results,
): void {
	if (!now) {
		markUncertain(error, `Look at what is left of ${IDs.slice(0, 10).join(', ')}.`);
		return;
	}
	const gone = there.filter((ID) => !now.left.includes(ID));
	if (gone.length === 0) return;
	markPartlyDone(
		error,
		resultsOf(gone, { reconciled: true }),
		`The service refused the request after it had deleted ${figure(gone.length)} of ${figure(IDs.length)}: ${gone.slice(0, 10).join(', ')}.`,
	);
}

const result = (
	{ named }: { named: string },
	target: object,
	ID: UUID,
	removed: Reconciled<object>,
): object => ({ deleted: true, ...target, [named]: ID, ...removed });
