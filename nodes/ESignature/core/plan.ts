import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../transport/explained';
import { fold, overfull, unfold, type Bundle, type Contribution } from './fold';
import type { Job } from './jobs';
import type { Bulk, BulkOperation, Call, ItemOperation, Operation } from './operation';
import { checkLimits } from './options';
import { SentEntries } from './sentEntries';

export interface Plan {
	jobs: Job[];
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
		jobs: passed.map(({ call, value }) => ({
			items: [call.item],
			run: async () =>
				[await operation.run(call, value)].flat().map((output) => ({ item: call.item, output })),
		})),
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
			options: call.param<unknown>('options', {}),
			same: bulk.same?.(call),
			account: await call.account(),
		}),
	);
	const contributions = passed.map(({ value }) => value);
	const { perTarget } = bulk;
	const beyond = perTarget ? overfull(contributions, perTarget.most) : new Set<number>();
	const bundles = fold(
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
		jobs: bundles.map((bundle) => bulkJob(bulk, calls, bundle)),
	};
}

function bulkJob(bulk: Bulk<unknown>, calls: Call[], bundle: Bundle<unknown>): Job {
	const { target, members } = bundle;
	const sent = new SentEntries();
	return {
		items: [...new Set(members.map(({ item }) => item))],
		run: async () => {
			const made = await bulk.send(
				sent.watching(calls[members[0]?.item ?? 0] as Call),
				target,
				members.map(({ entry }) => entry),
			);
			return members.map(({ item }, index) => ({ item, output: { json: made[index] ?? {} } }));
		},
		splitOn: bulk.splitOn ?? [400, 422],
		split: () => unfold(bundle).map((part) => bulkJob(bulk, calls, part)),
		guilty: (error) =>
			error.cause instanceof InputError
				? members[error.cause.entry ?? -1]?.item
				: members.find(({ entry }) => entry === sent.complained(error))?.item,
	};
}

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

const isLocator = ({ type }: INodeProperties) => type === 'resourceLocator';
