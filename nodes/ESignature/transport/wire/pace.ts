/** After so long without a refusal, the next one is not taken for the continuation of the last. */
export const FORGOTTEN_AFTER = 120_000;
/** Too few answers do not make a rate. */
const ENOUGH = 10;
/** Services count by the second, or longer. */
const SHORTEST_COUNT = 1_000;
/** `Retry-After` is in whole seconds: by so much the service may have asked for more than its count lasts. */
const ROUNDED_UP = 1_000;
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
export class Pace {
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

	/** Whether it holds requests back by itself. */
	get isKnown(): boolean {
		return this.interval > 0;
	}

	accepted(): void {
		this.count += 1;
	}

	/** `sent`: when the refused one was; `asked`: for how long the service wants nothing more; `until`: when the next may be. */
	refused(sent: number, asked: number, until: number): void {
		// The few that a small limit allows at a time are counted together.
		if (this.count > 0 && this.count < ENOUGH) return;
		const least = Math.max(0, asked - ROUNDED_UP);
		const lasted = Math.max(SHORTEST_COUNT, sent + least - (this.countedSince ?? sent));
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

/** How many requests may be under way: half as many when the service has enough, one more after each round of successes. */
export class Width {
	private atOnce = Infinity;

	private inFlight = 0;

	private successes = 0;

	private waiting: Array<() => void> = [];

	get isFull(): boolean {
		return this.inFlight >= this.atOnce;
	}

	enter(): void {
		this.inFlight += 1;
	}

	leave(): void {
		this.inFlight -= 1;
		this.wake();
	}

	halve(): void {
		this.atOnce = Math.max(1, Math.floor(Math.min(this.atOnce, this.inFlight) / 2));
		this.successes = 0;
	}

	succeeded(): void {
		this.successes += 1;
		if (this.successes < this.atOnce) return;
		this.successes = 0;
		this.atOnce += 1;
		this.wake();
	}

	/** Resolves when there may be room, or when the execution is cancelled. */
	async room(cancel?: AbortSignal): Promise<void> {
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

/** Below this, waiting costs less than going slower would. */
const NOTICEABLE = 150;
const ENOUGH_ANSWERS = 8;

/** How long the answers to one kind of request take: usually, and now. */
export class Latency {
	private usual = 0;

	/** The newest ones. */
	private readonly last: number[] = [];

	private all = 0;

	/** Whether answers take twice as long as they used to; says so once, then looks at new ones. */
	isSlowAfter(milliseconds: number): boolean {
		this.last.push(milliseconds);
		this.all += 1;
		// The mean, not the best: answers differ by chance, and twice the best is usual. Slower to get used to less.
		const weight = milliseconds < this.usual ? 1 / 50 : 1 / 200;
		this.usual += (milliseconds - this.usual) * Math.max(weight, 1 / this.all);
		if (this.last.length < ENOUGH_ANSWERS) return false;
		const now = median(this.last);
		this.last.shift();
		const isSlow = now > 2 * this.usual && now > this.usual + NOTICEABLE;
		if (isSlow) this.last.length = 0;
		return isSlow;
	}
}

/** One answer in twenty that takes ten times as long says nothing about the others. */
function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[sorted.length >> 1] ?? 0;
}
