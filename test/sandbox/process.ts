/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test waits for the event loop */
/** Lets everything that is ready run once. */
export const nextTurn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for something that follows without a promise; jest's own time limit ends it. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await nextTurn();
}
