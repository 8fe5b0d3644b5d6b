import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, lock } from 'proper-lockfile';

import { command } from '../command';
import { HostError } from '../hostError';
import { container, type Container } from '../server/container';
import { assertDriverLoads, compileDriver } from './driver';
import { manifest, npmVersion } from './manifest';
import { node24, type Node24 } from './node24';
import { installFolder } from './place';
import { packagesIn, withProgress, type Say } from './progress';
import { assertInstallable } from './requirements';

export interface Installation {
	folder: string;
	node: Node24;
	/** n8n's own start script. */
	n8n: string;
}

export type N8n = Installation | Container;

/** What runs n8n here: an image, or what npm installs. */
export const prepareN8n = async (say?: Say): Promise<N8n> => container() ?? (await installN8n(say));

/**
 * n8n and its Node, installed once per machine and manifest. It grows beside its final place and moves there
 * when it works, so that an interrupted installation is never taken for a finished one.
 */
export async function installN8n(say: Say = () => {}): Promise<Installation> {
	const folder = installFolder();
	if (!existsSync(folder)) {
		assertInstallable(folder);
		await oneAtATime(folder, say, async () => {
			if (!existsSync(folder)) await install(folder, say);
		});
	}
	const n8n = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	if (existsSync(n8n)) return { folder, node: node24(folder), n8n };
	throw new HostError(
		`The n8n in ${folder} is not complete`,
		'Delete that folder and run the same command again.',
	);
}

/** A lock without updates is that of a killed program, but removing a large folder also holds updates up for a while. */
const LOCK = { realpath: false, stale: 120_000, update: 5_000 };

async function oneAtATime(folder: string, say: Say, work: () => Promise<void>): Promise<void> {
	if (await check(folder, LOCK)) {
		say(`Waiting for another program that installs n8n; if there is none, delete ${folder}.lock`);
	}
	const retries = { forever: true, minTimeout: 1_000, maxTimeout: 1_000 };
	const release = await lock(folder, { ...LOCK, retries });
	try {
		await work();
	} finally {
		await release();
	}
}

async function install(folder: string, say: Say): Promise<void> {
	const growing = `${folder}.partial`;
	const log = `${folder}.log`;
	rmSync(growing, { recursive: true, force: true });
	mkdirSync(growing, { recursive: true });
	writeFileSync(log, '');
	const files = manifest();
	for (const [name, content] of files) writeFileSync(join(growing, name), content);
	const verb = files.has('package-lock.json') ? 'ci' : 'install';
	say(`Installing n8n ${npmVersion()} into ${folder}: once, about 3 GB and 10 minutes`);
	const packages = command('npm', [verb, '--no-audit', '--no-fund'], { cwd: growing, log }).catch(
		(error: Error) => {
			throw new HostError(
				`npm could not install n8n:\n${error.message}`,
				`The whole output is in ${log}. Check that the npm registry can be reached, then run the same command again.`,
			);
		},
	);
	await withProgress(say, () => `${packagesIn(growing)} packages`, packages);
	const node = node24(growing);
	say("Compiling n8n's database driver: once, about 3 minutes");
	await withProgress(say, () => 'compiling', compileDriver(growing, node, log));
	await assertDriverLoads(growing, node, log);
	renameSync(growing, folder);
	say(`n8n ${npmVersion()} is installed`);
}
