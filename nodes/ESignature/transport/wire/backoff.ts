import type { Gate } from './gate';
import { FORGOTTEN_AFTER, Latency, Pace, Width } from './pace';
import { pause, putNewest, type Patience } from './time';

/** In a row, without a success of anybody between them: about two minutes, then the service does not want us. */
const MOST_REFUSALS = 10;
/** Also when the account was refused before: each request is worth a few tries. */
const LEAST_TRIES = 3;
const WAIT = { base: 1_000, cap: 30_000 };
const MOST_ACCOUNTS = 200;

/** The file that goes or comes with a request, which may take as long as all other requests together. */
export type Load = 'none' | 'upload' | 'download';

/** One request's place in the line. */
export interface Turn {
	/** How often the service had refused the account when the request was sent. */
	readonly refusals: number;
	/** When it was let in. */
	readonly since: number;
	readonly load: Load;
	leave(): void;
}

/**
 * What the service allows one account, as far as its refusals (429) and its slowness tell. Shared by all items
 * and all executions of this process: when one is told to wait, all wait, and fewer go at a time, and not so
 * fast, until it works again. No figures are published, so none are assumed.
 */
export class RateLimit {
	private static readonly known = new Map<string, RateLimit>();

	private notBefore = 0;

	/** Counted apart: a long download would keep all others from going on. */
	private readonly width: Record<Load, Width> = {
		none: new Width(),
		upload: new Width(),
		download: new Width(),
	};

	private refusals = 0;

	private refusalsInARow = 0;

	private lastRefusal = 0;

	private readonly pace = new Pace();

	/** By route: what one answers at once takes another a while. */
	private readonly latencies = new Map<string, Latency>();

	static of(account: string): RateLimit {
		const limit = RateLimit.known.get(account) ?? new RateLimit();
		return putNewest(RateLimit.known, [account, limit], MOST_ACCOUNTS);
	}

	/** Resolves when it is this request's turn, or at once when the execution is cancelled. */
	async enter(cancel?: AbortSignal, load: Load = 'none'): Promise<Turn> {
		const width = this.width[load];
		while (!cancel?.aborted) {
			const wait = Math.max(this.notBefore, this.pace.next) - performance.now();
			if (wait > 0) await pause(wait, cancel);
			else if (width.isFull) await width.room(cancel);
			else break;
		}
		width.enter();
		const since = performance.now();
		this.pace.sent(since);
		return { refusals: this.refusals, since, load, leave: () => width.leave() };
	}

	/** `answer`: of a read, whose time says something about the service. */
	succeeded(answer?: { route: string; since: number }, load: Load = 'none'): void {
		this.refusalsInARow = 0;
		this.pace.accepted();
		const width = this.width[load];
		if (answer && this.isSlow(answer)) width.halve();
		else width.succeeded();
	}

	/**
	 * How long all have to wait, or undefined when there is no sense in waiting. Requests that were under
	 * way together are refused together: that counts once.
	 */
	refused(
		turn: Turn,
		{ asked, times }: { asked?: number; times: number },
		random: () => number = Math.random,
	): number | undefined {
		const isFirst = turn.refusals === this.refusals;
		const now = performance.now();
		if (isFirst) {
			if (now - this.lastRefusal > FORGOTTEN_AFTER) this.refusalsInARow = 0;
			this.lastRefusal = now;
			this.refusals += 1;
			this.refusalsInARow += 1;
		}
		if (this.refusalsInARow >= MOST_REFUSALS && times >= LEAST_TRIES) return undefined;
		const ceiling = Math.min(WAIT.cap, WAIT.base * 2 ** (this.refusalsInARow - 1));
		const own = ceiling / 2 + (random() * ceiling) / 2;
		// A service that rounds the rest of its second down asks for 0: what did not help once is not enough.
		const wait = asked === undefined ? own : this.refusalsInARow > 1 ? Math.max(asked, own) : asked;
		this.notBefore = Math.max(this.notBefore, now + wait);
		if (isFirst) {
			this.pace.refused(turn.since, asked ?? 0, this.notBefore);
			// A pace keeps them apart; fewer at a time as well would be slower than the service allows.
			if (!this.pace.isKnown) this.width[turn.load].halve();
		}
		return wait;
	}

	private isSlow({ route, since }: { route: string; since: number }): boolean {
		const latency = this.latencies.get(route) ?? new Latency();
		this.latencies.set(route, latency);
		return latency.isSlowAfter(performance.now() - since);
	}
}

/**
 * What the requests of one execution share: the rate limit of their account, and a budget from which
 * repeats are paid and which successes refill, so that an outage is not answered with a storm.
 */
export class RetryBudget {
	private budget = 500;

	private static readonly MOST = 500;

	private static readonly REPEAT_COSTS = 5;

	/** Without a limit, being refused by 429 is a failure like another. `gate`: how many the user lets go at a time. */
	constructor(
		readonly limit: RateLimit | undefined,
		private readonly patience: Partial<Patience> = {},
		private readonly gate?: Gate,
	) {}

	async turn(load: Load = 'none'): Promise<Turn | undefined> {
		const { signal } = this.patience;
		if (!this.limit) return undefined;
		const slot = await this.gate?.enter(1, signal);
		const place = await this.limit.enter(signal, load);
		return {
			...place,
			leave: () => {
				place.leave();
				slot?.leave();
			},
		};
	}

	/** Ends early when the execution is cancelled; the next request then reports it. */
	async pause(milliseconds: number): Promise<void> {
		await pause(milliseconds, this.patience.signal);
	}

	/** Whether anybody would still wait for what comes after so long a pause. */
	outlasts(milliseconds: number): boolean {
		return milliseconds < (this.patience.remaining?.() ?? Infinity);
	}

	succeeded(answer?: { route: string; since: number }, load: Load = 'none'): void {
		this.limit?.succeeded(answer, load);
		this.budget = Math.min(RetryBudget.MOST, this.budget + 1);
	}

	/** Whether one more repeat is affordable; takes it from the budget. */
	affordsRepeat(): boolean {
		if (this.budget < RetryBudget.REPEAT_COSTS) return false;
		this.budget -= RetryBudget.REPEAT_COSTS;
		return true;
	}
}
