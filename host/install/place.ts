/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where package.json and lock of n8n are. */
export const MANIFEST = join(__dirname, '..');
export const MANIFEST_FILES = ['package.json', 'package-lock.json', '.npmrc'];

export const N8N_VERSION = (
	JSON.parse(readFileSync(join(MANIFEST, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	}
).dependencies.n8n;

/** The folder of this user for files that can be made again. */
function cacheFolder(): string {
	const base =
		process.env.XDG_CACHE_HOME ??
		join(homedir(), process.platform === 'darwin' ? join('Library', 'Caches') : '.cache');
	return join(base, 'n8n-nodes-esignature');
}

/** One folder for each lock and kind of machine: another lock never meets an old installation. */
export function installFolder(): string {
	const hash = createHash('sha256');
	for (const file of MANIFEST_FILES) hash.update(readFileSync(join(MANIFEST, file)));
	hash.update(process.platform + process.arch);
	return join(cacheFolder(), `n8n-${N8N_VERSION}-${hash.digest('hex').slice(0, 16)}`);
}
