import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { UUID } from '../api';
import { factsOf, wrongInput } from '../errors/userError';
import { hintAtOutputs, hintAtRetries, noteEnvelopes } from './asides';
import { Gate } from '../transport';
import { bulkJob, clashing, fold, overfull, type Contribution } from './bulk';
import { callsOf } from './call';
import { checkLimits, maxConcurrency, optionNumber, textsOf, timeout } from './form';
import { Schedule, type Ended, type Job, type Lane, type Rules, type Work } from './jobs';
import { doneBefore, keepDoubt, madeBy, memoryOf, remember } from './memory';
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
		refused,
		envelopes,
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
					else if (!call.hasWritten()) markNotDone(error);
					if (isPart || call.hasWritten()) markSent(error);
				},
				hasWritten: () => call.hasWritten(),
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
	const lanes = fold(
		contributions.filter(({ item }) => !unfit.has(item)),
		bulk.max,
	);
	return {
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
	const memory = memoryOf(host);
	const all = host.getInputData().map((_, item) => item);
	const done = all.flatMap((item) => doneBefore(memory, item) ?? []);
	const items = all.filter((item) => doneBefore(memory, item) === undefined);
	// Where an item makes several requests at a time, they count as well; nothing is sent before the plan.
	const gate = new Gate(1);
	const calls = callsOf(host, memory, textsOf(resources), gate);
	const planned = await plan(host, resources, items.map(calls));
	const { resource, lanes, refused, envelopes, allowed, concurrency } = planned;
	gate.resize(allowed);

	// Others may be sent, or were by an earlier try.
	const isAlone = all.length === 1 || (!continueOnFail && memory.tries <= 1);
	const refusals = refused.map(({ item, error: raised }) => {
		const spared = isAlone ? NOTHING_SENT : NOT_FOR_THIS_ITEM;
		const error = nodeError(node, raised, item, markNotDone, spared);
		keepDoubt(memory, [item], error);
		return { item, error };
	});
	if (refusals[0] && !continueOnFail) throw refusals[0].error;
	// A run that fails is looked for, too.
	noteEnvelopes(
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
		failed: (failed, error) => keepDoubt(memory, failed, error),
	});
	hintAtRetries(
		host,
		lanes.flat().some((job) => job.hasWritten?.()),
	);
	const answers = oneAnswerEach(inInputOrder([...done, ...refusals, ...outcomes]), (item) => [
		...madeBy(memory, item).values(),
	]);
	const outputs = answers.flatMap((answer) => ('output' in answer ? [answer.output.json] : []));
	noteEnvelopes(host, resource, outputs);
	hintAtOutputs(host, outputs);
	return [answers.map(toItem(node))];
}

/** The first job alone, then several lanes at a time. */
export async function runJobs(lanes: Lane[], rules: Rules): Promise<ItemOutcome[]> {
	const schedule = new Schedule(lanes, rules);
	await work(schedule.first(), rules);
	const others = Array.from({ length: rules.concurrency }, () => schedule.others());
	await Promise.all(others.map(async (jobs) => await work(jobs, rules)));
	return schedule.outcomes();
}

async function work(jobs: Work, rules: Rules): Promise<void> {
	let next = jobs.next();
	while (!next.done) next = jobs.next(await endOf(next.value, rules));
}

async function endOf(job: Job, { node, nothingSent }: Rules): Promise<Ended> {
	try {
		return { done: await job.run() };
	} catch (raised) {
		const complete = (shown: NodeError) => job.failed?.(shown);
		const error = nodeError(node, raised, job.items[0] ?? 0, complete, nothingSent);
		const guilty = job.guilty?.(error);
		if (guilty !== undefined) error.context.itemIndex = guilty;
		return { error };
	}
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
		return { resource: '', lanes: [], refused, envelopes: [], allowed: 1, concurrency: 1 };
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

const inInputOrder = (outcomes: ItemOutcome[]): ItemOutcome[] =>
	[...outcomes].sort((a, b) => a.item - b.item);

type ItemAnswer = ItemOutcome & { done?: Output[] };

/** An item of which a part failed has failed; what was done of it stands beside the error. */
function oneAnswerEach(outcomes: ItemOutcome[], doneOf: (item: number) => Output[]): ItemAnswer[] {
	const byItem = new Map<number, ItemOutcome[]>();
	for (const outcome of outcomes) {
		const known = byItem.get(outcome.item);
		// Added to, not copied: one item may have a hundred thousand outputs.
		if (known) known.push(outcome);
		else byItem.set(outcome.item, [outcome]);
	}
	return [...byItem.values()].flatMap((all): ItemAnswer[] => {
		const errors = all.filter((outcome) => 'error' in outcome);
		const told = errors.find(({ error }) => isUncertain(error)) ?? errors[0];
		return told ? [{ ...told, done: doneOf(told.item) }] : all;
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
