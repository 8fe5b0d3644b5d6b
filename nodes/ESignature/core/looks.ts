/** How long all looks at what became of a write may read, in time limits of one request. */
const TIME_LIMITS = 2;

/**
 * The looks at what became of a write whose answer was lost. Each is one attempt, since there are several of
 * them, and together they read no longer than the user's time limit allows: with a service that hangs, it is
 * soon said that the outcome is unknown.
 */
export class Looks {
	private depth = 0;

	private spent = 0;

	constructor(private readonly timeout: () => number) {}

	/** Whether what is read now is a look. */
	get areOn(): boolean {
		return this.depth > 0;
	}

	get areOver(): boolean {
		return this.areOn && this.left <= 0;
	}

	private get left(): number {
		return TIME_LIMITS * this.timeout() - this.spent;
	}

	/** All reads of this work are looks. */
	async during<Value>(work: () => Promise<Value>): Promise<Value> {
		if (this.depth === 0) this.spent = 0;
		this.depth += 1;
		try {
			return await work();
		} finally {
			this.depth -= 1;
		}
	}

	/** One look, with its time limit. */
	async take<Value>(read: (timeout: number) => Promise<Value>): Promise<Value> {
		if (this.areOver) throw new Error('No time is left to look');
		const began = performance.now();
		try {
			return await read(Math.min(this.timeout(), this.left));
		} finally {
			this.spent += performance.now() - began;
		}
	}
}
