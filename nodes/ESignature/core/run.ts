import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { canceled, factsOf, wrongInput } from '../errors/userError';
import type { Texts } from '../transport/apiError';
import { Gate } from '../transport/retry';
import { callsOf, getOrCreate, notesOf } from './call';
import { maxConcurrency, optionNumber } from './form';
import {
	errorJson,
	isUncertain,
	markNotDone,
	nodeError,
	NOT_FOR_THIS_ITEM,
	NOTHING_SENT,
	statusOf,
	type ItemOutcome,
	type NodeError,
	type Output,
} from './nodeError';
import type { Call, Operation, Resource } from './operation';
import { planJobs, slices, type Job, type Lane, type Plan } from './plan';

/** The item loop of every operation: n items in, an answer or an error for each, in order. */
export async function execute(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	texts: Texts = {},
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
	const { calls, unopened } = await openCalls(
		all.filter((item) => !known.has(item)),
		callsOf(host, notes, texts, gate),
	);
	const planned = await plan(host, resources, calls);
	const { resource, lanes, done, refused, envelopes, allowed, concurrency } = planned;
	gate.most = allowed;

	// Others may be sent, or were by an earlier try.
	const isAlone = all.length === 1 || (!continueOnFail && notes.tries <= 1);
	const refusals = [...unopened, ...refused].map(({ item, error }) => {
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
	const answers = oneAnswerEach([...earlier, ...done, ...refusals, ...outcomes], (item) => [
		...notes.of(item).done.values(),
	]);
	const outputs = answers.flatMap((answer) => ('output' in answer ? [answer.output.json] : []));
	saveEnvelopeIds(host, resource, outputs);
	showHint(host, planned.hint?.(outputs));
	return [answers.map(toItem(node))];
}

/** Credentials that are read at a time. */
const AT_ONCE = 50;

/** The calls of the items, and the items whose credential cannot be used. */
async function openCalls(items: number[], open: (item: number) => Promise<Call>) {
	const calls: Call[] = [];
	const unopened: Plan['refused'] = [];
	const openOne = async (item: number) =>
		await open(item).catch((error: unknown) => void unopened.push({ item, error }));
	for (const some of slices(items, AT_ONCE)) {
		const opened = await Promise.all(some.map(openOne));
		calls.push(...opened.filter((call) => call !== undefined));
	}
	return { calls, unopened };
}

interface Planned extends Plan, Pick<Operation, 'hint'> {
	resource: string;
	allowed: number;
	concurrency: number;
}

async function plan(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	calls: Call[],
): Promise<Planned> {
	try {
		const { resource, operation } = chosen(host, resources);
		const wanted = calls[0] ? Math.trunc(optionNumber(calls[0], maxConcurrency)) : 1;
		const allowed = Math.max(1, wanted);
		return {
			...(await planJobs(operation, calls)),
			resource,
			hint: operation.hint,
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

/** The contexts of tools have no place for it. */
function showHint(
	host: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>,
	message: string | undefined,
): void {
	if (message) host.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
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

// --- Jobs ----------------------------------------------------------------------------------------

export interface Rules {
	node: INode;
	concurrency: number;
	continueOnFail: boolean;
	/** What is said of an item for which nothing was sent. */
	nothingSent?: string;
	cancel?: AbortSignal;
	onFailure?(items: number[], error: NodeError): void;
}

/**
 * The first job alone, since it renews the token for all; then several lanes at a time. Without continue-on-fail
 * the first failure ends the run.
 */
export async function runJobs(lanes: Lane[], rules: Rules): Promise<ItemOutcome[]> {
	const { node, cancel, continueOnFail, concurrency } = rules;
	const breaker = new Breaker();
	const results = new Map<Job, ItemOutcome[]>();
	let isStopped = false;

	const fail = (job: Job, error: NodeError): ItemOutcome[] => {
		rules.onFailure?.(job.items, error);
		isStopped ||= !continueOnFail || cancel?.aborted === true;
		return job.items.map((item) => ({ item, error }));
	};

	const outcomesOf = async (job: Job): Promise<ItemOutcome[]> => {
		if (cancel?.aborted) return fail(job, canceled(node));
		const reason = breaker.open;
		if (reason) return fail(job, notAttempted(node, reason));
		const ended = await endOf(job, rules);
		if ('outcomes' in ended) {
			breaker.succeeded();
			return ended.outcomes;
		}
		const parts = continueOnFail ? (job.split?.(ended.error) ?? []) : [];
		if (parts.length === 0) {
			breaker.failed(ended.error);
			return fail(job, ended.error);
		}
		const outcomes: ItemOutcome[] = [];
		// One after the other: participants sign in the order in which they were added.
		for (const part of parts) outcomes.push(...(await outcomesOf(part)));
		return outcomes;
	};

	const [[first, ...others] = [], ...lanesBehind] = lanes;
	if (first) results.set(first, await outcomesOf(first));
	// All workers take from the same queue.
	const queue = [others, ...lanesBehind].values();
	const work = async () => {
		for (const lane of queue) {
			for (const job of lane) {
				if (isStopped) return;
				results.set(job, await outcomesOf(job));
			}
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));

	const jobs = lanes.flat();
	const outcomes = jobs.flatMap((job) => results.get(job) ?? []);
	const failed = outcomes.find((outcome) => 'error' in outcome);
	if (cancel?.aborted && (failed || results.size < jobs.length)) throw canceled(node);
	if (isStopped && failed) throw failed.error;
	return outcomes;
}

type Ended = { outcomes: ItemOutcome[] } | { error: NodeError };

async function endOf(job: Job, { node, nothingSent, continueOnFail }: Rules): Promise<Ended> {
	try {
		return { outcomes: await job.run() };
	} catch (raised) {
		const complete = (shown: NodeError) => job.completeError?.(shown);
		const error = nodeError(node, raised, job.items[0] ?? 0, complete, nothingSent);
		// With continue-on-fail each item gets the error; otherwise n8n shows the item that it names.
		if (!continueOnFail && job.failedItem) error.context.itemIndex = await job.failedItem(error);
		return { error };
	}
}

interface Reason {
	message: string;
	description: string;
}

const NOT_AVAILABLE: Reason = {
	message: 'Not attempted, because the service was not available for earlier items',
	description: 'Run the workflow again for these items once the service is available again.',
};

const NO_ENTRY: Reason = {
	message: 'Not attempted, because the service did not accept the credential for earlier items',
	description:
		'Open the credential to see what is wrong, then run the workflow again for these items.',
};

const MOST_IN_A_ROW = 5;

/** A service that fails so often in a row is left alone for the rest of the run. */
export class Breaker {
	/** Why nothing more is attempted, if so. */
	open?: Reason;

	private failures = 0;

	succeeded(): void {
		this.failures = 0;
	}

	failed(error: NodeError): void {
		const reason = outageOf(error);
		this.failures = reason ? this.failures + 1 : 0;
		if (this.failures >= MOST_IN_A_ROW) this.open = reason;
	}
}

/** What will fail for later items as well, as opposed to what one item did wrong. */
function outageOf(error: NodeError): Reason | undefined {
	const status = statusOf(error);
	const { signIn, outage } = factsOf(error);
	if (status === 401 || signIn) return NO_ENTRY;
	return status === 429 || status >= 500 || outage ? NOT_AVAILABLE : undefined;
}

function notAttempted(node: INode, { message, description }: Reason): NodeError {
	const error = new NodeOperationError(node, message, { description });
	factsOf(error).outcome = 'notDone';
	return error;
}

// --- The execution in n8n's list -----------------------------------------------------------------

/** n8n keeps no more than 512 characters of a value: as many IDs as fit. */
const MOST_IDS = 13;

const IDS_KEY = 'envelopeID';

/** The envelope that an output is about. */
function envelopeOf(json: IDataObject, isEnvelope: boolean): unknown {
	const { ID, envelopeID, envelope } = json;
	return envelopeID ?? (envelope as IDataObject | undefined)?.ID ?? (isEnvelope ? ID : undefined);
}

/**
 * Saves the envelope IDs of a run with its execution, so that it can be found by them in n8n's list of executions. A
 * run about many is found in other ways, and a tool or an older n8n has nowhere to save them.
 */
export function saveEnvelopeIds(
	host: Partial<Pick<IExecuteFunctions, 'customData'>>,
	resource: string,
	outputs: IDataObject[],
): void {
	const isEnvelope = resource === 'envelope';
	const IDs = new Set(outputs.map((json) => envelopeOf(json, isEnvelope)).filter(isText));
	if (IDs.size === 0 || IDs.size > MOST_IDS) return;
	try {
		const known = host.customData?.get(IDS_KEY)?.split(' ') ?? [];
		const all = [...new Set([...known, ...IDs])];
		if (all.length <= MOST_IDS) host.customData?.set(IDS_KEY, all.join(' '));
	} catch {
		// Optional: the run is not failed for it.
	}
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
