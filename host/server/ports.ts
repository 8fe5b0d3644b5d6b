import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

import { HostError } from '../hostError';

/** Systems do not hand out these ports by themselves: n8n listens on one only long after it was chosen. */
const OURS = { from: 20_000, to: 32_000 };
const MAX_TRIES = 100;

/** A free port that no other program is given before it is used. */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < MAX_TRIES; tries++) {
		const found = await listenOn(randomInt(OURS.from, OURS.to)).catch(() => undefined);
		if (found !== undefined) return found;
	}
	return await listenOn(0);
}

/** Throws if a port is taken, with advice that names as many free ones. */
export async function assertFree(
	ports: readonly number[],
	adviceWith: (free: number[]) => string,
): Promise<void> {
	for (const port of ports) {
		const reason = await whyTaken(port);
		if (reason === undefined) continue;
		const free = await Promise.all(ports.map(freePort));
		throw new HostError(`Port ${port} ${reason}`, adviceWith(free));
	}
}

const whyTaken = async (port: number): Promise<string | undefined> =>
	await listenOn(port).then(
		() => undefined,
		({ code }: NodeJS.ErrnoException) =>
			code === 'EADDRINUSE' ? 'is already taken' : `cannot be used (${code})`,
	);

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
