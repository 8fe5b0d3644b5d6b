import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

import { HostError } from '../hostError';

/** Systems do not hand out these ports by themselves: n8n listens on one only long after it was chosen. */
const OURS = { from: 20_000, to: 32_000 };

/** A free port that no other program is given before it is used. */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < MAX_TRIES; tries++) {
		const found = await listenOn(randomInt(OURS.from, OURS.to)).catch(() => undefined);
		if (found !== undefined) return found;
	}
	return await listenOn(0);
}

/** Throws if a port is taken, and names as many free ones. */
export async function assertFree(
	ports: readonly number[],
	whatToDo: (free: number[]) => string,
): Promise<void> {
	const reasons = await Promise.all(ports.map(whyTaken));
	const taken = reasons.findIndex((reason) => reason !== undefined);
	if (taken < 0) return;
	const free: number[] = [];
	for (const [index, port] of ports.entries()) {
		const reserved = [TASK_BROKER, ...free, ...ports.slice(index + 1)];
		free.push(reasons[index] === undefined ? port : await freeAfter(port, reserved));
	}
	throw new HostError(`Port ${ports[taken]} ${reasons[taken]}`, whatToDo(free));
}

const whyTaken = async (port: number): Promise<string | undefined> =>
	await listenOn(port).then(
		() => undefined,
		({ code }: NodeJS.ErrnoException) =>
			code === 'EADDRINUSE' ? 'is already taken' : `cannot be used (${code})`,
	);

/** n8n itself listens here. */
const TASK_BROKER = 5679;
const MAX_TRIES = 100;

/** The next free port, which is easy to remember; any free one if many in a row are taken. */
async function freeAfter(port: number, reserved: readonly number[]): Promise<number> {
	for (let next = port + 1; next <= Math.min(port + MAX_TRIES, 65_535); next++) {
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
