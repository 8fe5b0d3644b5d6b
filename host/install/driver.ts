import { join } from 'node:path';

import { command } from '../command';
import { HostError } from '../hostError';
import type { Node24 } from './node24';

/** Compiles n8n's SQLite driver against the Node that will load it, without downloading anything. */
export async function compileDriver(folder: string, node: Node24, log: string): Promise<void> {
	const gyp = join(folder, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
	const driver = join(folder, 'node_modules', 'sqlite3');
	const rebuild = [gyp, 'rebuild', `--nodedir=${node.headers}`];
	await command(node.path, rebuild, { cwd: driver, log }).catch((error: Error) => {
		throw new HostError(
			`n8n's database driver could not be compiled:\n${error.message}`,
			`The whole output is in ${log}. With a working C++ compiler, make and Python 3, run the same command again.`,
		);
	});
}

/** Loading the driver proves more than the existence of its file. */
export async function assertDriverLoads(folder: string, node: Node24, log: string): Promise<void> {
	await command(node.path, ['-e', "require('sqlite3')"], { cwd: folder, log }).catch(
		(error: Error) => {
			throw new HostError(
				`The n8n in ${folder} is broken:\n${error.message}`,
				'Delete that folder and run the same command again.',
			);
		},
	);
}
