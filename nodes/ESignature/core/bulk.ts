import { idKey } from '../api';
import { factsOf, isWrongInput } from '../errors/userError';
import type { Job } from './jobs';
import { getOrCreate } from './memory';
import { isUncertain, markNotDone, markSent, statusOf, type NodeError } from './nodeError';
import type { Bulk, Call, Clash, Same } from './operation';

/** What one input item wants to have sent. */
export interface Contribution<Entry> {
	item: number;
	target: object;
	entries: Entry[];
	/** What decides how a request is made: only neighbours with the same options share one. */
	options?: unknown;
	/** Where entries can be one thing: what they then have in common. */
	same?: Same<Entry>;
	/** What its entries cannot be sent beside. */
	clash?: Clash<Entry>;
	/** Where it goes to: an ID means something else in another account. */
	account?: string;
}

interface Member<Entry> {
	item: number;
	/** Which of the item's entries it is. */
	at: number;
	entry: Entry;
}

/** One request: entries of several items for one target. */
export interface Bundle<Entry> {
	target: object;
	members: Array<Member<Entry>>;
	same?: Same<Entry>;
}

/**
 * Items that share a target share requests. The requests for one target are made one after the other, in the order
 * of the items: in `sequential` mode participants sign in the order in which they were added. Entries that are the
 * same thing stay together and count once: all items that named it share its answer.
 */
export function fold<Entry>(
	contributions: Array<Contribution<Entry>>,
	max: number,
	isDone: (member: Member<Entry>) => boolean = () => false,
): Array<Array<Bundle<Entry>>> {
	return byTarget(contributions).map((sharing) =>
		runsOf(sharing).flatMap((run) => {
			const members = run.flatMap(({ item, entries }) =>
				entries.map((entry, at) => ({ item, at, entry })),
			);
			const { target = {}, same } = run[0] ?? {};
			const open = members.filter((member) => !isDone(member));
			const things = groupBy(open, (member) => (same ? same(member.entry) : member));
			return slices(things, max).map((slice) => ({ target, members: slice.flat(), same }));
		}),
	);
}

/** The items of targets that would get more than `most` entries. */
export function overfull<Entry>(
	contributions: Array<Contribution<Entry>>,
	most: number,
): Set<number> {
	const tooMany = byTarget(contributions).filter((sharing) => {
		const things = sharing.flatMap(({ entries, same = () => ({}) }) => entries.map(same));
		return new Set(things).size > most;
	});
	return new Set(tooMany.flatMap((sharing) => sharing.map(({ item }) => item)));
}

/** The items with an entry that cannot be sent beside that of an earlier item, and why. */
export function clashing<Entry>(contributions: Array<Contribution<Entry>>): Map<number, Error> {
	const refused = new Map<number, Error>();
	for (const sharing of byTarget(contributions)) {
		const accepted: Array<{ entry: Entry; item: number }> = [];
		for (const { item, entries, clash } of sharing) {
			const error = entries.map((entry) => clash?.(entry, accepted)).find(Boolean);
			if (error) refused.set(item, error);
			else accepted.push(...entries.map((entry) => ({ entry, item })));
		}
	}
	return refused;
}

/** Both halves of a bundle for several items; what is one thing stays together. */
export function halves<Entry>({ target, members, same }: Bundle<Entry>): Array<Bundle<Entry>> {
	const parts = groupBy(members, ({ item, entry }) => (same ? same(entry) : item));
	if (parts.length < 2 || new Set(members.map(({ item }) => item)).size < 2) return [];
	const middle = Math.ceil(parts.length / 2);
	return [parts.slice(0, middle), parts.slice(middle)].map((half) => ({
		target,
		members: half.flat(),
		same,
	}));
}

function groupBy<Value>(values: Value[], by: (value: Value) => unknown): Value[][] {
	const groups = new Map<unknown, Value[]>();
	for (const value of values) getOrCreate(groups, by(value), () => []).push(value);
	return [...groups.values()];
}

/** By target and account; IDs are the same in capitals. */
const byTarget = <Entry>(contributions: Array<Contribution<Entry>>) =>
	groupBy(contributions, ({ target, account }) =>
		JSON.stringify([Object.values(target).map(idKey), account]),
	);

/** Cut where the options change. */
function runsOf<Entry>(sharing: Array<Contribution<Entry>>): Array<Array<Contribution<Entry>>> {
	const runs: Array<Array<Contribution<Entry>>> = [];
	let last: string | undefined;
	for (const contribution of sharing) {
		const options = JSON.stringify(contribution.options);
		if (options === last && runs.length > 0) runs.at(-1)?.push(contribution);
		else runs.push([contribution]);
		last = options;
	}
	return runs;
}

function slices<Value>(values: Value[], size: number): Value[][] {
	const result: Value[][] = [];
	for (let at = 0; at < values.length; at += size) result.push(values.slice(at, at + size));
	return result;
}

/** A refusal of these may be about a single entry. */
const SPLIT_ON = [400, 422] as const;

/** One bulk request as a job: it serves the items whose entries it holds. */
export function bulkJob(
	bulk: Bulk<unknown>,
	calls: ReadonlyMap<number, Call>,
	bundle: Bundle<unknown>,
): Job {
	const { target, members } = bundle;
	const items = [...new Set(members.map(({ item }) => item))];
	const entries = members.map(({ entry }) => entry);
	const callOf = (item: number) => calls.get(item) as Call;
	const call = callOf(items[0] ?? 0);
	const mayBeOneItem = (error: NodeError): boolean =>
		!isUncertain(error) &&
		(isWrongInput(error.cause) || (bulk.splitOn ?? SPLIT_ON).includes(statusOf(error)));
	return {
		items,
		run: async () => {
			const answers = await bulk.send(call, target, entries);
			return members.map(({ item, at }, place) => {
				const answer = answers[place] ?? {};
				const output = { json: bulk.output?.(callOf(item), answer) ?? { ...answer } };
				callOf(item).note.done.set(at, output);
				return { item, at, output };
			});
		},
		completeError: (error) => {
			// The last thing that is done is the write, so what failed without an outcome was a read before it.
			markNotDone(error);
			// Other entries of an item may have been in an earlier request.
			if (items.every((item) => callOf(item).note.done.size === 0)) return;
			if (factsOf(error).outcome === 'notDone') factsOf(error).outcome = 'partlyDone';
			markSent(error);
		},
		split: (error) =>
			mayBeOneItem(error) ? halves(bundle).map((half) => bulkJob(bulk, calls, half)) : [],
		failedItem: async (error) => {
			if (items.length < 2) return items[0];
			if (!mayBeOneItem(error)) return undefined;
			const place = isWrongInput(error.cause)
				? error.cause.facts.entry
				: await bulk.failedEntry?.(call, target, entries).catch(() => undefined);
			return members[place ?? -1]?.item;
		},
	};
}
