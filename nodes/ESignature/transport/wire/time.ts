import { sleep } from 'n8n-workflow';

export interface TimeLimits {
	/** Longest silence. */
	idle: number;
	/** Longest duration of the whole exchange. */
	total: number;
}

/** How long somebody waits. */
export interface Patience {
	/** Aborted when it is over. */
	readonly signal: AbortSignal;
	/** Milliseconds that are left. */
	remaining(): number;
}

export function patienceOf(milliseconds: number): Patience {
	const end = performance.now() + milliseconds;
	return {
		signal: AbortSignal.timeout(milliseconds),
		remaining: () => end - performance.now(),
	};
}

/** Ends early when the signal is aborted. n8n 2.11 does not heed the signal of its `sleep`. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	const over = sleep(milliseconds, signal);
	await (signal ? unlessAborted(over, signal) : over).catch(() => {});
}

/** There, a sleep that nobody waits for any more goes on to its end: none may be long. */
const LONGEST_SLEEP = 10_000;

/**
 * Ends an exchange that stalls. n8n's own `timeout` does not reach a streamed body when redirects are
 * off, and only an abort signal frees a pending read.
 */
export class TimeLimit implements Patience {
	readonly signal: AbortSignal;

	expired = false;

	private readonly abort = new AbortController();

	private readonly done = new AbortController();

	/** By the clock that is never set. */
	private last = performance.now();

	private readonly deadline: number;

	constructor(
		private readonly limits: TimeLimits,
		readonly cancel?: AbortSignal,
	) {
		this.signal = cancel ? AbortSignal.any([cancel, this.abort.signal]) : this.abort.signal;
		this.deadline = this.last + limits.total;
		void this.run();
	}

	remaining(): number {
		return Math.min(this.last + this.limits.idle, this.deadline) - performance.now();
	}

	/** Something arrived. */
	touch(): void {
		this.last = performance.now();
	}

	stop(): void {
		this.done.abort();
	}

	private async run(): Promise<void> {
		while (!this.done.signal.aborted) {
			const wait = this.remaining();
			if (wait <= 0) {
				this.expired = true;
				this.abort.abort();
				return;
			}
			await pause(Math.min(wait, LONGEST_SLEEP), this.done.signal);
		}
	}
}

/** What the promise gives, or an error as soon as the signal is aborted: some promises do not know it. */
export async function unlessAborted<Value>(
	promise: Promise<Value>,
	signal: AbortSignal,
): Promise<Value> {
	const settled = new AbortController();
	const aborted = new Promise<never>((_, reject) => {
		const leave = () => reject(new Error('Aborted'));
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave, { once: true, signal: settled.signal });
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		settled.abort();
	}
}
