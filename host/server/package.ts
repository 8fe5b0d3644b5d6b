import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { command } from '../command';

const ROOT = join(__dirname, '..', '..');

/** Builds the package and packs it as it would be published; returns the tarball's path. */
export async function packPackage(into: string): Promise<string> {
	rmSync(into, { recursive: true, force: true });
	mkdirSync(into, { recursive: true });
	const log = join(into, 'build.log');
	await command('npm', ['run', 'build'], { cwd: ROOT, log });
	await command('npm', ['pack', '--pack-destination', into], { cwd: ROOT, log });
	const tarball = readdirSync(into).find((file) => file.endsWith('.tgz'));
	if (!tarball) throw new Error(`npm pack left no tarball in ${into}`);
	return join(into, tarball);
}

/** Installs the tarball as the README says, offline, since the package has no dependencies. */
export async function installPackage(tarball: string, folder: string): Promise<void> {
	const place = join(folder, '.n8n', 'nodes');
	// npm would keep what it has of the same version.
	rmSync(place, { recursive: true, force: true });
	await command('npm', ['install', '--offline', '--prefix', place, tarball], {
		cwd: folder,
		log: join(folder, 'install.log'),
	});
}
