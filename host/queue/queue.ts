/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- a program for developers, never inside n8n */
import { join } from 'node:path';

import { startHost, type HostOptions, type OwnHost } from '../host';
import { installN8n } from '../install/install';
import { environmentOf } from '../server/environment';
import { freePort } from '../server/ports';
import { Program } from '../server/program';
import { startPostgres } from './postgres';
import { startRedis } from './redis';

export interface QueueHost {
	/** Editor, schedules and webhooks; runs nothing itself. */
	main: OwnHost;
	workers: Program[];
	addWorker(): Promise<Program>;
	stop(): Promise<void>;
}

/** n8n in queue mode: a main process, workers, and the two servers between them. */
export async function startQueue(
	options: Omit<HostOptions, 'folder'> & { folder: string; workers: number },
): Promise<QueueHost> {
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const end of stops.reverse()) await end();
	};
	try {
		const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
		stops.push(postgres.stop, redis.stop);
		const env = { ...queueEnvironment(postgres.port, redis.port), ...options.env };
		const main = await startHost({ ...options, env });
		stops.push(async () => await main.stop());
		const workers: Program[] = [];
		const addWorker = async () => {
			const worker = await startWorker(options.folder, env, workers.length + 1);
			workers.push(worker);
			stops.push(async () => await worker.stop());
			return worker;
		};
		for (let count = 0; count < options.workers; count += 1) await addWorker();
		return { main, workers, addWorker, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

const queueEnvironment = (postgres: number, redis: number): Record<string, string> => ({
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgres),
	DB_POSTGRESDB_USER: 'postgres',
	DB_TYPE: 'postgresdb',
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redis),
});

/** Workers share the main process's folder, and so its copy of the package. */
async function startWorker(folder: string, env: Record<string, string>, number: number) {
	const installation = await installN8n();
	const port = await freePort();
	return await Program.start(installation, {
		parameters: ['worker', '--concurrency=5'],
		env: environmentOf(
			installation,
			{ folder, port: await freePort(), brokerPort: await freePort() },
			{ ...env, QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) },
		),
		log: join(folder, `worker-${number}.log`),
		health: `http://127.0.0.1:${port}/healthz`,
	});
}
