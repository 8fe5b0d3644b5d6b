import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Envelope } from '../api/types';
import { isEnded } from '../api/values';
import { readEnvelope } from '../actions/envelope/envelope';
import type { Call } from '../core';
import { runJobs } from '../core/jobs';
import { nodeError } from '../errors/nodeError';
import { canceled, caught, statusOf, UserError } from '../errors/userError';
import {
	allGivenUp,
	DAY,
	givenUp,
	isOpen,
	itemOf,
	MINUTE,
	startAndWait,
	stateIn,
	waitedFor,
	type WaitEntry,
	type WaitState,
} from './state';
import { roundWorkflow, STEPS, type Step } from './subWorkflows';
import { fingerprintOf } from './wait';

/* What the node does in the sub-workflows of a wait. */

/** n8n keeps pauses of less than 65 seconds in memory (n8n-nodes-base, Wait.node.ts). */
const MIN_PAUSE_MINUTES = 2;

/** Schedules the next check: after the minutes that the user wants, but not later than the end of the wait. */
function scheduleNextCheck(state: WaitState): WaitState {
	const remaining = (state.until - Date.now()) / MINUTE;
	return { ...state, pause: Math.max(MIN_PAUSE_MINUTES, Math.min(state.minutes, remaining)) };
}

/** After this, n8n has started. No pause of a wait is shorter, so a new wait is never delayed. */
const STARTUP_MS = MIN_PAUSE_MINUTES * MINUTE;
const MAX_STARTUP_DELAY_MINUTES = 15;

/**
 * While n8n starts in regular mode, its recovery after a crash reads executions and writes them back later (n8n,
 * execution-recovery.service.ts). A check that ends in between would lose its result. The delay is random because n8n
 * wakes all overdue checks at once.
 */
const delayCheck = (state: WaitState): WaitState => ({
	...state,
	pause: MIN_PAUSE_MINUTES + Math.random() * Math.min(state.minutes, MAX_STARTUP_DELAY_MINUTES),
});

/** n8n stores the output of every check, and reads all of it again for the next one: so a round ends after this many. */
const CHECKS_PER_ROUND = 100;

/** Which step of a sub-workflow this node is; none in the workflows of users. */
export function stepOf(host: IExecuteFunctions): Step | undefined {
	const { waitStep } = host.getNode().parameters;
	return STEPS.find((step) => step === waitStep);
}

type EnvelopeReader = Pick<Call, 'account' | 'request'>;

export async function runStep(
	host: IExecuteFunctions,
	step: Step,
	open: () => Promise<EnvelopeReader>,
): Promise<INodeExecutionData[]> {
	const input = host.getInputData()[0];
	if (step === 'account') {
		const isSame = await open().then(
			({ account }) => fingerprintOf(account) === input?.json.account,
			() => false,
		);
		return [{ json: { isSame } }];
	}
	if (step === 'watch') return watch(host, input);
	const state = stateIn(input) as WaitState;
	if (step === 'round') return await startRound(host, state);
	return [itemOf(await check(host, state, open))];
}

/** Ends the wait, or has another round started. */
function watch(
	host: IExecuteFunctions,
	input: INodeExecutionData | undefined,
): INodeExecutionData[] {
	const current = stateIn(input);
	// If the last round was lost because n8n was stopped, that one begins again.
	const state = current ?? stateBefore(host);
	if (state.next === 'cancel') {
		throw nodeError(host.getNode(), canceled('The run that waited was canceled or has ended.'));
	}
	// Only the message says whether a user or a shutdown canceled the round. A shutdown must not end the wait.
	if (!current && String(input?.json.error).includes('cancelled manually')) {
		return outputAfterStop(host.getNode(), state);
	}
	if (state.next !== 'finish') return [itemOf(state)];
	return state.entries.map(({ json }) => ({ json, pairedItem: { item: 0 } }));
}

