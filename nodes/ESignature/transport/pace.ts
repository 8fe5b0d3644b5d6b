import { sleep } from 'n8n-workflow';

import type { Place, RateLimit } from './rateLimit';

/**
 * What the requests of one execution share: the rate limit of their account, and a budget from which
 * repeats are paid and which successes refill, so that an outage is not answered with a storm.
 */
export class Pace {
	private budget = 500;

	private static readonly MOST = 500;

	private static readonly REPEAT_COSTS = 5;

	constructor(
		readonly limit: RateLimit,
		private readonly cancel?: AbortSignal,
	) {}

	async turn(): Promise<Place> {
		return await this.limit.enter(this.cancel);
	}

	/** Ends early when the execution is cancelled; the next request then reports it. */
	async pause(milliseconds: number): Promise<void> {
		await sleep(milliseconds, this.cancel).catch(() => {});
	}

	succeeded(): void {
		this.limit.succeeded();
		this.budget = Math.min(Pace.MOST, this.budget + 1);
	}

	/** Whether one more repeat is affordable; takes it from the budget. */
	affordsRepeat(): boolean {
		if (this.budget < Pace.REPEAT_COSTS) return false;
		this.budget -= Pace.REPEAT_COSTS;
		return true;
	}
}
