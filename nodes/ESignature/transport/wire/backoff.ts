import { Gate } from './gate';
import { pause, putNewest } from './time';

/** In a row, without a success of any request between them: about two minutes. */
const MOST_REFUSALS = 10;
/** Each request is worth a few tries, also when the account was refused before. */
const LEAST_TRIES = 3;
const WAIT = { base: 1_000, cap: 30_000 };
/** After so long without a refusal, the next one is not taken for the continuation of the last. */
const FORGOTTEN_AFTER = 120_000;
const MOST_ACCOUNTS = 200;

/**
 * When the service takes requests of one account again after it refused one with 429. Shared by all items and all
 * executions of this process: when one is told to wait, all wait.
 */
export class RateLimit {
	private static readonly known = new Map<string, RateLimit>();

	private notBefore = 0;

	private refusalsInARow = 0;

	private lastRefusal = -Infinity;

	static of(account: string): RateLimit {
		const limit = RateLimit.known.get(account) ?? new RateLimit();
		return putNewest(RateLimit.known, [account, limit], MOST_ACCOUNTS);
	}

	/** Resolves when a request may be sent, or at once when the execution is cancelled. */
	async wait(cancel?: AbortSignal): Promise<void> {
		for (;;) {
			const wait = this.notBefore - performance.now();
			if (wait <= 0 || cancel?.aborted) return;
			await pause(wait, cancel);
		}
	}

	succeeded(): void {
		this.refusalsInARow = 0;
	}

	/**
	 * Makes all wait, for as long as the service asks, otherwise twice as long each time. Returns whether the request is
	 * worth another try. `tries`: how often it was refused; `asked`: milliseconds.
	 */
	refused(
		{ sent, tries, asked }: { sent: number; tries: number; asked?: number },
		random: () => number = Math.random,
	): boolean {
		const now = performance.now();
		if (now - this.lastRefusal > FORGOTTEN_AFTER) this.refusalsInARow = 0;
		// Requests that were under way together are refused together: that counts once.
		if (sent > this.lastRefusal) {
			this.refusalsInARow += 1;
			this.lastRefusal = now;
		}
		if (this.refusalsInARow >= MOST_REFUSALS && tries >= LEAST_TRIES) return false;
		const ceiling = Math.min(WAIT.cap, WAIT.base * 2 ** (this.refusalsInARow - 1));
		const own = ceiling / 2 + (random() * ceiling) / 2;
		// A service that rounds the rest of its second down asks for 0: what did not help once is not enough.
		const wait = this.refusalsInARow > 1 ? Math.max(asked ?? 0, own) : (asked ?? own);
		this.notBefore = Math.max(this.notBefore, now + wait);
		return true;
	}
}

/** Fewer than other requests: some of n8n's stores hold each file in memory, several times over. */
const files = new Gate(6);

/**
 * What the requests of one execution share: the rate limit of their account, and a budget from which
 * repeats are paid and which successes refill, so that an outage is not answered with a storm.
 */
export class RetryBudget {
	private static readonly MOST = 500;

	private static readonly REPEAT_COSTS = 5;

	private budget = RetryBudget.MOST;

	/** Without a limit, a 429 is a failure like any other. `gate`: how many requests the user allows at a time. */
	constructor(
		readonly limit?: RateLimit,
		private readonly signal?: AbortSignal,
		private readonly gate?: Gate,
	) {}

	/** Resolves when the next request may be sent; call what it gives when it was answered. */
	async turn(isFile: boolean): Promise<() => void> {
		const leave = await this.gate?.enter(this.signal);
		const leaveFiles = isFile ? await files.enter(this.signal) : undefined;
		await this.limit?.wait(this.signal);
		return () => {
			leaveFiles?.();
			leave?.();
		};
	}

	/** Ends early when the execution is cancelled; the next request then reports it. */
	async pause(milliseconds: number): Promise<void> {
		await pause(milliseconds, this.signal);
	}

	succeeded(): void {
		this.limit?.succeeded();
		this.budget = Math.min(RetryBudget.MOST, this.budget + 1);
	}

	/** Whether one more repeat is affordable; takes it from the budget. */
	affordsRepeat(): boolean {
		if (this.budget < RetryBudget.REPEAT_COSTS) return false;
		this.budget -= RetryBudget.REPEAT_COSTS;
		return true;
	}
}
