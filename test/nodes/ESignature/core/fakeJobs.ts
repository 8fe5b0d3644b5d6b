import { NodeApiError } from 'n8n-workflow';

import type { Job, Lane } from '../../../../nodes/ESignature/core/plan';
import type { Rules } from '../../../../nodes/ESignature/core/jobs';
import type { ItemOutcome } from '../../../../nodes/ESignature/core/nodeError';
import { node } from '../sampleNode';

/** An error of the service with this status. */
export const answer = (status: number, message = `status ${status}`) =>
	new NodeApiError(node, {}, { message, httpCode: String(status) });

export const rules = (values: Partial<Rules> = {}): Rules => ({
	node,
	concurrency: 4,
	continueOnFail: true,
	...values,
});

/** Each in a lane of its own. */
export const apart = (jobs: Job[]): Lane[] => jobs.map((job) => [job]);

/** Jobs that count how many of them run at the same time. */
export class ConcurrencyCounter {
	started: number[][] = [];

	/** How many others ran when each was started. */
	others: number[] = [];

	running = 0;

	most = 0;

	/** Each works for this many turns of the event loop, then succeeds or raises an error. */
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
				const raised = error?.();
				if (raised !== undefined) await Promise.reject(raised);
				return items.map((item) => ({ item, output: { json: { item } } }));
			},
		};
	}

	jobs(count: number, errorOf: (item: number) => unknown = () => undefined): Job[] {
		return Array.from({ length: count }, (_, item) =>
			this.job([item], { turns: (item * 7) % 5, error: () => errorOf(item) }),
		);
	}
}

/** One word for each outcome: the item, or what became of it. */
export const summary = (outcomes: ItemOutcome[]) =>
	outcomes.map((outcome) =>
		'error' in outcome ? `${outcome.item}: ${outcome.error.message}` : outcome.item,
	);
