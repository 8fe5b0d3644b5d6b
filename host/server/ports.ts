/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

import { HostError } from '../hostError';

/** No system gives these out by itself: n8n listens only long after a port was chosen. */
const OURS = { from: 20_000, to: 32_000 };

/** A port that nobody listens on, and that no other program is given before it is used. */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const found = await listenOn(randomInt(OURS.from, OURS.to)).catch(() => undefined);
		if (found !== undefined) return found;
	}
	return await listenOn(0);
}

/** Raises, with one that is free to choose instead. */
export async function assertFree(
	port: number,
	whatToDo: (free: number) => string,
	reserved: readonly number[] = [],
): Promise<void> {
	await listenOn(port).catch(async (error: NodeJS.ErrnoException) => {
		const reason =
			error.code === 'EADDRINUSE' ? 'is already taken' : `cannot be used (${error.code})`;
		const free = await freeAfter(port, [...reserved, TASK_BROKER]);
		throw new HostError(`Port ${port} ${reason}`, whatToDo(free));
	});
}

/** n8n itself listens here. */
const TASK_BROKER = 5679;
const MOST_TRIES = 100;

/** The next one, which is easier to remember than any; or any, where many in a row are taken. */
async function freeAfter(port: number, reserved: readonly number[]): Promise<number> {
	for (let next = port + 1; next <= Math.min(port + MOST_TRIES, 65_535); next++) {
		const found = reserved.includes(next) ? undefined : await listenOn(next).catch(() => undefined);
		if (found !== undefined) return found;
	}
	return await freePort();
}

async function listenOn(port: number): Promise<number> {
	const server = createServer();
	return await new Promise((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', () => {
			const address = server.address();
			const found = typeof address === 'object' && address ? address.port : port;
			server.close(() => resolve(found));
		});
	});
}
