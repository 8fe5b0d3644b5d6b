import type { Gate } from './gate';
import { pause, type Patience } from './time';

/** In a row, without a success of anybody between them: about two minutes, then the service does not want us. */
const MOST_REFUSALS = 10;
/** Also when the account was refused before: each request is worth a few tries. */
const LEAST_TRIES = 3;
const WAIT = { base: 1_000, cap: 30_000 };
/** After so long without a refusal, the next one is not taken for the continuation of the last. */
const FORGOTTEN_AFTER = 120_000;
const MOST_ACCOUNTS = 200;

/** One request's place in the line. */
export interface Place {
	/** How often the service had refused the account when the request was sent. */
	readonly refusals: number;
	/** When it was let in. */
	readonly since: number;
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

	private atOnce = Infinity;

	private inFlight = 0;

	private successes = 0;

	private refusals = 0;

	private refusalsInARow = 0;

	private lastRefusal = 0;

	private waiting: Array<() => void> = [];

	private readonly pace = new Pace();

	/** By route: what one answers at once takes another a while. */
	private readonly latencies = new Map<string, Latency>();

	static of(account: string): RateLimit {
		const limit = RateLimit.known.get(account) ?? new RateLimit();
		RateLimit.known.delete(account);
		RateLimit.known.set(account, limit);
		const [oldest] = RateLimit.known.keys();
		if (RateLimit.known.size > MOST_ACCOUNTS && oldest) RateLimit.known.delete(oldest);
		return limit;
	}

	/** Resolves when it is this request's turn, or at once when the execution is cancelled. */
	async enter(cancel?: AbortSignal): Promise<Place> {
		while (!cancel?.aborted) {
			const wait = Math.max(this.notBefore, this.pace.next) - performance.now();
			if (wait > 0) await pause(wait, cancel);
			else if (this.inFlight >= this.atOnce) await this.room(cancel);
			else break;
		}
		this.inFlight += 1;
		const since = performance.now();
		this.pace.sent(since);
		return { refusals: this.refusals, since, leave: () => this.leave() };
	}

	/** `answer`: of a read, whose time says something about the service. */
	succeeded(answer?: { route: string; since: number }): void {
		this.refusalsInARow = 0;
		this.successes += 1;
		this.pace.accepted();
		if (answer && this.isSlow(answer)) return this.slowDown();
		if (this.successes < this.atOnce) return;
		this.successes = 0;
		this.atOnce += 1;
		this.wake();
	}

	/**
	 * How long all have to wait, or undefined when there is no sense in waiting. Requests that were under
	 * way together are refused together: that counts once.
	 */
	refused(
		{ refusals }: Place,
		{ asked, times }: { asked?: number; times: number },
		random: () => number = Math.random,
	): number | undefined {
		const isFirst = refusals === this.refusals;
		const now = performance.now();
		if (isFirst) {
			if (now - this.lastRefusal > FORGOTTEN_AFTER) this.refusalsInARow = 0;
			this.lastRefusal = now;
			this.refusals += 1;
			this.refusalsInARow += 1;
			this.slowDown();
		}
		if (this.refusalsInARow >= MOST_REFUSALS && times >= LEAST_TRIES) return undefined;
		const ceiling = Math.min(WAIT.cap, WAIT.base * 2 ** (this.refusalsInARow - 1));
		const wait = asked === undefined ? ceiling / 2 + (random() * ceiling) / 2 : asked;
		this.notBefore = Math.max(this.notBefore, now + wait);
		if (isFirst) this.pace.refused(now, asked ?? 0, this.notBefore);
		return wait;
	}

	private slowDown(): void {
		this.atOnce = Math.max(1, Math.floor(Math.min(this.atOnce, this.inFlight) / 2));
		this.successes = 0;
	}

	private isSlow({ route, since }: { route: string; since: number }): boolean {
		const latency = this.latencies.get(route) ?? new Latency();
		this.latencies.set(route, latency);
		return latency.isSlowAfter(performance.now() - since);
	}

	private leave(): void {
		this.inFlight -= 1;
		this.wake();
	}

	private async room(cancel?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const go = () => {
				cancel?.removeEventListener('abort', go);
				resolve();
			};
			this.waiting.push(go);
			cancel?.addEventListener('abort', go);
		});
	}

	private wake(): void {
		const waiting = this.waiting;
		this.waiting = [];
		waiting.forEach((resolve) => resolve());
	}
}

