import { sleep } from 'n8n-workflow';

export interface TimeLimits {
	/** Longest silence. */
	idle: number;
	/** Longest duration of the whole exchange. */
	total: number;
}

/** Ends early when the signal is aborted. n8n 2.11 does not heed the signal of its `sleep`. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	const over = sleep(milliseconds, signal);
	await (signal ? unlessAborted(over, signal) : over).catch(() => {});
}

/**
 * Ends an exchange that stalls or that is cancelled. n8n's own `timeout` does not reach a streamed body when redirects
 * are off, and only an abort signal frees a pending read.
 */
export class TimeLimit {
	readonly signal: AbortSignal;

	expired = false;

	private readonly abort = new AbortController();

	/** By the clock that is never set. */
	private last = performance.now();

	private readonly deadline: number;

	private timer?: AbortSignal;

	constructor(
		private readonly limits: TimeLimits,
		readonly cancel?: AbortSignal,
	) {
		this.signal = this.abort.signal;
		this.deadline = this.last + limits.total;
		cancel?.addEventListener('abort', this.cancelled);
		if (cancel?.aborted) this.cancelled();
		this.startTimer();
	}

	/** Something arrived. */
	touch(): void {
		this.last = performance.now();
	}

	stop(): void {
		this.cancel?.removeEventListener('abort', this.cancelled);
		this.timer?.removeEventListener('abort', this.ticked);
	}

	private remaining(): number {
		return Math.min(this.last + this.limits.idle, this.deadline) - performance.now();
	}

	private startTimer(): void {
		this.timer = AbortSignal.timeout(Math.max(1, Math.ceil(this.remaining())));
		this.timer.addEventListener('abort', this.ticked);
	}

	private readonly cancelled = () => this.abort.abort();

	private readonly ticked = () => {
		// Something arrived meanwhile: the silence is counted from there.
		if (this.remaining() > 0) return this.startTimer();
		this.expired = true;
		this.abort.abort();
	};
}

/** One for all: an error that is made for each request records its stack, which costs more than all else here. */
const ABORTED = new Error('Aborted');

/** What the promise gives, or an error as soon as the signal is aborted: some promises do not know it. */
export async function unlessAborted<Value>(
	promise: Promise<Value>,
	signal: AbortSignal,
): Promise<Value> {
	let leave = () => {};
	const aborted = new Promise<never>((_, reject) => {
		leave = () => reject(ABORTED);
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave);
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}

/** Bounds what a process remembers: beyond `most`, what was put in first is forgotten. */
export function keepNewest(kept: Map<unknown, unknown> | Set<unknown>, most: number): void {
	for (const oldest of kept.keys()) {
		if (kept.size <= most) return;
		kept.delete(oldest);
	}
}

/** Puts it in as the newest, whether it was there before or not. */
export function putNewest<Key, Value>(
	kept: Map<Key, Value>,
	[key, value]: [Key, Value],
	most: number,
): Value {
	kept.delete(key);
	kept.set(key, value);
	keepNewest(kept, most);
	return value;
}
