/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { HostError } from '../hostError';
import { freePort } from '../server/ports';

export interface Redis {
	port: number;
	stop(): Promise<void>;
}

/** A Redis of our own that keeps nothing on disk. */
export async function startRedis(): Promise<Redis> {
	const port = await freePort();
	const parameters = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
	const child = spawn('redis-server', parameters, { stdio: 'ignore' });
	let failed: Error | undefined;
	child.once('error', (error) => (failed = error));
	const endChild = () => child.kill();
	process.once('exit', endChild);
	while (!(await listens(port))) {
		if (failed ?? child.exitCode !== null) throw missing();
		await sleep(50);
	}
	return {
		port,
		stop: async () => {
			process.removeListener('exit', endChild);
			const ended = once(child, 'close');
			child.kill();
			await ended;
		},
	};
}

const missing = () =>
	new HostError(
		'Queue mode needs Redis, and redis-server could not be started',
		'Debian and Ubuntu: sudo apt-get install redis-server. Then run the same command again.',
	);

async function listens(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	return await new Promise((resolve) => {
		socket
			.once('connect', () => resolve(true))
			.once('error', () => resolve(false))
			.once('connect', () => socket.destroy());
	});
}
