/** Every wait of the sandbox goes through here, so that `close()` can end all timers. */
export class Timers {
	private readonly pending = new Map<symbol, { cancel: () => void }>();
	private waiting: Array<() => void> = [];

	/** Runs the task later; the job counts as pending until the task has ended. */
	after(ms: number, task: () => void | Promise<void>): () => void {
		const job = Symbol('job');
		const timer = setTimeout(() => void this.run(job, task), ms);
		const cancel = () => {
			clearTimeout(timer);
			this.done(job);
		};
		this.pending.set(job, { cancel });
		return cancel;
	}

	/** `false` when the wait was cut short by `clear()`. */
	async sleep(ms: number): Promise<boolean> {
		return await new Promise((resolve) => {
			const job = Symbol('sleep');
			const end = (complete: boolean) => {
				clearTimeout(timer);
				this.done(job);
				resolve(complete);
			};
			const timer = setTimeout(() => end(true), ms);
			this.pending.set(job, { cancel: () => end(false) });
		});
	}

	/** Resolves when nothing is waiting or running. */
	async idle(): Promise<void> {
		if (this.pending.size === 0) return;
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	clear(): void {
		for (const job of [...this.pending.values()]) job.cancel();
	}

	private async run(job: symbol, task: () => void | Promise<void>): Promise<void> {
		try {
			await task();
		} finally {
			this.done(job);
		}
	}

	private done(job: symbol): void {
		this.pending.delete(job);
		if (this.pending.size > 0) return;
		const waiting = this.waiting;
		this.waiting = [];
		for (const resolve of waiting) resolve();
	}
}
