import type { UUID } from '../api/types';
import { sleep } from 'n8n-workflow';

import { idKey } from '../api/values';
import { factsOf, isWrongInput, wrongInput } from '../errors/userError';
import { groupBy, slices } from '../values/collections';
import { checkLimits, optionNumber, timeout } from './form';
import {
	isUncertain,
	markNotDone,
	markSent,
	statusOf,
	type ItemOutcome,
	type NodeError,
} from './nodeError';
import type {
	Bulk,
	BulkOperation,
	Call,
	CallWith,
	Clash,
	ItemOperation,
	Operation,
	Same,
} from './operation';

/** A piece of work that succeeds or fails as a whole. */
export interface Job {
	/** The input items it serves, in order. */
	items: number[];
	run(): Promise<ItemOutcome[]>;
	/** Adds to its error what only the job knows. */
	completeError?(error: NodeError): void;
	/** The same work in smaller parts, if one of several items may have caused the error. */
	split?(error: NodeError): Job[];
	/** The item that caused the error, where that can be found out. */
	failedItem?(error: NodeError): Promise<number | undefined>;
}

/** Jobs that are done one after the other. */
export type Lane = Job[];

export interface Plan {
	/** What is done at the same time; each lane in its order. */
	lanes: Lane[];
	/** Entries that earlier tries of this run have done. */
	done: ItemOutcome[];
	/** Items whose inputs cannot be sent. */
	refused: Array<{ item: number; error: unknown }>;
	/** The envelopes that the items are about, as far as they exist already. */
	envelopes: UUID[];
}

/** Checks every item before the first request: a wrong input in the last item sends nothing. */
export async function planJobs(operation: Operation, calls: Call[]): Promise<Plan> {
	return 'bulk' in operation ? await planBulk(operation, calls) : await planItems(operation, calls);
}

async function planItems(operation: ItemOperation, calls: Call[]): Promise<Plan> {
	const { passed, refused, envelopes } = await check(
		operation,
		calls,
		async (call) => await operation.read?.(call),
	);
	const inLanes = groupBy(passed, (one) =>
		operation.inOrder ? recordKey(one.call.ids, one.call.account) : one,
	);
	return {
		done: [],
		refused,
		envelopes,
		lanes: inLanes.map((lane) => lane.map(({ call, value }) => itemJob(operation, call, value))),
	};
}

/** One item as a job. */
function itemJob(operation: ItemOperation, call: CallWith<Ids>, value: unknown): Job {
	const { item, note } = call;
	return {
		items: [item],
		run: async () => {
			const outputs = [await operation.run(call, value)].flat();
			if (call.hasWritten()) note.outputs = outputs;
			return outputs.map((output) => ({ item, output }));
		},
		completeError: (error) => {
			const isPart = note.done.size > 0 && !isUncertain(error);
			if (isPart) factsOf(error).outcome = 'partlyDone';
			else if (!call.hasWritten()) markNotDone(error);
			if (isPart || call.hasWritten()) markSent(error);
		},
	};
}

async function planBulk(operation: BulkOperation, calls: Call[]): Promise<Plan> {
	const { bulk } = operation;
	const { passed, refused, envelopes } = await check(
		operation,
		calls,
		async (call): Promise<Contribution<unknown>> => ({
			item: call.item,
			target: bulk.target(call.ids),
			entries: await bulk.entries(call),
			options: [bulk.options?.(call), optionNumber(call, timeout)],
			same: bulk.same?.(call),
			clash: bulk.clash?.(call),
			account: call.account,
		}),
	);
	const contributions = passed.map(({ value }) => value);
	const unsendable = clashing(contributions);
	const { perTarget } = bulk;
	for (const item of perTarget ? overLimit(contributions, perTarget.most) : []) {
		unsendable.set(item, wrongInput(perTarget?.message ?? '', perTarget?.description));
	}
	const byItem = new Map(calls.map((call) => [call.item, call]));
	const noteOf = (item: number) => byItem.get(item)?.note;
	const lanes = fold(
		contributions.filter(({ item }) => !unsendable.has(item)),
		bulk.max,
		({ item, at }) => noteOf(item)?.done.has(at) === true,
	);
	const done = contributions.flatMap(({ item }) =>
		[...(noteOf(item)?.done ?? [])].map(([at, output]) => ({ item, at, output })),
	);
	return {
		done,
		envelopes,
		refused: [...refused, ...[...unsendable].map(([item, error]) => ({ item, error }))],
		lanes: lanes.map((bundles) => bundles.map((bundle) => bulkJob(bulk, byItem, bundle))),
	};
}

type Ids = Record<string, UUID>;

/** An expression takes n8n about a millisecond; after so many items others get their turn, such as webhooks. */
const MOST_IN_A_ROW = 50;

/** Each is read once. */
const idsOf = ({ ids = [] }: Operation, call: Call): Ids =>
	Object.fromEntries(ids.map((locator) => [locator.path, call.id(locator)]));

async function check<Value>(
	operation: Operation,
	calls: Call[],
	read: (call: CallWith<Ids>) => Value | Promise<Value>,
) {
	const passed: Array<{ call: CallWith<Ids>; value: Value }> = [];
	const refused: Plan['refused'] = [];
	for (const [index, call] of calls.entries()) {
		if (index % MOST_IN_A_ROW === MOST_IN_A_ROW - 1) await sleep(0);
		call.assertNotCanceled();
		try {
			checkLimits(operation, call);
			const found = { ...call, ids: idsOf(operation, call) };
			passed.push({ call: found, value: await read(found) });
		} catch (error) {
			refused.push({ item: call.item, error });
		}
	}
	const envelopes = passed.flatMap(({ call }) => call.ids.envelopeID ?? []);
	return { passed, refused, envelopes };
}

// --- Items that share requests -------------------------------------------------------------------

/** What one input item wants to have sent. */
export interface Contribution<Entry> {
	item: number;
	target: object;
	entries: Entry[];
	/** What decides how a request is made: only neighbors with the same options share one. */
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
export function overLimit<Entry>(
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

const byTarget = <Entry>(contributions: Array<Contribution<Entry>>) =>
	groupBy(contributions, ({ target, account }) => recordKey(target, account));

/** Names a record of an account; IDs are the same in capitals. */
const recordKey = (ids: object, account = ''): string =>
	JSON.stringify([account, ...Object.values(ids).map(idKey)]);

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
