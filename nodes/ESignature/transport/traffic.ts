import { pause } from './attempt';

/** A semaphore: gives out `max` permits, in the order in which they were asked for. */
export class Gate {
	private acquired = 0;

	private readonly queue: Array<() => void> = [];

	constructor(public max: number) {}

	/** Resolves when a permit is free, or at once when the execution is canceled. Call the result once, to release it. */
	async acquire(cancel?: AbortSignal): Promise<() => void> {
		if (this.acquired >= this.max && !cancel?.aborted) await this.wait(cancel);
		else this.acquired += 1;
		return () => {
			this.acquired -= 1;
			this.admit();
		};
	}

	private async wait(cancel?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const go = () => {
				cancel?.removeEventListener('abort', leaveQueue);
				this.acquired += 1;
				resolve();
			};
			const leaveQueue = () => {
				this.queue.splice(this.queue.indexOf(go), 1);
				go();
			};
			cancel?.addEventListener('abort', leaveQueue);
			this.queue.push(go);
		});
	}

	private admit(): void {
		while (this.acquired < this.max && this.queue.length > 0) this.queue.shift()?.();
	}
}

const LIMIT_BACKOFF = { base: 1_000, cap: 30_000 };

/**
 * When the service takes requests of one account again after it refused one with 429. Shared by all items and all
 * executions of this process: when one has to wait, all wait.
 */
export class RateLimit {
	private notBefore = 0;

	private consecutiveRefusals = 0;

	private lastRefusal = -Infinity;

	/** Milliseconds until a request may be sent. */
	get remaining(): number {
		return Math.max(0, this.notBefore - performance.now());
	}

	/** Resolves when a request may be sent, or at once when the execution is canceled. */
	async wait(cancel?: AbortSignal): Promise<void> {
		while (this.remaining > 0 && !cancel?.aborted) await pause(this.remaining, cancel);
	}

	succeeded(): void {
		this.consecutiveRefusals = 0;
	}

	/** Makes all wait: at least for `asked` milliseconds, and twice as long after each refusal. */
	refused(sent: number, asked = 0, random: () => number = Math.random): void {
		// Requests that were under way together are refused together: that counts once.
		if (sent > this.lastRefusal) {
			this.consecutiveRefusals += 1;
			this.lastRefusal = performance.now();
		}
		const ceiling = Math.min(
			LIMIT_BACKOFF.cap,
			LIMIT_BACKOFF.base * 2 ** (this.consecutiveRefusals - 1),
		);
		const wait = Math.max(asked, ceiling / 2 + (random() * ceiling) / 2);
		this.notBefore = Math.max(this.notBefore, performance.now() + wait);
	}
}

/** In all executions of this process: a file for n8n's database is in memory several times over (n8n, database.manager.ts). */
const files = new Gate(4);

/** For n8n's other stores. */
export function allowMoreFiles(): void {
	files.max = 8;
}

/** Limits the requests of one execution. */
export class Traffic {
	/** Without a limit, a 429 is a failure like any other. `gate`: how many requests the user allows at a time. */
	constructor(
		readonly limit?: RateLimit,
		private readonly cancel?: AbortSignal,
		private readonly gate?: Gate,
	) {}

	/** Resolves when the next request may be sent. Call the result when it was answered. */
	async acquire(isFile: boolean): Promise<() => void> {
		const release = await this.gate?.acquire(this.cancel);
		await this.limit?.wait(this.cancel);
		// Only now: an account that has to wait must not keep the files of others waiting.
		const releaseFile = isFile ? await files.acquire(this.cancel) : undefined;
		return () => {
			releaseFile?.();
			release?.();
		};
	}

	/** Ends early when the execution is canceled; the next request then reports it. */
	async pause(milliseconds: number): Promise<void> {
		await pause(milliseconds, this.cancel);
	}
}
