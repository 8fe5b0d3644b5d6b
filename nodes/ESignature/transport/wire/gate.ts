/** Lets in so many at a time, in the order in which they came. */
export class Gate {
	private inside = 0;

	private readonly line: Array<() => void> = [];

	constructor(private most: number) {}

	resize(most: number): void {
		this.most = most;
		this.letIn();
	}

	/** Resolves when there is room, or at once when the execution is cancelled. Call what it gives to leave, once. */
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
