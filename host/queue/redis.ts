import { tmpdir } from 'node:os';

import { HostError } from '../hostError';
import { freePort } from '../server/ports';
import { startServer, type Server } from './server';

/** A Redis of our own that keeps nothing on disk. */
export async function startRedis(): Promise<Server> {
	const port = await freePort();
	return await startServer({
		program: 'redis-server',
		parameters: ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
		port,
		cwd: tmpdir(),
		signal: 'SIGTERM',
		failure: () =>
			new HostError(
				'Queue mode needs Redis, and redis-server could not be started',
				'Debian and Ubuntu: sudo apt-get install redis-server. Then run the same command again.',
			),
	});
}