/** As n8n puts it where it was this sub-workflow that the user stopped (n8n-workflow, execution-cancelled.error.ts). */
const STOPPED = 'The execution was cancelled manually';

const STILL_OPEN =
	"The envelope is still open. To go on, use 'Wait Until Signed' with its ID; otherwise cancel it.";

/** How the run goes on that was left by a user who stopped the round. */
function outputAfterStop(
	node: INode,
	{ continueOnFail, entries }: WaitState,
): INodeExecutionData[] {
	if (!continueOnFail) throw nodeError(node, new UserError(STOPPED, STILL_OPEN));
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

/** The state before the last round. */
function stateBefore(host: IExecuteFunctions): WaitState {
	const { $, $runIndex } = host.getWorkflowDataProxy(0) as unknown as RunProxy;
	return stateIn($(host.getNode().name).first(0, $runIndex - 1)) as WaitState;
}

async function startRound(
	host: IExecuteFunctions,
	state: WaitState,
): Promise<INodeExecutionData[]> {
	const begun = scheduleNextCheck({ ...state, checks: 0, next: 'check' });
	try {
		const round = roundWorkflow(host.getNode());
		const { isAsleep, items } = await startAndWait(host, round, itemOf(begun));
		if (!isAsleep) return items;
		// Seen only if n8n is stopped just between two rounds, or while the wait ends.
		const reason = "n8n was stopped while it waited. Check the envelope's status.";
		return allGivenUp(state, reason).map(({ json }) => ({ json }));
	} catch (error) {
		const entries = allGivenUp(state, caught(error).message);
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
	open: () => Promise<EnvelopeReader>,
): Promise<WaitState> {
	if (performance.now() < STARTUP_MS) return delayCheck(state);
	if (!(await isAwaited(host))) return { ...state, next: 'cancel' };
	let opened: Promise<EnvelopeReader> | undefined;
	const ids = [...new Set(state.entries.flatMap(({ open: id }) => id ?? []))];
	const readings = new Map<string, Reading>();
	const sequences = ids.map((id, item) => [
		{
			items: [item],
			run: async () => {
				readings.set(id, { envelope: await readEnvelope(await (opened ??= open()), id) });
			},
		},
	]);
	await runJobs(sequences, {
		concurrency: host.getNodeParameter('options.maxConcurrency', 0) as number,
		// A failure is tried again with the next check.
		continueOnFail: true,
		cancel: host.getExecutionCancelSignal(),
		onFailure: ([item = 0], error) => readings.set(ids[item] ?? '', { error }),
	});
	const now = Date.now();
	const entries = state.entries.map((entry) => {
		const reading = readings.get(entry.open ?? '');
		return reading ? applyReading(entry, reading, state, now) : entry;
	});
	const checks = state.checks + 1;
	const again = checks < CHECKS_PER_ROUND ? 'check' : 'round';
	const next = entries.some(isOpen) ? again : 'finish';
	return scheduleNextCheck({ ...state, entries, checks, next });
}

export type Reading = { envelope: Envelope } | { error: UserError };

/** An entry that is still open stays the same object, which n8n stores once. */
export function applyReading(
	entry: WaitEntry,
	reading: Reading,
	state: WaitState,
	now: number,
): WaitEntry {
	const waited = waitedFor(state, now);
	const isLate = now >= state.until;
	if ('error' in reading) {
		const { failingSince = now } = entry;
		const isMissing = statusOf(reading.error) === 404;
		// Twice in a row, so that one odd answer does not end it.
		if (isMissing && entry.isMissing) return { json: { ...entry.json, status: 'deleted', waited } };
		return isLate || now - failingSince >= DAY
			? givenUp(entry.json, state, reading.error.message)
			: { ...entry, failingSince, isMissing };
	}
	const json = { ...entry.json, ...reading.envelope };
	if (isEnded(json.status)) return { json: { ...json, waited } };
	if (isLate) return givenUp(json, state);
	return entry.failingSince === undefined ? entry : { json: entry.json, open: entry.open };
}
