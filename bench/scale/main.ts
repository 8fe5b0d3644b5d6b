/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
// Measures what docs/internals.md says of n8n: rows of a data table, and runs a second in queue mode; or runs that wait.
//
//   npm run scale
//   npm run scale -- --rows 100000
//   npm run scale -- --waiting 1000
//   npm run scale -- --waiting 1000 --plain     the same with n8n's own Wait
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startHost } from '../../host/host';
import { n8nVersion } from '../../host/install/manifest';
import { packPackage } from '../../host/server/package';
import { measureQueue } from './queue';
import { FRESH_SIZES, measureTable } from './table';
import { measureWaiting } from './waiting';

const CREWS = [20, 500].flatMap((latency) => [
	{ workers: 1, concurrency: 5, latency },
	{ workers: 1, concurrency: 20, latency },
	{ workers: 2, concurrency: 20, latency },
]);

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			rows: { type: 'string', default: '100000' },
			waiting: { type: 'string' },
			plain: { type: 'boolean', default: false },
		},
	});
	const counts = [Number(values.rows) / 10, Number(values.rows)];
	const tarball = await packPackage(join(__dirname, '..', '..', 'artifacts', 'scale'));
	print(`n8n ${n8nVersion()}, ${cpus().length} cores`);
	if (values.waiting) {
		return await measureWaiting(tarball, Number(values.waiting), values.plain, print);
	}
	const host = await startHost({ tarball, env: FRESH_SIZES });
	try {
		await measureTable(host, 'SQLite', counts, print);
	} finally {
		await host.stop();
	}
	for (const [index, crew] of CREWS.entries()) {
		const measured = async ({ main }: { main: Parameters<typeof measureTable>[0] }) => {
			if (index === 0) await measureTable(main, 'Postgres', counts, print);
		};
		await measureQueue(tarball, crew, measured, print);
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
