import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { factsOf } from '../errors/userError';
import {
	isInputError,
	isUncertain,
	nodeError,
	statusOf,
	type NodeError,
	type ItemOutcome,
	type Output,
} from './nodeError';

/** A piece of work that succeeds or fails as a whole. */
export interface Job {
	/** The input items it serves, in order. */
	items: number[];
	run(): Promise<Array<{ item: number; output: Output }>>;
	/** The same work, one job per item: so that one bad item does not fail the others. */
	split?(): Job[];
	/** Told how it failed: a refused request may have been carried out in part. */
	failed?(error: NodeError): void;
	/** What the item has all the same, if that is all that it asked of this job. */
	doneOf?(item: number): ItemOutcome[] | undefined;
	/** Whether it has changed anything at the service. */
	hasWritten?(): boolean;
	/** Statuses that one item may have caused. */
	splitOn?: readonly number[];
	/** The item that the service complained about, where its answer tells. */
	guilty?(error: NodeError): number | undefined;
}

export interface Rules {
	node: INode;
	concurrency: number;
	continueOnFail: boolean;
	cancel?: AbortSignal;
	/** Told of each failure, with the items that it is about. */
	failed?(items: number[], error: NodeError): void;
}

/** n8n marks an execution as stopped by exactly this spelling. */
const CANCELLED = 'The execution was canceled';
/** Jobs that are done one after the other. */
export type Lane = Job[];

/**
 * Runs jobs: the first alone, so that it renews the token for all, then several lanes at a time. This is
 * the only place that catches. Without continue-on-fail the first failure ends the run.
 */
export async function runJobs(lanes: Lane[], rules: Rules): Promise<ItemOutcome[]> {
	const runner = new Runner(rules);
	const results = new Map<Job, ItemOutcome[]>();
	const [[first, ...next] = [], ...others] = lanes;
	const queue = [next, ...others].values();
	const work = async () => {
		for (const lane of queue) {
			for (const job of lane) {
				if (runner.stopped) return;
				results.set(job, await runner.run(job));
			}
		}
	};
	if (first) results.set(first, await runner.run(first));
	if (!runner.stopped) await Promise.all(Array.from({ length: rules.concurrency }, work));

	const jobs = lanes.flat();
	const outcomes = jobs.flatMap((job) => results.get(job) ?? []);
	const failed = outcomes.find((outcome) => 'error' in outcome);
	const incomplete = failed !== undefined || results.size < jobs.length;
	if (rules.cancel?.aborted && incomplete) throw new NodeOperationError(rules.node, CANCELLED);
	if (runner.stopped && failed) throw failed.error;
	return outcomes;
}

class Runner {
	stopped = false;

	private readonly breaker = new Breaker();

	constructor(private readonly rules: Rules) {}

	async run(job: Job): Promise<ItemOutcome[]> {
		const { node, cancel, continueOnFail } = this.rules;
		if (cancel?.aborted) return this.fail(job, new NodeOperationError(node, CANCELLED));
		const reason = this.breaker.open;
		if (reason) return this.fail(job, notAttempted(node, reason));
		const result = await attempt(job, node);
		if (!('error' in result)) {
			this.breaker.succeeded();
			return result.done;
		}
		const { error } = result;
		const parts = continueOnFail && mayBeOneItem(job, error) ? (job.split?.() ?? []) : [];
		// A job that cannot be made smaller would be split for ever.
		if (parts.length > 1) {
			const outcomes: ItemOutcome[] = [];
			// One after the other: participants sign in the order in which they were added.
			for (const part of parts) outcomes.push(...(await this.run(part)));
			return outcomes;
		}
		this.breaker.failed(error);
		return this.fail(job, error);
	}

	private fail(job: Job, error: NodeError): ItemOutcome[] {
		this.rules.failed?.(job.items, error);
		this.stopped ||= !this.rules.continueOnFail || this.rules.cancel?.aborted === true;
		return job.items.flatMap((item): ItemOutcome[] => job.doneOf?.(item) ?? [{ item, error }]);
	}
}

/** Whether one of several items may have caused it, so that the others deserve a try of their own. */
const mayBeOneItem = (job: Job, error: NodeError): boolean =>
	job.items.length > 1 &&
	job.split !== undefined &&
	!isUncertain(error) &&
	(isInputError(error) ||
		job.splitOn?.includes(statusOf(error)) === true ||
		// Usually the whole target is missing; but where the service names an entry, it is that one.
		(statusOf(error) === 404 && job.guilty?.(error) !== undefined));

async function attempt(
	job: Job,
	node: INode,
): Promise<{ done: ItemOutcome[] } | { error: NodeError }> {
	try {
		return { done: await job.run() };
	} catch (raised) {
		const error = nodeError(node, raised, job.items[0] ?? 0);
		job.failed?.(error);
		const guilty = job.guilty?.(error);
		if (guilty !== undefined) error.context.itemIndex = guilty;
		return { error };
	}
}

interface Reason {
	message: string;
	description: string;
}

const SILENT: Reason = {
	message: 'Not attempted, because the service did not respond for earlier items',
	description: 'Run the workflow again for these items once the service is available again.',
};

const NO_ENTRY: Reason = {
	message: 'Not attempted, because the service did not accept the credential for earlier items',
	description: 'Open the credential and test it, then run the workflow again for these items.',
};

const MOST = { failures: 5, refusedSignIns: 3 };

/** A service that fails so often in a row is left alone for the rest of the run. */
export class Breaker {
	private failures = 0;

	private refusedSignIns = 0;

	succeeded(): void {
		this.failures = 0;
		this.refusedSignIns = 0;
	}

	failed(error: NodeError): void {
		this.failures = isOutage(error) ? this.failures + 1 : 0;
		this.refusedSignIns = isRefusedSignIn(error) ? this.refusedSignIns + 1 : 0;
	}

	/** Why nothing more is attempted, if so. */
	get open(): Reason | undefined {
		if (this.refusedSignIns >= MOST.refusedSignIns) return NO_ENTRY;
		return this.failures >= MOST.failures ? SILENT : undefined;
	}
}

/** Limits, trouble and silence of the service; not what one item did wrong. */
const isOutage = (error: NodeError): boolean => {
	const status = statusOf(error);
	return status === 429 || status >= 500 || factsOf(error).outage === true;
};

/** The service does not take the credential, or not even a new token: no later item will fare better. */
const isRefusedSignIn = (error: NodeError): boolean =>
	statusOf(error) === 401 || factsOf(error).signIn === true;

export function notAttempted(node: INode, { message, description }: Reason): NodeError {
	const error = new NodeOperationError(node, message, { description });
	factsOf(error).outcome = 'notDone';
	return error;
}
