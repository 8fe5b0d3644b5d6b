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
