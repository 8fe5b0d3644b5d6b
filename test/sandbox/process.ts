/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports */

import { crc32 } from 'node:zlib';

export { crc32 };

/** Bytes of buffers in this process; the heap itself moves for many other reasons. */
export const bufferBytes = () => process.memoryUsage().arrayBuffers;

/** Lets everything that is ready run once. */
export const nextTurn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for something that follows without a promise; jest's own time limit ends it. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await nextTurn();
}
