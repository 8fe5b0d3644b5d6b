import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { quantity, quoted } from '../values/text';
import { wrongInput } from '../errors/userError';
import type { Texts } from '../transport/apiError';
import { Gate } from '../transport/retry';
import { getOrCreate, slices } from '../values/collections';
import { callsOf, notesOf } from './call';
import { maxConcurrency, optionNumber } from './form';
import {
	errorJson,
	isUncertain,
	markNotDone,
	nodeError,
	NOT_FOR_THIS_ITEM,
	NOTHING_SENT,
	type ItemOutcome,
	type NodeError,
	type Output,
} from './nodeError';
import { runJobs } from './jobs';
import type { Call, Operation, Resource, Wait, Waiting } from './operation';
import { planJobs, type Plan } from './plan';
import { assertCanWait, runStep, stepOf, waitForAll } from './waiting';

export async function execute(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	texts: Texts = {},
): Promise<INodeExecutionData[][]> {
	const step = stepOf(host);
	if (!step) return [await runItems(host, resources, texts)];
	const waiting = waitingOf(chosen(host, resources).operation) as Waiting;
	const gate = new Gate(1);
	const callOf = callsOf(host, notesOf(host), texts, gate);
	return [
		await runStep(host, step, waiting, async () => {
			const call = await callOf(0);
			gate.most = optionNumber(call, maxConcurrency);
			return call;
		}),
	];
}

/** The item loop of every operation: n items in, an answer or an error for each, in order. */
async function runItems(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	texts: Texts,
): Promise<INodeExecutionData[]> {
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
	const { calls: opened, ...failed } = await openCalls(all, callsOf(host, notes, texts, gate));
	const calls = opened.filter(({ item }) => !known.has(item));
	const unopened = failed.unopened.filter(({ item }) => !known.has(item));
	const planned = await plan(host, resources, calls, opened);
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
	const items = answers.map(toItem(node));
	const { wait, waiting } = planned;
	if (!wait || !waiting) return items;
	const haveFailed = answers.map((answer) => 'error' in answer);
	return await waitForAll(host, items, haveFailed, wait, waiting);
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
	waiting?: Waiting;
	wait?: Wait;
}

const waitingOf = (operation: Operation): Waiting | undefined =>
	'waiting' in operation ? operation.waiting : undefined;

const termsOf = (wait?: Wait): string =>
	wait
		? `checks every ${quantity(wait.minutes, 'minutes')} for ${quantity(wait.days, 'days')}`
		: 'does not wait';

/** One wait is for all items, which may have expressions in its options. */
function sameWait([first, ...others]: Array<Wait | undefined>): Wait | undefined {
	const different = others.map(termsOf).find((terms) => terms !== termsOf(first));
	if (different === undefined) return first;
	throw wrongInput(
		`All items must have the same wait options, but one ${termsOf(first)}, and another ${different}`,
		'Use the same wait options for all items, or separate the items before this step, e.g. with an If node.',
	);
}

/** @param opened of all items, also of those that an earlier try has done */
async function plan(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	calls: Call[],
	opened: Call[],
): Promise<Planned> {
	const [first] = opened;
	try {
		const { resource, operation } = chosen(host, resources);
		const allowed = first ? optionNumber(first, maxConcurrency) : 1;
		const waiting = waitingOf(operation);
		const wait = waiting && sameWait(opened.map((call) => waiting.wait(call)));
		const planned = await planJobs(operation, calls);
		// An earlier try that has sent something has checked this before.
		if (wait && calls.length === opened.length) await assertCanWait(host, opened);
		return {
			...planned,
			resource,
			waiting,
			wait,
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
		`This node has no operation ${quoted(name)} for ${quoted(resource)}`,
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
