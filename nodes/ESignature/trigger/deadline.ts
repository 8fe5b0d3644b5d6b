import { sleep } from 'n8n-workflow';

/** The result of a promise, or undefined if it takes longer. */
export async function within<Result>(
	promise: Promise<Result>,
	milliseconds: number,
): Promise<Result | undefined> {
	const done = new AbortController();
	const limit = sleep(Math.max(0, milliseconds), done.signal).then(
		() => undefined,
		() => undefined,
	);
	const result = await Promise.race([promise, limit]);
	done.abort();
	return result;
}
