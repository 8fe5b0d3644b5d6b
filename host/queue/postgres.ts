import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { lastLines } from '../command';
import { HostError } from '../hostError';
import { freePort } from '../server/ports';
import { startServer, type Server } from './server';

/** A database server of our own: empty, on a free port, gone afterward. */
export async function startPostgres(): Promise<Server> {
	const programs = programFolder();
	const folder = mkdtempSync(join(tmpdir(), 'esignature-postgres-'));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	try {
		const data = join(folder, 'data');
		const account = accountFor(folder);
		const made = spawnSync(
			join(programs, 'initdb'),
			['-D', data, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'],
			{ cwd: folder, encoding: 'utf8', ...account },
		);
		if (made.status !== 0) throw broken(made.error?.message ?? made.stderr);
		const log = join(folder, 'log');
		const port = await freePort();
		const server = await startServer({
			program: join(programs, 'postgres'),
			// A test database need not survive a power cut.
			parameters: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'],
			port,
			cwd: folder,
			log,
			account,
			// Stops without waiting for clients.
			signal: 'SIGINT',
			failure: () => broken(lastLines(readFileSync(log, 'utf8'), 8)),
		});
		return { port, stop: async () => await server.stop().finally(remove) };
	} catch (error) {
		remove();
		throw error;
	}
}

interface Account {
	uid?: number;
	gid?: number;
}

/** Postgres refuses to run as root; Debian's package brings an account for it. */
function accountFor(folder: string): Account {
	if (process.getuid?.() !== 0) return {};
	const [uid, gid] = ['-u', '-g'].map((flag) =>
		Number(spawnSync('id', [flag, 'postgres']).stdout.toString() || NaN),
	) as [number, number];
	if (Number.isNaN(uid + gid)) throw missing('the account postgres');
	chownSync(folder, uid, gid);
	return { uid, gid };
}

/** Debian keeps the server's programs out of the path, one folder for each version. */
function programFolder(): string {
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian) : [];
	const found = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(debian, version, 'bin'))
		.concat((process.env.PATH ?? '').split(':'))
		.find((folder) => existsSync(join(folder, 'initdb')));
	if (found) return found;
	throw missing('its server');
}

const missing = (what: string) =>
	new HostError(
		`Queue mode needs PostgreSQL, and ${what} is not on this machine`,
		'Debian and Ubuntu: sudo apt-get install postgresql. Then run the same command again.',
	);

const broken = (words: string) =>
	new HostError(
		`PostgreSQL could not be started. Its last output:\n${words}`,
		'Fix what it says, or reinstall it, then run the same command again.',
	);
