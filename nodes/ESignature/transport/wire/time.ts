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

/** Nobody reads it. n8n's `sleep` makes an error, with its stack, of any reason that is not an error. */
const NO_REASON = new Error('Woken');

/** There, a sleep that nobody waits for any more goes on to its end: none may be long. */
const LONGEST_SLEEP = 10_000;

/** One sleep for all exchanges of the process: a timer for each would cost as much as the exchange itself. */
class SharedTimer {
	private readonly limits = new Set<TimeLimit>();

	private alarm = new AbortController();

	private wakesAt = Infinity;

	private isRunning = false;

	add(limit: TimeLimit): void {
		this.limits.add(limit);
		if (!this.isRunning) void this.run();
		else if (performance.now() + limit.remaining() < this.wakesAt) this.wake();
	}

	remove(limit: TimeLimit): void {
		if (this.limits.delete(limit) && this.limits.size === 0) this.wake();
	}

	private wake(): void {
		this.wakesAt = Infinity;
		this.alarm.abort(NO_REASON);
		this.alarm = new AbortController();
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		while (this.limits.size > 0) {
			const over = [...this.limits].filter((limit) => limit.remaining() <= 0);
			over.forEach((limit) => limit.expire());
			const wait = Math.min(LONGEST_SLEEP, ...[...this.limits].map((limit) => limit.remaining()));
			this.wakesAt = performance.now() + wait;
			if (this.limits.size > 0) await pause(wait, this.alarm.signal);
		}
		this.isRunning = false;
	}
}

const sharedTimer = new SharedTimer();

/**
 * Ends an exchange that stalls. n8n's own `timeout` does not reach a streamed body when redirects are
 * off, and only an abort signal frees a pending read.
 */
export class TimeLimit implements Patience {
	readonly signal: AbortSignal;

	expired = false;

	private readonly abort = new AbortController();

	private readonly cancelled = () => this.abort.abort();

	/** By the clock that is never set. */
	private last = performance.now();

	private readonly deadline: number;

	constructor(
		private readonly limits: TimeLimits,
		readonly cancel?: AbortSignal,
	) {
		this.signal = this.abort.signal;
		this.deadline = this.last + limits.total;
		if (cancel?.aborted) this.cancelled();
		else cancel?.addEventListener('abort', this.cancelled);
		sharedTimer.add(this);
	}

	remaining(): number {
		return Math.min(this.last + this.limits.idle, this.deadline) - performance.now();
	}

	/** Something arrived. */
	touch(): void {
		this.last = performance.now();
	}

	/** Silence that is ours, not that of the service. */
	async except<Value>(own: Promise<Value>): Promise<Value> {
		this.last = Infinity;
		return await own.finally(() => this.touch());
	}

	/** It has been silent for too long, or taken too long. */
	expire(): void {
		this.expired = true;
		this.stop();
		this.abort.abort();
	}

	stop(): void {
		sharedTimer.remove(this);
		this.cancel?.removeEventListener('abort', this.cancelled);
	}
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
		// Not by a signal of its own: aborting one makes an error, with its stack, for each promise.
		signal.removeEventListener('abort', leave);
	}
}

/** What a process remembers has a bound: beyond it, what was put in first is forgotten. */
export function keepNewest(kept: Map<unknown, unknown> | Set<unknown>, most: number): void {
	if (kept.size <= most) return;
	for (const oldest of kept.keys()) {
		kept.delete(oldest);
		if (kept.size <= most) return;
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
