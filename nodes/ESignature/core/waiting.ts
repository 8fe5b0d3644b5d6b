import { createHmac, randomBytes } from 'crypto';

import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';
import { NodeOperationError, WAIT_FOR_SUB_EXECUTION } from 'n8n-workflow';

import { wrongInput } from '../errors/userError';
import { runJobs } from './jobs';
import { statusOf, type ItemOutcome } from './nodeError';
import type { Call, Wait, Waiting } from './operation';
import { roundWorkflow, STEPS, testWorkflow, watchWorkflow, type Step } from './waitWorkflows';

/*
 * How a node waits for days: it starts a sub-workflow that sleeps (waitWorkflows.ts), and n8n lets the node's own run
 * sleep until that one ends. Then n8n takes the result of the sub-workflow as the output of the node.
 */

/** What the sub-workflows hand from step to step, in one item. */
export interface WaitState {
	/** Whether the run goes on if the wait is stopped. */
	continueOnFail: boolean;
	/** When the wait began, and when it is given up, in milliseconds. */
	since: number;
	until: number;
	minutes: number;
	/** How long n8n sleeps before the next check, in minutes. */
	pause?: number;
	/** How many checks this round has made. */
	checks: number;
	next: 'check' | 'round' | 'finish' | 'cancel';
	/** One for each item of the run, in its order. */
	entries: WaitEntry[];
}

