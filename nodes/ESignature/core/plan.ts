import type { UUID } from '../api';
import { factsOf, wrongInput } from '../errors/userError';
import { bulkJob, fold, overfull, type Contribution } from './bulk';
import { checkLimits, optionNumber, timeout } from './form';
import type { Lane } from './jobs';
import { madeBy, remember } from './memory';
import { isUncertain } from './nodeError';
import type { BulkOperation, Call, CallWith, ItemOperation, Operation } from './operation';

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
	const { passed, refused } = await check(
		operation,
		calls,
		async (call) => await operation.read?.(call),
	);
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
				failed: (error) => {
					const isPart = madeBy(call.memory, call.item).size > 0 && !isUncertain(error);
					if (isPart) factsOf(error).outcome = 'partlyDone';
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
			target: bulk.target(call.ids),
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
				error: wrongInput(perTarget?.message ?? '', perTarget?.description),
			})),
		],
		lanes: lanes.map((bundles) => bundles.map((bundle) => bulkJob(bulk, byItem, bundle))),
	};
}

type Ids = Record<string, UUID>;

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
	for (const call of calls) {
		try {
			checkLimits(operation, call);
			const found = { ...call, ids: idsOf(operation, call) };
			passed.push({ call: found, value: await read(found) });
		} catch (error) {
			refused.push({ item: call.item, error });
		}
	}
	return { passed, refused };
}

const timeoutOf = (call: Call): number => optionNumber(call, timeout);
