import {
	runJobs,
	type Job,
	type JobSequence,
	type JobOptions,
} from '../../../../nodes/ESignature/core/jobs';
import { UserError } from '../../../../nodes/ESignature/errors/userError';
import { refused } from '../transport/failures';
import { errorFor } from '../transport/shownError';

/** An error of the service with this status. */
export const answer = (status: number, message = `status ${status}`): UserError =>
	new UserError(message, '', errorFor(refused(status)).details);

/** Each in a sequence of its own. */
export const apart = (jobs: Job[]): JobSequence[] => jobs.map((job) => [job]);

/** Jobs that count how many of them run at the same time, and what becomes of them. */
export class FakeJobs {
	started: number[][] = [];

	/** How many others ran when each was started. */
	others: number[] = [];

	running = 0;

	most = 0;

	/** One word for each item in the order in which they end: the item, or what became of it. */
	ended: Array<number | string> = [];

	failures: Array<{ items: number[]; error: UserError }> = [];

	/** Each works for this many turns of the event loop, then succeeds or throws an error. */
	job(
		items: number[],
		work: { turns?: number; error?: () => unknown; split?: () => Job[] } = {},
	): Job {
		const { turns = 1, error, split } = work;
		return {
			items,
			...(split && { split }),
			run: async () => {
				this.started.push(items);
				this.others.push(this.running);
				this.most = Math.max(this.most, ++this.running);
				for (let turn = 0; turn < turns; turn++) await Promise.resolve();
				this.running--;
				const thrown = error?.();
				if (thrown !== undefined) await Promise.reject(thrown);
				this.ended.push(...items);
			},
		};
	}

	jobs(count: number, errorOf: (item: number) => unknown = () => undefined): Job[] {
		return Array.from({ length: count }, (_, item) =>
			this.job([item], { turns: (item * 7) % 5, error: () => errorOf(item) }),
		);
	}

	/** Goes on after a failure unless it is told otherwise. */
	async run(sequences: JobSequence[], options: Partial<JobOptions> = {}): Promise<void> {
		await runJobs(sequences, {
			concurrency: 4,
			continueOnFail: true,
			onFailure: (items, error) => {
				this.failures.push({ items, error });
				this.ended.push(...items.map((item) => `${item}: ${error.message}`));
			},
			...options,
		});
	}
}
