import { idKey, isRead } from '../api';
import { factsOf, isWrongInput } from '../errors/userError';
import type { Job } from './jobs';
import { madeBy } from './memory';
import { markNotDone, partsDone, type NodeError } from './nodeError';
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

/** One request: entries of several items for one target. */
export interface Bundle<Entry> {
	target: object;
	/** `at`: which of the item's entries it is. */
	members: Array<{ item: number; at: number; entry: Entry }>;
	same?: Same<Entry>;
}

/**
 * Items that share a target share requests. The requests for one target are made one after the other, in
 * the order of the items: in `sequential` mode participants sign in the order in which they were added.
 * Entries that are the same thing stay together and count once: all items that named it share its answer.
 */
export function fold<Entry>(
	contributions: Array<Contribution<Entry>>,
	max: number,
): Array<Array<Bundle<Entry>>> {
	return [...grouped(contributions)].map((sharing) =>
		runs(sharing).flatMap((run) => {
			const members = run.flatMap(({ item, entries }) =>
				entries.map((entry, at) => ({ item, at, entry })),
			);
			const { target = {}, same } = run[0] ?? {};
			const things = alike(members, (member) => (same ? same(member.entry) : member));
			return slices(things, max).map((slice) => ({ target, members: slice.flat(), same }));
		}),
	);
}

/** The items of targets that would get more than `most` entries. */
export function overfull<Entry>(
	contributions: Array<Contribution<Entry>>,
	most: number,
): Set<number> {
	return new Set(
		[...grouped(contributions)]
			.filter((sharing) => {
				const things = sharing.flatMap(({ entries, same = () => ({}) }) => entries.map(same));
				return new Set(things).size > most;
			})
			.flatMap((sharing) => sharing.map(({ item }) => item)),
	);
}

/** The items with an entry that cannot be sent beside that of an earlier item, and why. */
export function clashing<Entry>(contributions: Array<Contribution<Entry>>): Map<number, Error> {
	const refused = new Map<number, Error>();
	for (const sharing of grouped(contributions)) {
		const accepted: Array<{ entry: Entry; item: number }> = [];
		for (const { item, entries, clash } of sharing) {
			const error = entries.map((entry) => clash?.(entry, accepted)).find(Boolean);
			if (error) refused.set(item, error);
			else accepted.push(...entries.map((entry) => ({ entry, item })));
		}
	}
	return refused;
}

/** The same bundle in its smallest parts: one per item, or one per thing that several items name. */
export function unfold<Entry>({ target, members, same }: Bundle<Entry>): Array<Bundle<Entry>> {
	return alike(members, ({ item, entry }) => (same ? same(entry) : item)).map((part) => ({
		target,
		members: part,
		same,
	}));
}

type Member<Entry> = Bundle<Entry>['members'][number];

function alike<Entry>(
	members: Array<Member<Entry>>,
	by: (member: Member<Entry>) => unknown,
): Array<Array<Member<Entry>>> {
	const groups = new Map<unknown, Array<Member<Entry>>>();
	for (const member of members) {
		const group = groups.get(by(member));
		if (group) group.push(member);
		else groups.set(by(member), [member]);
	}
	return [...groups.values()];
}

/** By target and account; IDs are the same in capitals. */
function grouped<Entry>(
	contributions: Array<Contribution<Entry>>,
): Iterable<Array<Contribution<Entry>>> {
	const groups = new Map<string, Array<Contribution<Entry>>>();
	for (const contribution of contributions) {
		const { target, account } = contribution;
		const key = JSON.stringify([Object.values(target).map(idKey), account]);
		const group = groups.get(key);
		if (group) group.push(contribution);
		else groups.set(key, [contribution]);
	}
	return groups.values();
}

/** Cut where the options change. */
function runs<Entry>(sharing: Array<Contribution<Entry>>): Array<Array<Contribution<Entry>>> {
	const result: Array<Array<Contribution<Entry>>> = [];
	let last: string | undefined;
	for (const contribution of sharing) {
		const options = JSON.stringify(contribution.options);
		if (options === last && result.length > 0) result.at(-1)?.push(contribution);
		else result.push([contribution]);
		last = options;
	}
	return result;
}

function slices<Value>(values: Value[], size: number): Value[][] {
	const result: Value[][] = [];
	for (let at = 0; at < values.length; at += size) result.push(values.slice(at, at + size));
	return result;
}

/** What a refusal says, as far as it names an entry. */
interface Complaint {
	detail?: string;
	title?: string;
	validationErrors?: ReadonlyArray<readonly string[]>;
}

