/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { command } from '../command';
import { HostError } from '../hostError';
import { freePort } from '../server/ports';

export interface Postgres {
	port: number;
	stop(): Promise<void>;
}

/** A database server of our own: empty, on a free port, gone afterwards. */
export async function startPostgres(): Promise<Postgres> {
	const programs = programFolder();
	const folder = mkdtempSync(join(tmpdir(), 'esignature-postgres-'));
	const data = join(folder, 'data');
	const port = await freePort();
	const account = accountOf(folder);
	const run = async (program: string, parameters: string[]) =>
		await command(...account(join(programs, program), ['-D', data, ...parameters]), {
			cwd: folder,
			log: join(tmpdir(), 'esignature-postgres.log'),
		});
	await run('initdb', ['--auth=trust', '--username=postgres', '--encoding=UTF8']);
	// A test database need not survive a power cut.
	const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
	await run('pg_ctl', ['-l', join(folder, 'log'), '-w', '-o', settings, 'start']);
	return {
		port,
		stop: async () => {
			await run('pg_ctl', ['-m', 'immediate', 'stop']);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Postgres refuses to run as root; Debian's package brings an account for it. */
function accountOf(folder: string): (program: string, parameters: string[]) => [string, string[]] {
	if (process.getuid?.() !== 0) return (program, parameters) => [program, parameters];
	const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString());
	chownSync(folder, id('-u'), id('-g'));
	return (program, parameters) => ['runuser', ['-u', 'postgres', '--', program, ...parameters]];
}

/** Debian keeps the server's programs out of the path, one folder for each version. */
function programFolder(): string {
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
	const found = versions
		.map((version) => join(debian, version, 'bin'))
		.concat((process.env.PATH ?? '').split(':'))
		.find((folder) => existsSync(join(folder, 'initdb')));
	if (found) return found;
	throw new HostError(
		'Queue mode needs PostgreSQL, and its server is not on this machine',
		'Debian and Ubuntu: sudo apt-get install postgresql. Then run the same command again.',
	);
}
