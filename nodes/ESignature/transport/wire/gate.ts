/** Somebody inside. */
export interface Slot {
	/** Needs more or less room than was thought; what is more is taken without waiting. */
	take(share: number): void;
	leave(): void;
}

interface Waiting {
	share: number;
	go(): void;
}

/** Lets in as much as there is room for, in the order in which it was asked for. */
export class Gate {
	private used = 0;

	private inside = 0;

	private readonly line: Waiting[] = [];

	/** `least`: so many are let in, whatever room they need. */
	constructor(
		private most: number,
		private least = 1,
	) {}

	resize(most: number, least: number): void {
		this.most = most;
		this.least = least;
		this.letIn();
	}

	/**
	 * Resolves when there is room, or at once when the execution is cancelled. `first`: ahead of all others, for
	 * whoever was inside before.
	 */
	async enter(share = 1, cancel?: AbortSignal, { first = false } = {}): Promise<Slot> {
		if (cancel?.aborted || (this.hasRoom(share) && (first || this.line.length === 0))) {
			return this.join(share);
		}
		await this.wait(share, cancel, first);
		return this.slot(share);
	}

	/** Without waiting, whether there is room or not. */
	join(share: number): Slot {
		this.count(share);
		return this.slot(share);
	}

	hasRoom(share: number): boolean {
		return this.inside < this.least || this.used + share <= this.most;
	}

	private async wait(share: number, cancel: AbortSignal | undefined, first: boolean) {
		await new Promise<void>((resolve) => {
			const go = () => {
				cancel?.removeEventListener('abort', leaveLine);
				this.count(share);
				resolve();
			};
			const waiting: Waiting = { share, go };
			const leaveLine = () => {
				this.line.splice(this.line.indexOf(waiting), 1);
				go();
				this.letIn();
			};
			cancel?.addEventListener('abort', leaveLine);
			if (first) this.line.unshift(waiting);
			else this.line.push(waiting);
		});
	}

	private count(share: number): void {
		this.used += share;
		this.inside += 1;
	}

	private slot(share: number): Slot {
		let own = share;
		let isInside = true;
		return {
			take: (needed) => {
				if (!isInside) return;
				this.used += needed - own;
				own = needed;
				this.letIn();
			},
			leave: () => {
				if (!isInside) return;
				isInside = false;
				this.used -= own;
				this.inside -= 1;
				this.letIn();
			},
		};
	}

	private letIn(): void {
		for (let next = this.line[0]; next && this.hasRoom(next.share); next = this.line[0]) {
			this.line.shift();
			next.go();
		}
	}
}
