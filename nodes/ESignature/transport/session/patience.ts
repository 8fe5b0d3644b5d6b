/** How long somebody waits; a `Watch` is one. */
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
