import { canceled, caught, UserError } from '../errors/userError';

/** A piece of work that succeeds or fails as a whole. */
export interface Job {
	/** The input items it serves, in order. */
	items: number[];
	run(): Promise<void>;
	/** Adds what only the job knows. */
	addDetails?(error: UserError): UserError;
	/** The same work in smaller parts, if one of several items may have caused the error. */
	split?(error: UserError): Job[];
	/** The item that caused the error, where that can be found out. */
	failedItem?(error: UserError): Promise<number | undefined>;
}

/** Jobs that are done one after the other. */
export type JobSequence = Job[];

export interface JobOptions {
	concurrency: number;
	/** Whether the run goes on after a failure. */
	continueOnFail: boolean;
	cancel?: AbortSignal;
	onFailure(items: number[], error: UserError): void;
}

/**
 * The first job alone, since it renews the token for all; then several sequences at a time. Without continue-on-fail
 * no job begins after the first failure; those that run already are finished.
 */
export async function runJobs(
	sequences: JobSequence[],
	{ concurrency, continueOnFail, cancel, onFailure }: JobOptions,
): Promise<void> {
	const breaker = new Breaker();
	let hasFailed = false;
	let hasStopped = false;

	const fail = (items: number[], error: UserError): void => {
		onFailure(items, error);
		hasFailed = true;
		hasStopped ||= !continueOnFail || cancel?.aborted === true;
	};

	const runOne = async (job: Job): Promise<void> => {
		if (cancel?.aborted) return fail(job.items, canceled());
		if (breaker.reason) return fail(job.items, breaker.reason);
		const error = await errorOf(job);
		if (!error) return breaker.succeeded();
		if (!continueOnFail) {
			// At once, since to find the item may take requests.
			hasStopped = true;
			const item = await job.failedItem?.(error);
			return fail(item === undefined ? job.items : [item], error);
		}
		const parts = job.split?.(error) ?? [];
		if (parts.length === 0) {
			breaker.failed(error);
			return fail(job.items, error);
		}
		// One after the other: participants sign in the order in which they were added.
		for (const part of parts) await runOne(part);
	};

	const [[first, ...others] = [], ...sequencesBehind] = sequences;
	if (first) await runOne(first);
	// All workers take from the same queue.
	const queue = [others, ...sequencesBehind].values();
	let remaining = sequences.flat().length - 1;
	const work = async () => {
		for (const sequence of queue) {
			for (const job of sequence) {
				if (hasStopped) return;
				remaining -= 1;
				await runOne(job);
			}
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));
	if (cancel?.aborted && (hasFailed || remaining > 0)) throw canceled();
}

async function errorOf(job: Job): Promise<UserError | undefined> {
	try {
		await job.run();
		return undefined;
	} catch (thrown) {
		const error = caught(thrown);
		return job.addDetails?.(error) ?? error;
	}
}

const NOT_DONE = { outcome: 'notDone' } as const;

const NOT_ATTEMPTED = {
	service: new UserError(
		'Not attempted, because the service was not available for earlier items',
		'Run the workflow again for these items once the service is available again.',
		NOT_DONE,
	),
	credential: new UserError(
		'Not attempted, because the service did not accept the credential for earlier items',
		'Open the credential to see what is wrong, then run the workflow again for these items.',
		NOT_DONE,
	),
};

const MAX_CONSECUTIVE_FAILURES = 5;

/** A service that fails so often in a row is left alone for the rest of the run. */
export class Breaker {
	/** Why nothing more is attempted, if so. */
	reason?: UserError;

	private failures = 0;

	succeeded(): void {
		this.failures = 0;
	}

	failed({ details: { down } }: UserError): void {
		this.failures = down ? this.failures + 1 : 0;
		if (down && this.failures >= MAX_CONSECUTIVE_FAILURES) this.reason = NOT_ATTEMPTED[down];
	}
}
