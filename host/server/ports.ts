/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { createServer } from 'node:net';

import { HostError } from '../hostError';

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
	return await listenOn(0);
}

export async function assertFree(port: number, whatToDo: string): Promise<void> {
	await listenOn(port).catch((error: NodeJS.ErrnoException) => {
		const reason =
			error.code === 'EADDRINUSE' ? 'is already taken' : `cannot be used (${error.code})`;
		throw new HostError(`Port ${port} ${reason}`, whatToDo);
	});
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
