import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { manifest, npmVersion } from './manifest';

/** The folder of this user for files that can be made again. */
function cacheFolder(): string {
	const base =
		process.env.XDG_CACHE_HOME ??
		join(homedir(), process.platform === 'darwin' ? join('Library', 'Caches') : '.cache');
	return join(base, 'n8n-nodes-esignature');
}

/** One folder for each manifest and kind of machine, so that a new lock never reuses an old installation. */
export function installFolder(): string {
	const hash = createHash('sha256');
	for (const content of manifest().values()) hash.update(content);
	hash.update(process.platform + process.arch);
	return join(cacheFolder(), `n8n-${npmVersion()}-${hash.digest('hex').slice(0, 16)}`);
}
