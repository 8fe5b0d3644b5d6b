import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHost, type HostOptions, type OwnHost } from '../host';
import { isN8nFrom } from '../install/version';
import { freePort } from '../server/ports';
import { startPostgres } from './postgres';
import { startRedis } from './redis';
import { startWorker, type Worker } from './worker';

export interface QueueHost {
	/** Editor, schedules and webhooks; runs nothing itself. */
	readonly main: OwnHost;
	workers: Worker[];
	postgresPort: number;
	/** Ends the main process as a crash would, and starts it again at the same address. */
	restartMain(): Promise<void>;
	startWorker(): Promise<void>;
	stop(): Promise<void>;
}

type Stop = () => Promise<void>;

/** n8n in queue mode: a main process, workers, and the two servers between them. */
export async function startQueue({
	workers: count,
	...options
}: Omit<HostOptions, 'folder'> & { workers: number }): Promise<QueueHost> {
	const folder = mkdtempSync(join(tmpdir(), 'esignature-queue-'));
	const stops: Stop[] = [async () => rmSync(folder, { recursive: true, force: true })];
	const stop = async () => await endAll(stops.splice(0).reverse());
	try {
		const [postgres, redis] = await together(
			stops,
			[startPostgres(), startRedis()],
			(server) => server.stop,
		);
		const env = {
			...queueEnvironment(postgres?.port as number, redis?.port as number),
			...options.env,
		};
		const port = options.port ?? (await freePort());
		const start = async () =>
			await startHost({ ...options, env, port, folder: join(folder, 'main') });
		const startNext = async (number: number) =>
			await startWorker(join(folder, `worker-${number}`), options.tarball, env);
		let main = await start();
		stops.push(async () => await main.stop());
		const workers = await together(
			stops,
			Array.from({ length: count }, async (_, index) => await startNext(index + 1)),
			({ program }) =>
				async () =>
					await program.stop(),
		);
		return {
			get main() {
				return main;
			},
			workers,
			postgresPort: postgres?.port as number,
			restartMain: async () => {
				await main.program.kill();
				main = await start();
			},
			startWorker: async () => void workers.push(await startNext(workers.length + 1)),
			stop,
		};
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
	...(!isN8nFrom(3) && { OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' }),
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redis),
});

/** If one does not start, the others are stopped all the same. */
async function together<Started>(
	stops: Stop[],
	starting: Array<Promise<Started>>,
	stopOf: (started: Started) => Stop,
): Promise<Started[]> {
	const results = await Promise.allSettled(starting);
	const started = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	stops.push(async () => await endAll(started.map(stopOf)));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
	return started;
}

/** One after the other; the rest is stopped even if one cannot be. */
async function endAll(stops: Stop[]): Promise<void> {
	const errors: unknown[] = [];
	for (const end of stops) await end().catch((error: unknown) => errors.push(error));
	if (errors.length > 0) throw errors[0];
}
