import { sleep } from 'n8n-workflow';

/** The service waits 15 seconds (docs/api.md, Webhooks: `event-delivery`), and n8n needs some of them. */
export const MAX_WORK_MS = 10_000;

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
