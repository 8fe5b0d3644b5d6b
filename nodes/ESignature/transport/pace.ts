import { sleep } from 'n8n-workflow';

/**
 * What all requests of one execution share: when one is told to wait, all wait; and repeats are paid
 * from a budget that successes refill, so that an outage is not answered with a storm.
 */
export class Pace {
	private notBefore = 0;

	private budget = 500;

	private static readonly MOST = 500;

	private static readonly REPEAT_COSTS = 5;

	constructor(private readonly cancel?: AbortSignal) {}

	async turn(): Promise<void> {
		for (let wait = this.notBefore - Date.now(); wait > 0; wait = this.notBefore - Date.now()) {
			await this.pause(wait);
		}
	}

	/** Ends early when the execution is cancelled; the next request then reports it. */
	async pause(milliseconds: number): Promise<void> {
		await sleep(milliseconds, this.cancel).catch(() => {
			this.notBefore = 0;
		});
	}

	holdAll(milliseconds: number): void {
		this.notBefore = Math.max(this.notBefore, Date.now() + milliseconds);
	}

	succeeded(): void {
		this.budget = Math.min(Pace.MOST, this.budget + 1);
	}

	/** Whether one more repeat is affordable; takes it from the budget. */
	affordsRepeat(): boolean {
		if (this.budget < Pace.REPEAT_COSTS) return false;
		this.budget -= Pace.REPEAT_COSTS;
		return true;
	}
}
