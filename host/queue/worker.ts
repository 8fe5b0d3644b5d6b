import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { prepareN8n } from '../install/install';
import { environmentOf } from '../server/environment';
import { installPackage } from '../server/package';
import { freePort } from '../server/ports';
import { Program } from '../server/program';

/** A process that runs what the main process puts into the queue. */
export class Worker {
	constructor(
		readonly program: Program,
		private readonly logFile: string,
	) {}

	/** IDs of the executions that this worker has begun, in order. */
	get executions(): string[] {
		const log = readFileSync(this.logFile, 'utf8');
		return [...log.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id as string);
	}
}

/** With a folder and a copy of the package of its own, as on a machine of its own. */
export async function startWorker(
	folder: string,
	tarball: string,
	env: Record<string, string>,
): Promise<Worker> {
	const n8n = await prepareN8n();
	mkdirSync(folder, { recursive: true });
	await installPackage(tarball, folder);
	const port = await freePort();
	const log = join(folder, 'n8n.log');
	const program = await Program.start(n8n, {
		parameters: ['worker', '--concurrency=5'],
		env: environmentOf(
			n8n,
			{ folder, port: await freePort(), brokerPort: await freePort() },
			{
				...env,
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
		),
		log,
		health: [`http://127.0.0.1:${port}/healthz/readiness`],
	});
	return new Worker(program, log);
}
