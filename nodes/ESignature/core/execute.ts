import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InputError } from '../transport/explained';
import { callsOf } from './call';
import { runJobs, type Outcome } from './jobs';
import { errorJson, nodeError } from './nodeError';
import type { Operation, Resource } from './operation';
import { maxConcurrency, numberOf } from './options';
import { planJobs, type Plan } from './plan';

/** The item loop of every operation: n items in, an answer or an error for each, in order. */
export async function execute(
	host: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const items = host.getInputData().map((_, item) => item);
	const node = host.getNode();
	const continueOnFail = host.continueOnFail();
	const { jobs, refused, concurrency } = await plan(host, resources, items);

	const refusals = refused.map(({ item, error }) => ({
		item,
		error: nodeError(node, error, item),
	}));
	if (refusals[0] && !continueOnFail) throw refusals[0].error;
	const outcomes = await runJobs(jobs, {
		node,
		concurrency,
		continueOnFail,
		cancel: host.getExecutionCancelSignal(),
	});
	return [inInputOrder([...refusals, ...outcomes]).map(toItem)];
}

async function plan(
	host: IExecuteFunctions,
	resources: readonly Resource[],
	items: number[],
): Promise<Plan & { concurrency: number }> {
	try {
		const operation = chosenOperation(host, resources);
		const calls = items.map(callsOf(host));
		const allowed = calls[0] ? Math.trunc(numberOf(calls[0], maxConcurrency)) : 1;
		return {
			...(await planJobs(operation, calls)),
			concurrency: Math.max(1, Math.min(allowed, operation.concurrency ?? Infinity)),
		};
	} catch (error) {
		// Nothing can run, but each item is answered: a thrown error would send the inputs on as results.
		return { jobs: [], refused: items.map((item) => ({ item, error })), concurrency: 1 };
	}
}

function chosenOperation(host: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = host.getNodeParameter('resource', 0) as string;
	const operation = host.getNodeParameter('operation', 0) as string;
	const operations = resources.find(({ value }) => value === resource)?.operations ?? {};
	const chosen = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
	if (chosen) return chosen;
	throw new InputError(
		`This node has no operation '${operation}' for '${resource}'`,
		"Choose a resource and an operation from the lists. For other endpoints of the service, use n8n's HTTP Request node with this credential.",
	);
}

const inInputOrder = (outcomes: Outcome[]): Outcome[] =>
	[...outcomes].sort((a, b) => a.item - b.item);

function toItem(outcome: Outcome): INodeExecutionData {
	const pairedItem = { item: outcome.item };
	return 'error' in outcome
		? { json: errorJson(outcome.error), pairedItem }
		: { ...outcome.output, pairedItem };
}
