/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test waits for the event loop */
/** Lets everything that is ready run once. */
export const nextTurn = async () => await new Promise<void>((resolve) => setImmediate(resolve));
