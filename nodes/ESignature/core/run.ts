import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { UUID } from '../api';
import { factsOf, wrongInput } from '../errors/userError';
import { Gate } from '../transport';
import { bulkJob, clashing, fold, overfull, type Contribution } from './bulk';
import { callsOf } from './call';
import { hintAtOutputs, hintAtRetries, saveEnvelopeIds } from './executionHints';
import { checkLimits, maxConcurrency, optionNumber, textsOf, timeout } from './form';
import { runJobs, type Lane } from './jobs';
import { getOrCreate, notesOf } from './memory';
import {
	errorJson,
	isUncertain,
	markNotDone,
	markSent,
	nodeError,
	NOT_FOR_THIS_ITEM,
	NOTHING_SENT,
	type ItemOutcome,
	type NodeError,
	type Output,
} from './nodeError';
import type {
	BulkOperation,
	Call,
	CallWith,
	ItemOperation,
	Operation,
	Resource,
} from './operation';

interface Plan {
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
	return {
		done: [],
		refused,
		envelopes,
		lanes: passed.map(({ call, value }) => [
			{
				items: [call.item],
				run: async () => {
					const { item, note } = call;
					const outputs = [await operation.run(call, value)].flat();
					if (call.hasWritten()) note.outputs = outputs;
					return outputs.map((output) => ({ item, output }));
				},
				completeError: (error) => {
					const isPart = call.note.done.size > 0 && !isUncertain(error);
					if (isPart) factsOf(error).outcome = 'partlyDone';
					else if (!call.hasWritten()) markNotDone(error);
					if (isPart || call.hasWritten()) markSent(error);
				},
			},
		]),
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
			options: [bulk.options?.(call), timeoutOf(call)],
			same: bulk.same?.(call),
			clash: bulk.clash?.(call),
			account: await call.account(),
		}),
	);
	const contributions = passed.map(({ value }) => value);
	const unfit = clashing(contributions);
	const { perTarget } = bulk;
	for (const item of perTarget ? overfull(contributions, perTarget.most) : []) {
		unfit.set(item, wrongInput(perTarget?.message ?? '', perTarget?.description));
	}
	const byItem = new Map(calls.map((call) => [call.item, call]));
	const noteOf = (item: number) => byItem.get(item)?.note;
	const lanes = fold(
		contributions.filter(({ item }) => !unfit.has(item)),
		bulk.max,
		({ item, at }) => noteOf(item)?.done.has(at) === true,
	);
	const done = contributions.flatMap(({ item }) =>
		[...(noteOf(item)?.done ?? [])].map(([at, output]) => ({ item, at, output })),
	);
	return {
		done,
		envelopes,
		refused: [...refused, ...[...unfit].map(([item, error]) => ({ item, error }))],
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

const timeoutOf = (call: Call): number => optionNumber(call, timeout);

/** The item loop of every operation: n items in, an answer or an error for each, in order. */
export async function execute(
	host: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const node = host.getNode();
	const continueOnFail = host.continueOnFail();
	const notes = notesOf(host);
	const all = host.getInputData().map((_, item) => item);
	// What an earlier try has done is not done again, and what it left in doubt may still take effect.
	const earlier = all.flatMap((item): ItemOutcome[] => {
		const { doubt, outputs = [] } = notes.of(item);
		return doubt ? [{ item, error: doubt }] : outputs.map((output) => ({ item, output }));
	});
	const known = new Set(earlier.map(({ item }) => item));
	const inDoubt = earlier.find((outcome) => 'error' in outcome);
	if (inDoubt && !continueOnFail) throw inDoubt.error;
	// Where an item makes several requests at a time, they count as well; nothing is sent before the plan.
	const gate = new Gate(1);
	const calls = all
		.filter((item) => !known.has(item))
		.map(callsOf(host, notes, textsOf(resources), gate));
	const planned = await plan(host, resources, calls);
	const { resource, lanes, done, refused, envelopes, allowed, concurrency } = planned;
	gate.resize(allowed);

	// Others may be sent, or were by an earlier try.
	const isAlone = all.length === 1 || (!continueOnFail && notes.tries <= 1);
	const refusals = refused.map(({ item, error }) => {
		const spared = isAlone ? NOTHING_SENT : NOT_FOR_THIS_ITEM;
		return { item, error: nodeError(node, error, item, markNotDone, spared) };
	});
	if (refusals[0] && !continueOnFail) throw refusals[0].error;
	// Also for a run that fails.
	saveEnvelopeIds(
		host,
		resource,
		envelopes.map((envelopeID) => ({ envelopeID })),
	);
	const outcomes = await runJobs(lanes, {
		node,
		concurrency,
		continueOnFail,
		nothingSent: isAlone && lanes.flat().length === 1 ? NOTHING_SENT : NOT_FOR_THIS_ITEM,
		cancel: host.getExecutionCancelSignal(),
		onFailure: (items, error) => {
			if (isUncertain(error)) for (const item of items) notes.of(item).doubt = error;
		},
	});
	hintAtRetries(
		host,
		calls.some((call) => call.hasWritten()),
	);
	const answers = oneAnswerEach([...earlier, ...done, ...refusals, ...outcomes], (item) => [
		...notes.of(item).done.values(),
	]);
	const outputs = answers.flatMap((answer) => ('output' in answer ? [answer.output.json] : []));
	saveEnvelopeIds(host, resource, outputs);
	hintAtOutputs(host, outputs);
	return [answers.map(toItem(node))];
}

async function plan(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	calls: Call[],
): Promise<Plan & { resource: string; allowed: number; concurrency: number }> {
	try {
		const { resource, operation } = chosen(host, resources);
		const wanted = calls[0] ? Math.trunc(optionNumber(calls[0], maxConcurrency)) : 1;
		const allowed = Math.max(1, wanted);
		return {
			...(await planJobs(operation, calls)),
			resource,
			allowed,
			concurrency: Math.min(allowed, operation.concurrency ?? Infinity),
		};
	} catch (error) {
		// Nothing can run, but each item is answered: a thrown error would send the inputs on as results.
		const refused = calls.map(({ item }) => ({ item, error }));
		return {
			resource: '',
			lanes: [],
			done: [],
			refused,
			envelopes: [],
			allowed: 1,
			concurrency: 1,
		};
	}
}

function chosen(
	host: IExecuteFunctions,
	resources: readonly Resource[],
): { resource: string; operation: Operation } {
	const resource = host.getNodeParameter('resource', 0) as string;
	const name = host.getNodeParameter('operation', 0) as string;
	const operations = resources.find(({ value }) => value === resource)?.operations ?? {};
	const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
	if (operation) return { resource, operation };
	throw wrongInput(
		`This node has no operation '${name}' for '${resource}'`,
		"Choose a resource and an operation from the lists. For other endpoints of the service, use n8n's HTTP Request node with this credential.",
	);
}

type ItemAnswer = ItemOutcome & { done?: Output[] };

/** In the order of the input. An item of which a part failed has failed; what was done of it stands beside the error. */
function oneAnswerEach(outcomes: ItemOutcome[], doneOf: (item: number) => Output[]): ItemAnswer[] {
	const byItem = new Map<number, ItemOutcome[]>();
	const inOrder = outcomes.sort((a, b) => a.item - b.item || (a.at ?? 0) - (b.at ?? 0));
	for (const outcome of inOrder) {
		getOrCreate(byItem, outcome.item, () => []).push(outcome);
	}
	return [...byItem.values()].flatMap((all): ItemAnswer[] => {
		const errors = all.filter((outcome) => 'error' in outcome);
		const failed = errors.find(({ error }) => isUncertain(error)) ?? errors[0];
		return failed ? [{ ...failed, done: doneOf(failed.item) }] : all;
	});
}

const toItem =
	({ onError }: INode) =>
	(outcome: ItemAnswer): INodeExecutionData => {
		const pairedItem = { item: outcome.item };
		if (!('error' in outcome)) return { ...outcome.output, pairedItem };
		const failed = { json: errorJson(outcome.error, outcome.done), pairedItem };
		return onError === 'continueErrorOutput' ? marked(failed, outcome.error) : failed;
	};

/**
 * n8n before 2.36 sends an item to the error output only if it has an `error` property, and then drops its `details`.
 * A non-enumerable `error` is enough for n8n to choose the error output, but is not copied, so the item keeps its
 * `details`.
 */
const marked = (item: INodeExecutionData, error: NodeError): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: error });
