import { ENTRIES_PER_REQUEST } from '../api/values';
import { isUnknown, isWrongInput, statusOf, type UserError } from '../errors/userError';
import { groupBy } from '../values/collections';
import type { Answers } from './answers';
import { bulkRequests, halves, recordKey, type BulkRequest } from './bulk';
import { checkInputs, type Checked } from './inputs';
import type { Job, JobSequence } from './jobs';
import type { BulkOperation, Call, ItemOperation, Operation } from './operation';

/** The jobs of an operation, after the inputs of all items were checked. */
export async function makeJobs(
	operation: Operation,
	calls: readonly Call[],
	answers: Answers,
): Promise<JobSequence[]> {
	return 'bulk' in operation
		? await bulkJobs(operation, calls, answers)
		: await itemJobs(operation, calls, answers);
}

async function itemJobs(
	operation: ItemOperation,
	calls: readonly Call[],
	answers: Answers,
): Promise<JobSequence[]> {
	const checked = await checkInputs(
		operation,
		calls,
		answers,
		async (call) => await operation.read?.(call),
	);
	const sequences = groupBy(checked, (one) =>
		operation.inOrder ? recordKey(one.call.ids, one.call.account) : one,
	);
	return sequences.map((sequence) => sequence.map((one) => itemJob(operation, one, answers)));
}

/** One item as a job. */
function itemJob(
	operation: ItemOperation,
	{ call, input }: Checked<unknown>,
	answers: Answers,
): Job {
	const { item, history } = call;
	return {
		items: [item],
		run: async () => {
			const outputs = [await operation.run(call, input)].flat();
			answers.succeed(item, outputs);
			if (call.hasWritten()) history.outputs = outputs;
		},
		addDetails: (error) => {
			const { outcome = 'notDone' } = error.details;
			if (history.done.size > 0 && outcome === 'notDone')
				return error.with({ outcome: 'partlyDone' });
			return call.hasWritten() ? error : error.with({ outcome });
		},
	};
}

async function bulkJobs(
	operation: BulkOperation,
	calls: readonly Call[],
	answers: Answers,
): Promise<JobSequence[]> {
	const { bulk } = operation;
	const checked = await checkInputs(
		operation,
		calls,
		answers,
		async (call) => await bulk.entries(call),
	);
	const contributions = checked.map(({ call, input: entries }) => ({
		item: call.item,
		target: bulk.target(call.ids),
		entries,
		options: call.param('options', {}),
		duplicateKey: bulk.duplicateKey?.(call),
		account: call.account,
	}));
	const byItem = new Map(checked.map(({ call }) => [call.item, call]));
	const sequences = bulkRequests(
		contributions,
		ENTRIES_PER_REQUEST,
		({ item, at }) => byItem.get(item)?.history.done.has(at) === true,
	);
	return sequences.map((requests) => requests.map((request) => bulkJob(bulk, byItem, request)));
}

/** A refusal of these may be about a single entry. */
const SPLIT_ON = [400, 422] as const;

/** One bulk request as a job: it serves the items whose entries it holds. */
export function bulkJob(
	bulk: BulkOperation['bulk'],
	calls: ReadonlyMap<number, Call>,
	request: BulkRequest<unknown>,
): Job {
	const { target, members } = request;
	const items = [...new Set(members.map(({ item }) => item))];
	const entries = members.map(({ entry }) => entry);
	const callOf = (item: number) => calls.get(item) as Call;
	const call = callOf(items[0] ?? 0);
	const mayBeOneItem = (error: UserError): boolean =>
		!isUnknown(error) &&
		(isWrongInput(error) || (bulk.splitOn ?? SPLIT_ON).includes(statusOf(error)));
	return {
		items,
		run: async () => {
			const made = await bulk.send(call, target, entries);
			for (const [place, { item, at }] of members.entries()) {
				callOf(item).history.done.set(at, { json: { ...made[place] } });
			}
		},
		addDetails: (error) => {
			// The last thing that is done is the write, so what failed without an outcome was a read before it.
			const { outcome = 'notDone' } = error.details;
			// Other entries of an item may have been in an earlier request.
			const isPart =
				outcome === 'notDone' && items.some((item) => callOf(item).history.done.size > 0);
			return error.with({ outcome: isPart ? 'partlyDone' : outcome });
		},
		split: (error) =>
			mayBeOneItem(error) ? halves(request).map((half) => bulkJob(bulk, calls, half)) : [],
		failedItem: async (error) => {
			if (items.length < 2) return items[0];
			if (!mayBeOneItem(error)) return undefined;
			const place = isWrongInput(error)
				? error.details.entry
				: await bulk.failedEntry?.(call, target, entries).catch(() => undefined);
			return members[place ?? -1]?.item;
		},
	};
}
