import { pause } from './attempt';

/** Lets in so many at a time, in the order in which they came. */
export class Gate {
	private inside = 0;

	private readonly line: Array<() => void> = [];

	constructor(public most: number) {}

	/** Resolves when there is room, or at once when the execution is canceled. Call what it gives to leave, once. */
	async enter(cancel?: AbortSignal): Promise<() => void> {
		if (this.inside >= this.most && !cancel?.aborted) await this.wait(cancel);
		else this.inside += 1;
		return () => {
			this.inside -= 1;
			this.letIn();
		};
	}

	private async wait(cancel?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const go = () => {
				cancel?.removeEventListener('abort', leaveLine);
				this.inside += 1;
				resolve();
			};
			const leaveLine = () => {
				this.line.splice(this.line.indexOf(go), 1);
				go();
			};
			cancel?.addEventListener('abort', leaveLine);
			this.line.push(go);
		});
	}

	private letIn(): void {
		while (this.inside < this.most && this.line.length > 0) this.line.shift()?.();
	}
}

const LIMIT_WAIT = { base: 1_000, cap: 30_000 };

/**
 * When the service takes requests of one account again after it refused one with 429. Shared by all items and all
 * executions of this process: when one has to wait, all wait.
 */
export class RateLimit {
	private notBefore = 0;

	private refusalsInARow = 0;

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
		this.refusalsInARow = 0;
	}

	/** Makes all wait: for as long as the service asks (in milliseconds), and twice as long each time at least. */
	refused(sent: number, asked = 0, random: () => number = Math.random): void {
		// Requests that were under way together are refused together: that counts once.
		if (sent > this.lastRefusal) {
			this.refusalsInARow += 1;
			this.lastRefusal = performance.now();
		}
		const ceiling = Math.min(LIMIT_WAIT.cap, LIMIT_WAIT.base * 2 ** (this.refusalsInARow - 1));
		const wait = Math.max(asked, ceiling / 2 + (random() * ceiling) / 2);
		this.notBefore = Math.max(this.notBefore, performance.now() + wait);
	}
}

/** In all executions of this process: a file that goes to n8n's database is in memory several times over. */
const files = new Gate(4);

/** For n8n's other stores. */
export function allowMoreFiles(): void {
	files.most = 8;
}

/** What the requests of one execution wait for. */
export class Traffic {
	/** Without a limit, a 429 is a failure like any other. `gate`: how many requests the user allows at a time. */
	constructor(
		readonly limit?: RateLimit,
		private readonly cancel?: AbortSignal,
		private readonly gate?: Gate,
	) {}

	/** Resolves when the next request may be sent; call what it gives when it was answered. */
	async turn(isFile: boolean): Promise<() => void> {
		const leave = await this.gate?.enter(this.cancel);
		await this.limit?.wait(this.cancel);
		// Only now: an account that has to wait must not keep the files of others waiting.
		const leaveFiles = isFile ? await files.enter(this.cancel) : undefined;
		return () => {
			leaveFiles?.();
			leave?.();
		};
	}

	/** Ends early when the execution is canceled; the next request then reports it. */
	async pause(milliseconds: number): Promise<void> {
		await pause(milliseconds, this.cancel);
	}
}
