import { createHmac, randomBytes } from 'crypto';

import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { WAIT_FOR_SUB_EXECUTION } from 'n8n-workflow';

import { isEnded } from '../api/values';
import type { Wait } from '../actions/envelope/waiting';
import type { Call } from '../core';
import type { Results } from '../core/run';
import { caught, wrongInput } from '../errors/userError';
import {
	allGivenUp,
	DAY,
	isOpen,
	itemOf,
	startAndWait,
	type WaitEntry,
	type WaitState,
} from './state';
import { testWorkflow, watchWorkflow } from './subWorkflows';

/*
 * How a node waits for days: it starts a sub-workflow that sleeps (subWorkflows.ts), and n8n lets the node's own run
 * sleep until that one ends (n8n-core, base-execute-context.ts: `executeWorkflow`). Then n8n takes the result of the
 * sub-workflow as the output of the node (n8n, workflow-helpers.ts).
 */

/** Throws if n8n could not wake the run up again. */
export async function assertCanWait(
	host: IExecuteFunctions,
	calls: ReadonlyArray<Pick<Call, 'account'>>,
): Promise<void> {
	// Older versions lose a run if n8n is stopped at the wrong moment: they do not look for its sub-workflow again (n8n,
	// wait-tracker.ts: `resumeParentsOfFinishedSubExecutions`).
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
	const [account, ...others] = new Set(calls.map((call) => fingerprintOf(call.account)));
	const test = testWorkflow(withOptions(node, {}));
	const { items } = await startAndWait(host, test, { json: { account } });
	if (others.length === 0 && items[0]?.json.isSame === true) return;
	throw wrongInput(
		'The credential uses data from the item, which is not available while the workflow waits',
		"Use a credential without such an expression, or continue in a second workflow that starts with the 'E-Signature Trigger'.",
	);
}

/** Comparable in this process only: n8n may store it, and nobody can guess the secret from it. */
export const fingerprintOf = (account: string): string =>
	createHmac('sha256', FINGERPRINT_KEY).update(account).digest('base64');

const FINGERPRINT_KEY = randomBytes(32);

/** From the settings of this workflow, of one that has called it, or of n8n (n8n, workflow-runner.ts). */
function hasTimeout(host: IExecuteFunctions): boolean {
	const { additionalData } = host as { additionalData?: { executionTimeoutTimestamp?: number } };
	return additionalData?.executionTimeoutTimestamp !== undefined;
}

/**
 * The items, if they wait for nothing; otherwise n8n replaces them when the sub-workflow ends.
 */
export async function waitForAll(
	host: IExecuteFunctions,
	{ items, failed }: Pick<Results, 'items' | 'failed'>,
	{ minutes, days, options }: Wait,
): Promise<INodeExecutionData[]> {
	const now = Date.now();
	const entries = items.map((item): WaitEntry => {
		const { json } = item;
		if (failed.has(item)) return { json };
		return isEnded(json.status)
			? { json: { ...json, waited: 0 } }
			: { json, open: String(json.ID) };
	});
	const toItems = (outputs: IDataObject[]) =>
		outputs.map((json, item) => ({ json, pairedItem: items[item]?.pairedItem }));
	if (!entries.some(isOpen)) return toItems(entries.map(({ json }) => json));
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
		return toItems(started.items.map(({ json }) => json));
	} catch (error) {
		// Thrown, it would send the inputs on, or nothing, and the IDs of what was sent would be lost.
		return toItems(allGivenUp(state, caught(error).message).map(({ json }) => json));
	}
}

const withOptions = (node: INode, options: IDataObject): INode => ({
	...node,
	parameters: { options: options as INode['parameters'] },
});
