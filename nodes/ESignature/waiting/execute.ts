import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { RESOURCES } from '../actions';
import { createAndSend, waitUntilSigned } from '../actions/envelope';
import { waitAfterSending, waitOf, type Wait } from '../actions/envelope/waiting';
import { saveEnvelopesIn, saveEnvelopesOf } from '../actions/executionList';
import type { Call, Operation } from '../core';
import { Attempts } from '../core/attempts';
import { callsOf } from '../core/call';
import { execute as executeOperation } from '../core/run';
import type { Texts } from '../errors/sentences';
import { wrongInput } from '../errors/userError';
import { quantity } from '../values/text';
import { runStep, stepOf } from './steps';
import { assertCanWait, waitForAll } from './wait';

/** An operation of the node, and the wait for its envelopes; or a step of a sub-workflow that waits. */
export async function execute(
	host: IExecuteFunctions,
	texts: Texts,
): Promise<INodeExecutionData[][]> {
	const step = stepOf(host);
	if (step) return [await runStep(host, step, async () => await openCall(host, texts))];
	let wait: Wait | undefined;
	return await executeOperation(host, RESOURCES, texts, {
		beforeSending: async (operation, calls) => {
			saveEnvelopesOf(host, operation, calls);
			wait = sharedWait(operation, calls);
			if (wait) await assertCanWait(host, calls);
		},
		afterwards: async (operation, results) => {
			saveEnvelopesIn(host, operation, results.outputs);
			return wait ? await waitForAll(host, results, wait) : results.items;
		},
	});
}

const openCall = async (host: IExecuteFunctions, texts: Texts): Promise<Call> =>
	await callsOf(host, new Attempts(), texts)(0);

/** The operations that may wait, and what an item says of it. */
const WAITS = new Map<Operation, (call: Call) => Wait | undefined>([
	[waitUntilSigned, waitOf],
	[createAndSend, waitAfterSending],
]);

/** How long a run waits, and how often it checks; undefined if it does not wait. All items have to agree. */
function sharedWait(operation: Operation, calls: readonly Call[]): Wait | undefined {
	const waitOfItem = WAITS.get(operation);
	const [first, ...others] = waitOfItem ? calls.map(waitOfItem) : [];
	const different = others.map(inWords).find((terms) => terms !== inWords(first));
	if (different === undefined) return first;
	throw wrongInput(
		`All items must have the same wait options, but one ${inWords(first)}, and another ${different}`,
		'Use the same wait options for all items, or separate the items before this step, e.g. with an If node.',
	);
}

const inWords = (wait?: Wait): string =>
	wait
		? `checks every ${quantity(wait.minutes, 'minutes')} for ${quantity(wait.days, 'days')}`
		: 'does not wait';
