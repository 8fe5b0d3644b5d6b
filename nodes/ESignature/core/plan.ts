import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../transport/explained';
import { fold, overfull, unfold, type Bundle, type Contribution } from './fold';
import type { Job, Lane } from './jobs';
import { madeBy, remember } from './memory';
import { partsDone } from './nodeError';
import type { Bulk, BulkOperation, Call, ItemOperation, Operation } from './operation';
import { checkLimits, numberOf, timeout } from './options';
import { SentEntries } from './sentEntries';

export interface Plan {
	/** What is done at the same time; each lane in its order. */
	lanes: Lane[];
	/** Items whose inputs cannot be sent. */
	refused: Array<{ item: number; error: unknown }>;
}

/** Checks every item before the first request: a wrong input in the last item sends nothing. */
export async function planJobs(operation: Operation, calls: Call[]): Promise<Plan> {
	return 'bulk' in operation ? await planBulk(operation, calls) : await planItems(operation, calls);
}

async function planItems(operation: ItemOperation, calls: Call[]): Promise<Plan> {
	const ids = operation.properties.filter(isLocator).map(({ name }) => name);
	const { passed, refused } = await check(operation, calls, async (call) => {
		ids.forEach((name) => call.id(name));
		return await operation.read?.(call);
	});
	return {
		refused,
		lanes: passed.map(({ call, value }) => [
			{
				items: [call.item],
				run: async () => {
					const { item } = call;
					const outputs = [await operation.run(call, value)].flat();
					const outcomes = outputs.map((output) => ({ item, output }));
					if (call.hasWritten()) remember(call.memory, item, outcomes);
					return outcomes;
				},
				hasWritten: () => call.hasWritten(),
			},
		]),
	};
}

async function planBulk(operation: BulkOperation, calls: Call[]): Promise<Plan> {
	const { bulk } = operation;
	const { passed, refused } = await check(
		operation,
		calls,
		async (call): Promise<Contribution<unknown>> => ({
			item: call.item,
			target: bulk.target(call),
			entries: bulk.entries(call),
			options: [bulk.options?.(call), timeoutOf(call)],
			same: bulk.same?.(call),
			account: await call.account(),
		}),
	);
	const contributions = passed.map(({ value }) => value);
	const { perTarget } = bulk;
	const beyond = perTarget ? overfull(contributions, perTarget.most) : new Set<number>();
	const byItem = new Map(calls.map((call) => [call.item, call]));
	const lanes = fold(
		contributions.filter(({ item }) => !beyond.has(item)),
		bulk.max,
	);
	return {
		refused: [
			...refused,
			...[...beyond].map((item) => ({
				item,
				error: new InputError(perTarget?.message ?? '', perTarget?.description),
			})),
		],
		lanes: lanes.map((bundles) => bundles.map((bundle) => bulkJob(bulk, byItem, bundle))),
	};
}

function bulkJob(
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
		hasWritten: () => members.some((member) => made(member).has(member.at)),
		splitOn: bulk.splitOn ?? [400, 422],
		split: () => unfold(bundle).map((part) => bulkJob(bulk, calls, part)),
		guilty: (error) =>
			error.cause instanceof InputError
				? rest[error.cause.entry ?? -1]?.item
				: rest.find(({ entry }) => entry === sent.complained(error))?.item,
	};
}

type Member = Bundle<unknown>['members'][number];

async function check<Value>(
	operation: Operation,
	calls: Call[],
	read: (call: Call) => Value | Promise<Value>,
) {
	const passed: Array<{ call: Call; value: Value }> = [];
	const refused: Plan['refused'] = [];
	for (const call of calls) {
		try {
			checkLimits(operation, call);
			passed.push({ call, value: await read(call) });
		} catch (error) {
			refused.push({ item: call.item, error });
		}
	}
	return { passed, refused };
}

const timeoutOf = (call: Call): number => numberOf(call, timeout);

const isLocator = ({ type }: INodeProperties) => type === 'resourceLocator';