export interface WaitEntry {
	/** Its output so far. */
	json: IDataObject;
	/** The ID of what it waits for, until that is over. */
	open?: string;
	/** Since when it cannot be read. */
	failingSince?: number;
	/** Whether the service did not know it in the last check. */
	isMissing?: boolean;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** n8n stores the output of every check, and reads all of it again for the next one: so a round ends after this many. */
const CHECKS_PER_ROUND = 100;

/** n8n keeps shorter pauses in memory. */
const SHORTEST = 2;

/** Schedules the next check: after the minutes that the user wants, but not later than the end of the wait. */
function untilNextCheck(state: WaitState): WaitState {
	const left = (state.until - Date.now()) / MINUTE;
	return { ...state, pause: Math.max(SHORTEST, Math.min(state.minutes, left)) };
}

/** A process this old has started. A new wait is not put off by the process that it begins in. */
const STARTUP = SHORTEST * MINUTE;
const LONGEST_DELAY = 15;

/**
 * While n8n starts in regular mode, its recovery after a crash reads executions and writes them back later. A check that
 * ends in between would lose its result. The delay is random because n8n wakes all overdue checks at once.
 */
const putOff = (state: WaitState): WaitState => ({
	...state,
	pause: SHORTEST + Math.random() * Math.min(state.minutes, LONGEST_DELAY),
});

/** A state is alone in its item. What the node gives in the end may have any key of the service, and always has `waited`. */
const stateIn = (item: INodeExecutionData | undefined): WaitState | undefined =>
	item?.json.waited === undefined ? (item?.json.waiting as WaitState | undefined) : undefined;

const itemOf = (state: WaitState): INodeExecutionData => ({
	json: { waiting: state as unknown as IDataObject },
	pairedItem: { item: 0 },
});

async function startAndWait(
	host: IExecuteFunctions,
	code: IWorkflowBase,
	item: INodeExecutionData,
): Promise<{ isAsleep: boolean; items: INodeExecutionData[] }> {
	const { data, waitTill } = await host.executeWorkflow({ code }, [item], undefined, {
		parentExecution: {
			executionId: host.getExecutionId(),
			workflowId: host.getWorkflow().id as string,
			shouldResume: true,
		},
		executionMode: host.getMode(),
	});
	return { isAsleep: Boolean(waitTill), items: data[0] ?? [] };
}

// --- In the run that waits -----------------------------------------------------------------------

/** Raises before anything is sent if n8n could not wake the run up again. */
export async function assertCanWait(host: IExecuteFunctions, calls: Call[]): Promise<void> {
	// Older versions lose a run if n8n is stopped at the wrong moment: they do not look for its sub-workflow again.
	if (WAIT_FOR_SUB_EXECUTION === undefined) {
		throw wrongInput(
			'This version of n8n cannot wait until an envelope is signed',
			"Update n8n to 2.41 or later, or continue in a second workflow that starts with the 'E-Signature Trigger'.",
		);
	}
	const node = host.getNode();
	if (node.type.endsWith('Tool')) {
		throw wrongInput(
			'An AI agent tool cannot wait until an envelope is signed',
			'Wait in a workflow step after the agent instead.',
		);
	}
	if (!host.getExecutionId() || !host.getWorkflow().id) {
		throw wrongInput(
			'A workflow that was never saved cannot wait until an envelope is signed',
			'Save the workflow and run it again.',
		);
	}
	if (hasTimeout(host)) {
		throw wrongInput(
			'A workflow with a timeout cannot wait until an envelope is signed, because waiting counts toward the timeout',
			"Turn off 'Timeout Workflow' in the settings of the workflow, and of one that calls it.",
		);
	}
	const [account, ...others] = new Set(calls.map((call) => sealed(call.account)));
	const test = testWorkflow(withOptions(node, {}));
	const { items } = await startAndWait(host, test, { json: { account } });
	if (others.length === 0 && items[0]?.json.isSame === true) return;
	throw wrongInput(
		'The credential uses data from the item, which is not available while the workflow waits',
		"Use a credential without such an expression, or continue in a second workflow that starts with the 'E-Signature Trigger'.",
	);
}

/** What can be compared in this process only: n8n may store it, and nobody can guess the secret from it. */
const sealed = (account: string): string =>
	createHmac('sha256', SEAL).update(account).digest('base64');

const SEAL = randomBytes(32);

/** From the settings of this workflow, of one that has called it, or of n8n. */
function hasTimeout(host: IExecuteFunctions): boolean {
	const { additionalData } = host as { additionalData?: { executionTimeoutTimestamp?: number } };
	return additionalData?.executionTimeoutTimestamp !== undefined;
}

/**
 * The items, if they wait for nothing; otherwise n8n replaces them when the sub-workflow ends.
 *
 * @param haveFailed which of them are errors: the service may call a key of its own `error`
 */
export async function waitForAll(
	host: IExecuteFunctions,
	items: INodeExecutionData[],
	haveFailed: boolean[],
	{ minutes, days, options }: Wait,
	waiting: Waiting,
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const entries = items.map(({ json }, at): WaitEntry => {
		if (haveFailed[at]) return { json };
		const open = waiting.openIn(json);
		return open === undefined ? { json: { ...json, waited: 0 } } : { json, open };
	});
	const inOrder = (outputs: IDataObject[]) =>
		outputs.map((json, item) => ({ json, pairedItem: items[item]?.pairedItem }));
	if (!entries.some(isOpen)) return inOrder(entries.map(({ json }) => json));
	const state: WaitState = {
		continueOnFail: host.continueOnFail(),
		since: now,
		until: now + days * DAY,
		minutes,
		checks: 0,
		next: 'round',
		entries,
	};
	const watch = watchWorkflow(withOptions(host.getNode(), options));
	try {
		const started = await startAndWait(host, watch, itemOf(state));
		// With an error in the first item, Retry On Fail would start a second sub-workflow.
		if (started.isAsleep) return items.filter(({ json }) => json.error === undefined);
		return inOrder(started.items.map(({ json }) => json));
	} catch (error) {
		// Raised, it would send the inputs on, or nothing, and the IDs of what was sent would be lost.
		return inOrder(allGivenUp(state, messageOf(error)).map(({ json }) => json));
	}
}

const withOptions = (node: INode, options: IDataObject): INode => ({
	...node,
	parameters: { options: options as INode['parameters'] },
});

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

const isOpen = ({ open }: WaitEntry): boolean => open !== undefined;

// --- In the sub-workflows ------------------------------------------------------------------------

/** Which step of a sub-workflow this node is; none in the workflows of users. */
export function stepOf(host: IExecuteFunctions): Step | undefined {
	const { waitStep } = host.getNode().parameters;
	return STEPS.find((step) => step === waitStep);
}

export async function runStep(
	host: IExecuteFunctions,
	step: Step,
	waiting: Waiting,
	open: () => Promise<Call>,
): Promise<INodeExecutionData[]> {
	const input = host.getInputData()[0];
	if (step === 'account') {
		const isSame = await open().then(
			({ account }) => sealed(account) === input?.json.account,
			() => false,
		);
		return [{ json: { isSame } }];
	}
	if (step === 'watch') return watch(host, input);
	const state = stateIn(input) as WaitState;
	if (step === 'round') return await startRound(host, state);
	return [itemOf(await check(host, state, waiting, open))];
}

/** Ends the wait, or has another round started. */
function watch(
	host: IExecuteFunctions,
	input: INodeExecutionData | undefined,
): INodeExecutionData[] {
	const given = stateIn(input);
	// If the last round was lost because n8n was stopped, that one begins again.
	const state = given ?? stateBefore(host);
	if (state.next === 'cancel') {
		// n8n calls a run canceled whose error says 'canceled'.
		throw new NodeOperationError(host.getNode(), 'The run that waited was canceled or has ended');
	}
	// Only the message says whether a user or a shutdown canceled the round. A shutdown must not end the wait.
	if (!given && String(input?.json.error).includes('cancelled manually')) {
		return stopped(host.getNode(), state);
	}
	if (state.next !== 'finish') return [itemOf(state)];
	return state.entries.map(({ json }) => ({ json, pairedItem: { item: 0 } }));
}

/** As n8n puts it where it was this sub-workflow that the user stopped. */
const STOPPED = 'The execution was cancelled manually';

const STILL_OPEN =
	"The envelope is still open. To go on, use 'Wait Until Signed' with its ID; otherwise cancel it.";

/** How the run goes on that was left by a user who stopped the round. */
function stopped(node: INode, { continueOnFail, entries }: WaitState): INodeExecutionData[] {
	if (!continueOnFail) throw new NodeOperationError(node, STOPPED, { description: STILL_OPEN });
	return entries.map(({ json, open }) => ({
		json:
			open === undefined
				? json
				: { error: STOPPED, details: { description: STILL_OPEN, envelopeID: open } },
		pairedItem: { item: 0 },
	}));
}

interface RunProxy {
	$runIndex: number;
	$(node: string): { first(output: number, run: number): INodeExecutionData };
}

/** What this node gave before the last round. */
function stateBefore(host: IExecuteFunctions): WaitState {
	const { $, $runIndex } = host.getWorkflowDataProxy(0) as unknown as RunProxy;
	return stateIn($(host.getNode().name).first(0, $runIndex - 1)) as WaitState;
}

async function startRound(
	host: IExecuteFunctions,
	state: WaitState,
): Promise<INodeExecutionData[]> {
	const begun = untilNextCheck({ ...state, checks: 0, next: 'check' });
	try {
		const round = roundWorkflow(host.getNode());
		const { isAsleep, items } = await startAndWait(host, round, itemOf(begun));
		if (!isAsleep) return items;
		// Seen only if n8n is stopped just between two rounds, or while the wait ends.
		const reason = "n8n was stopped while it waited. Check the envelope's status.";
		return allGivenUp(state, reason).map(({ json }) => ({ json }));
	} catch (error) {
		const entries = allGivenUp(state, messageOf(error));
		return [itemOf({ ...state, next: 'finish', entries })];
	}
}

/** Whether the run still sleeps. n8n says which one it is: an input could name any. */
async function isAwaited(host: IExecuteFunctions): Promise<boolean> {
	const parentOf = async (id?: string) => (id ? await host.getExecutionDataById(id) : undefined);
	const watch = await parentOf(host.getExecutionContext()?.parentExecutionId);
	const run = await parentOf(watch?.parentExecution?.executionId);
	// A run that was canceled has an error; one that has ended in another way sleeps no longer.
	return Boolean(run?.waitTill && !run.resultData.error);
}

/** Reads every open envelope once. */
async function check(
	host: IExecuteFunctions,
	state: WaitState,
	waiting: Waiting,
	open: () => Promise<Call>,
): Promise<WaitState> {
	if (performance.now() < STARTUP) return putOff(state);
	if (!(await isAwaited(host))) return { ...state, next: 'cancel' };
	let opened: Promise<Call> | undefined;
	const read = async (id: string) => await waiting.read(await (opened ??= open()), id);
	const ids = [...new Set(state.entries.flatMap(({ open: id }) => id ?? []))];
	const lanes = ids.map((id, item) => [
		{ items: [item], run: async () => [{ item, output: { json: await read(id) } }] },
	]);
	const outcomes = await runJobs(lanes, {
		node: host.getNode(),
		concurrency: host.getNodeParameter('options.maxConcurrency', 0) as number,
		// A failure is tried again with the next check.
		continueOnFail: true,
		cancel: host.getExecutionCancelSignal(),
	});
	const byId = new Map(outcomes.map((outcome) => [ids[outcome.item], outcome]));
	const now = Date.now();
	const entries = state.entries.map((entry) => {
		const outcome = byId.get(entry.open);
		return outcome ? checked(entry, outcome, state, waiting, now) : entry;
	});
	const checks = state.checks + 1;
	const again = checks < CHECKS_PER_ROUND ? 'check' : 'round';
	const next = entries.some(isOpen) ? again : 'finish';
	return untilNextCheck({ ...state, entries, checks, next });
}

const waitedFor = ({ since }: WaitState, now: number): number => Math.round((now - since) / MINUTE);

const givenUp = (json: IDataObject, state: WaitState, reason?: string): WaitEntry => ({
	json: { ...json, waited: waitedFor(state, Date.now()), gaveUp: true, ...(reason && { reason }) },
});

const allGivenUp = (state: WaitState, reason: string): WaitEntry[] =>
	state.entries.map((entry) => (isOpen(entry) ? givenUp(entry.json, state, reason) : entry));

/** What has become of an entry by a check. One that is still open stays the same object, which n8n stores once. */
export function checked(
	entry: WaitEntry,
	outcome: ItemOutcome,
	state: WaitState,
	{ openIn, missing }: Waiting,
	now: number,
): WaitEntry {
	const waited = waitedFor(state, now);
	const isLate = now >= state.until;
	if ('error' in outcome) {
		const { failingSince = now } = entry;
		const isMissing = statusOf(outcome.error) === 404;
		// Twice in a row, so that one odd answer does not end it.
		if (isMissing && entry.isMissing) return { json: { ...entry.json, ...missing, waited } };
		return isLate || now - failingSince >= DAY
			? givenUp(entry.json, state, outcome.error.message)
			: { ...entry, failingSince, isMissing };
	}
	const json = { ...entry.json, ...outcome.output.json };
	if (openIn(json) === undefined) return { json: { ...json, waited } };
	if (isLate) return givenUp(json, state);
	return entry.failingSince === undefined ? entry : { json: entry.json, open: entry.open };
}