/** Too few answers do not make a rate. */
const ENOUGH = 10;
/** Services count by the second, or longer. */
const SHORTEST_COUNT = 1_000;
/** Between two runs nothing is counted. */
const IDLE = 2_000;
/** Slower than this, the waits that the service asks for are enough. */
const LONGEST_INTERVAL = 2_000;
/** Somewhat below what was allowed last. */
const CAUTION = 0.96;
/** How long a pace is kept, and by how much it then grows: a limit that was met twice is one, a single refusal may be a whim. */
const ONCE = { holds: 3_000, grows: 2 };
const TWICE = { holds: 30_000, grows: 1.25 };

/**
 * How fast requests may follow each other. Fewer at a time alone would not do: where answers come at once, even one
 * at a time is too fast for a service that counts. The pace is what the service allowed before it refused.
 */
class Pace {
	/** When the next request may be sent. */
	next = 0;

	/** Milliseconds from one request to the next; 0: no limit is known. */
	private interval = 0;

	private met: typeof ONCE = ONCE;

	private keptUntil = 0;

	/** Answered since the last refusal, and when that time began. */
	private count = 0;

	private countedSince: number | undefined;

	private lastSent = -Infinity;

	sent(now: number): void {
		// What was sent long ago says nothing about how fast the service lets us go now.
		if (now - this.lastSent > IDLE) {
			this.count = 0;
			this.countedSince = now;
		}
		this.lastSent = now;
		this.countedSince ??= now;
		if (this.interval === 0) return;
		if (now - this.keptUntil > FORGOTTEN_AFTER) this.interval = 0;
		if (now > this.keptUntil) {
			this.interval /= this.met.grows;
			this.keptUntil = now + Math.min(this.met.holds, 5_000);
		}
		if (this.interval < 1) this.interval = 0;
		this.next = Math.max(now, this.next) + this.interval;
	}

	accepted(): void {
		this.count += 1;
	}

	/** `asked`: for how long the service wants nothing more; `until`: when the next request may be sent. */
	refused(now: number, asked: number, until: number): void {
		const lasted = Math.max(SHORTEST_COUNT, now + asked - (this.countedSince ?? now));
		if (this.count >= ENOUGH) {
			const interval = Math.min(LONGEST_INTERVAL, lasted / this.count / CAUTION);
			const isKnown = this.interval > 0 && interval < this.interval * 3;
			this.met = isKnown ? TWICE : ONCE;
			this.interval = interval;
			this.keptUntil = until + this.met.holds;
		}
		this.count = 0;
		this.countedSince = until;
	}
}

/** Below this, waiting costs less than going slower would. */
const NOTICEABLE = 150;
const ENOUGH_ANSWERS = 8;

/** How long the answers to one kind of request take: usually, and now. */
class Latency {
	private usual = Infinity;

	private now = 0;

	private answers = 0;

	/** Whether answers take twice as long as they used to; says so once, then looks at new ones. */
	isSlowAfter(milliseconds: number): boolean {
		this.answers += 1;
		this.now = this.answers === 1 ? milliseconds : this.now + (milliseconds - this.now) / 4;
		// Quick to learn that it can be faster, slow to get used to less.
		const usual = Math.min(this.usual, 2 * milliseconds);
		this.usual = usual + (milliseconds - usual) / (milliseconds < usual ? 2 : 1_000);
		const isSlow =
			this.answers >= ENOUGH_ANSWERS &&
			this.now > 2 * this.usual &&
			this.now > this.usual + NOTICEABLE;
		if (isSlow) this.answers = 0;
		return isSlow;
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

	async turn(): Promise<Place | undefined> {
		const { signal } = this.patience;
		if (!this.limit) return undefined;
		const slot = await this.gate?.enter(1, signal);
		const place = await this.limit.enter(signal);
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

	succeeded(answer?: { route: string; since: number }): void {
		this.limit?.succeeded(answer);
		this.budget = Math.min(RetryBudget.MOST, this.budget + 1);
	}

	/** Whether one more repeat is affordable; takes it from the budget. */
	affordsRepeat(): boolean {
		if (this.budget < RetryBudget.REPEAT_COSTS) return false;
		this.budget -= RetryBudget.REPEAT_COSTS;
		return true;
	}
}
