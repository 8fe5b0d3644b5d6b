import { InputError } from '../errors/userError';
import { unfold, type Bundle } from './fold';
import type { Job } from './jobs';
import { madeBy } from './memory';
import { partsDone } from './nodeError';
import type { Bulk, Call } from './operation';
import { SentEntries } from './sentEntries';

type Member = Bundle<unknown>['members'][number];

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
	const made = ({ item }: Member) => madeBy(callOf(item).memory, item);
	const note = (member: Member, answer: object) => {
		const json = bulk.output?.(callOf(member.item), answer) ?? { ...answer };
		made(member).set(member.at, { json });
	};
	let rest: Member[] = [];
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
			const isPart = members.some((member) => made(member).has(member.at));
			if (isPart && error.context.outcome === 'notDone') error.context.outcome = 'partlyDone';
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
			error.cause instanceof InputError
				? rest[error.cause.entry ?? -1]?.item
				: rest.find(({ entry }) => entry === sent.complained(error))?.item,
	};
}
