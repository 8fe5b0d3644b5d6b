import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { canceled, factsOf } from '../errors/userError';
import { nodeError, statusOf, type ItemOutcome, type NodeError } from './nodeError';
import type { Job, Lane } from './plan';

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

const NOT_SIGNED_IN: Reason = {
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
	if (status === 401 || signIn) return NOT_SIGNED_IN;
	return status === 429 || status >= 500 || outage ? NOT_AVAILABLE : undefined;
}

function notAttempted(node: INode, { message, description }: Reason): NodeError {
	const error = new NodeOperationError(node, message, { description });
	factsOf(error).outcome = 'notDone';
	return error;
}