/** How the list of a bulk request may be called. */
const LIST = new Set(['items', 'item', 'participants', 'fields', 'entries', 'elements']);
const AROUND = new Set(['$', '#', 'body', 'request', 'requestbody', 'input', 'payload', 'data']);
/** In a sentence, only what can hardly be anything else: `items[2]`, `items.2`, `/items/2`. */
const IN_TEXT = /(?<![A-Za-z0-9_])items(?:\[|\.|\/)(\d{1,4})(?!\d)/i;
const AT_START = /^\$?\.?\[(\d{1,4})\]/;

/**
 * The index of the entry that a refusal is about, or undefined. The contract does not say how the
 * service names it: by its place, in one of many spellings, or by an ID or address that the entry has.
 */
export function guiltyEntry(
	{ detail = '', title = '', validationErrors = [] }: Complaint,
	entries: readonly unknown[],
): number | undefined {
	const exists = (index: number | undefined): index is number =>
		index !== undefined && index < entries.length;
	const texts = [...validationErrors.map(([, text = '']) => text), detail, title];
	const byPlace = [
		...validationErrors.map(([field = '']) => placeIn(field)),
		...texts.map(mentionedPlace),
	].find(exists);
	if (byPlace !== undefined) return byPlace;
	const words = new Set(
		[...texts, ...validationErrors.map(([field = '']) => field)].flatMap(wordsOf),
	);
	const named = entries.findIndex((entry) => marksOf(entry).some((mark) => words.has(mark)));
	// Alone in its request, it is the one.
	return named >= 0 ? named : entries.length === 1 ? 0 : undefined;
}

/** `items[2].email`, `/items/2/email`, `$.Items[2]`, `[2]`, `2.email`: all the same place. */
function placeIn(field: string): number | undefined {
	const steps = field.slice(0, 200).split(/[^\w$#-]+/);
	const path = steps.filter((step) => step !== '' && !AROUND.has(step.toLowerCase()));
	const [first = '', second = ''] = path;
	return numberIn(LIST.has(first.toLowerCase()) ? second : first);
}

const mentionedPlace = (text: string): number | undefined =>
	numberIn((IN_TEXT.exec(text) ?? AT_START.exec(text))?.[1] ?? '');

const numberIn = (text: string): number | undefined =>
	/^\d{1,4}$/.test(text) ? Number(text) : undefined;

/** A text in words, an address or an ID being one, without the full stop behind it. */
const wordsOf = (text: string): string[] =>
	text
		.toLowerCase()
		.split(/[\s"'`<>()[\]{},;:/|=]+/)
		.map((word) => word.replace(/[.!?]{1,3}$/, ''))
		.filter((word) => word.length >= 3);

/** By what an entry can be told from others: its own ID, the participant it names, its address. */
function marksOf(entry: unknown): string[] {
	const { ID, participantID, email } = (entry ?? {}) as Record<string, unknown>;
	return [entry, ID, participantID, email]
		.filter((mark): mark is string => typeof mark === 'string' && mark.length >= 3)
		.map((mark) => mark.trim().toLowerCase());
}

/**
 * Which entries a refused request held. An operation may leave out those that exist already or occur
 * twice, so that the numbers in the service's answer are not those of the items.
 */
export class SentEntries {
	private readonly sent = new WeakMap<object, unknown[]>();

	/** Whether anything but reading was asked of the service. */
	hasWritten = false;

	/** The call, observed. */
	watching(call: Call): Call {
		const request: Call['request'] = async (route, args) => {
			this.hasWritten ||= !isRead(route);
			return await call.request(route, args).catch(async (error: Error) => {
				this.sent.set(error, entriesOf(args.body));
				return await Promise.reject(error);
			});
		};
		return { ...call, request };
	}

	/** The entry that the service named, where its answer tells. */
	complained(error: NodeError): unknown {
		const entries = this.sent.get(error) ?? [];
		const guilty = guiltyEntry((error.context.data ?? {}) as Complaint, entries);
		return guilty === undefined ? undefined : entries[guilty];
	}
}

const entriesOf = (body: unknown): unknown[] => {
	const { items } = (body ?? {}) as { items?: unknown };
	return Array.isArray(items) ? items : [body];
};

/** One bulk request as a job: it serves the items whose entries it holds. */
export function bulkJob(
	bulk: Bulk<unknown>,
	calls: ReadonlyMap<number, Call>,
	bundle: Bundle<unknown>,
): Job {
	const { target, members } = bundle;
	const sent = new SentEntries();
	const callOf = (item: number) => calls.get(item) as Call;
	/** What entries have become, also by an earlier try of the node or by a request that was refused. */
	const made = ({ item }: Member<unknown>) => madeBy(callOf(item).memory, item);
	const note = (member: Member<unknown>, answer: object) => {
		const json = bulk.output?.(callOf(member.item), answer) ?? { ...answer };
		made(member).set(member.at, { json });
	};
	let rest: Member<unknown>[] = [];
	return {
		items: [...new Set(members.map(({ item }) => item))],
		run: async () => {
			rest = members.filter((member) => !made(member).has(member.at));
			const entries = rest.map(({ entry }) => entry);
			const call = sent.watching(callOf(rest[0]?.item ?? 0));
			const answers = rest.length > 0 ? await bulk.send(call, target, entries) : [];
			rest.forEach((member, at) => note(member, answers[at] ?? {}));
			return members.map((member) => {
				const output = made(member).get(member.at) ?? { json: {} };
				return { item: member.item, output };
			});
		},
		failed: (error) => {
			const done = partsDone(error);
			for (const member of rest) {
				const answer = done.get(member.entry);
				if (answer) note(member, answer);
			}
			// The other entries of an item may have been in an earlier request.
			const isPart = members.some((member) => made(member).size > 0);
			if (!sent.hasWritten) markNotDone(error);
			const facts = factsOf(error);
			if (isPart && facts.outcome === 'notDone') facts.outcome = 'partlyDone';
			if (isPart || sent.hasWritten) delete facts.sent;
		},
		doneOf: (item) => {
			const own = members.filter((member) => member.item === item);
			const outputs = own.flatMap((member) => made(member).get(member.at) ?? []);
			return outputs.length === own.length
				? outputs.map((output) => ({ item, output }))
				: undefined;
		},
		hasWritten: () => members.some((member) => made(member).has(member.at)),
		splitOn: bulk.splitOn ?? [400, 422],
		split: () => unfold(bundle).map((part) => bulkJob(bulk, calls, part)),
		guilty: (error) =>
			isWrongInput(error.cause)
				? rest[error.cause.facts.entry ?? -1]?.item
				: rest.find(({ entry }) => entry === sent.complained(error))?.item,
	};
}
