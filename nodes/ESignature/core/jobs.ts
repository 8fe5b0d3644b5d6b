import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { canceled, factsOf } from '../errors/userError';
import {
	isInputError,
	isUncertain,
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
	/** The outcomes of an item whose entries were all carried out although the job failed; undefined otherwise. */
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
	/** What is said of an item for which nothing was sent. */
	nothingSent?: string;
	cancel?: AbortSignal;
	/** Told of each failure, with the items that it is about. */
	failed?(items: number[], error: NodeError): void;
}

/** Jobs that are done one after the other. */
export type Lane = Job[];

/** How a job ended. */
export type Ended = { done: ItemOutcome[] } | { error: NodeError };

/** Hands out one job after the other, and is told how each ended. */
export type Work = Generator<Job, void, Ended>;

/**
 * Which job is next, and what follows from how one ended: who else is to be tried, and who is not worth
 * it any more. Without continue-on-fail the first failure ends the run.
 */
export class Schedule {
	private stopped = false;

	private readonly breaker = new Breaker();

	private readonly results = new Map<Job, ItemOutcome[]>();

	/** Shared by all who work. */
	private readonly queue: IterableIterator<Lane>;

	constructor(
		private readonly lanes: Lane[],
		private readonly rules: Rules,
	) {
		const [[, ...next] = [], ...others] = lanes;
		this.queue = [next, ...others].values();
	}

	/** The first job, to be done alone: it renews the token for all. */
	*first(): Work {
		const job = this.lanes[0]?.[0];
		if (job) this.results.set(job, yield* this.tried(job));
	}

	/** Lane by lane, for one of several who work at the same time. */
	*others(): Work {
		for (const lane of this.queue) {
			for (const job of lane) {
				if (this.stopped) return;
				this.results.set(job, yield* this.tried(job));
			}
		}
	}

	/** What became of all; raises what ended the run. */
	outcomes(): ItemOutcome[] {
		const { cancel, node } = this.rules;
		const jobs = this.lanes.flat();
		const outcomes = jobs.flatMap((job) => this.results.get(job) ?? []);
		const failed = outcomes.find((outcome) => 'error' in outcome);
		const incomplete = failed !== undefined || this.results.size < jobs.length;
		if (cancel?.aborted && incomplete) throw canceled(node);
		if (this.stopped && failed) throw failed.error;
		return outcomes;
	}

	private *tried(job: Job): Generator<Job, ItemOutcome[], Ended> {
		const { node, cancel, continueOnFail } = this.rules;
		if (cancel?.aborted) return this.fail(job, canceled(node));
		const reason = this.breaker.open;
		if (reason) return this.fail(job, notAttempted(node, reason));
		const ended = yield job;
		if (!('error' in ended)) {
			this.breaker.succeeded();
			return ended.done;
		}
		const { error } = ended;
		const parts = continueOnFail && mayBeOneItem(job, error) ? (job.split?.() ?? []) : [];
		// A job that cannot be made smaller would be split for ever.
		if (parts.length > 1) {
			const outcomes: ItemOutcome[] = [];
			// One after the other: participants sign in the order in which they were added.
			for (const part of parts) outcomes.push(...(yield* this.tried(part)));
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
		'Open the credential: n8n tests it and shows what is wrong. Then run the workflow again for these items.',
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
		return this.failures >= MOST.failures ? NOT_AVAILABLE : undefined;
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
