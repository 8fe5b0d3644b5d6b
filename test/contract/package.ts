import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { command } from './command';
import { built, inRoot, ROOT } from './repository';

interface Packed {
	filename: string;
}

function npmPack(parameters: string[], source: string = ROOT): Packed {
	built();
	const all = ['pack', '--json', ...parameters];
	const { code, stdout, stderr } = command('npm', all, undefined, source);
	if (code !== 0) throw new Error(`npm pack failed: ${stderr}`);
	const reply = JSON.parse(stdout) as Packed[] | Record<string, Packed>;
	return Object.values(reply)[0] as Packed; // a list, or (npm 11.6 on) an object by name
}

/** The file that is about to be published, where a release names it: then nothing else is looked at. */
function givenTarball(name = process.env.TARBALL): string | undefined {
	if (name === undefined || name === '') return undefined;
	const path = resolve(ROOT, name);
	if (!existsSync(path)) throw new Error(`TARBALL names ${name}, and there is no such file`);
	return path;
}

/** Packs a built copy of the repository, or itself, and returns the path of the tarball. */
export const packInto = (folder: string, source?: string): string =>
	join(folder, npmPack(['--pack-destination', folder], source).filename);

/** The one that the tests look at. */
export const tarballIn = (folder: string): string => givenTarball() ?? packInto(folder);

/** Paths of what is in it. */
export function packedPaths(tarball: string): string[] {
	const { code, stdout, stderr } = command('tar', ['-tzf', tarball]);
	if (code !== 0) throw new Error(`tar failed: ${stderr}`);
	return stdout
		.split('\n')
		.filter(Boolean)
		.map((path) => path.replace(/^package\//, ''));
}

/** The package as n8n finds it after an installation, and what npm installed with it. */
export function install(tarball: string): {
	directory: string;
	installed: string[];
	remove: () => void;
} {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-esignature-'));
	// Without a network and with an empty cache: nothing can come along.
	const offline = ['--offline', '--cache', join(folder, 'cache')];
	const { code, stderr } = command('npm', ['install', ...offline, '--prefix', folder, tarball]);
	if (code !== 0) throw new Error(`npm install failed: ${stderr}`);
	const modules = join(folder, 'node_modules');
	const installed = readdirSync(modules).filter((name) => !name.startsWith('.'));
	// n8n brings this one.
	symlinkSync(inRoot('node_modules/n8n-workflow'), join(modules, 'n8n-workflow'), 'junction');
	return {
		directory: join(modules, 'n8n-nodes-esignature'),
		installed,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
