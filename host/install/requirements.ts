import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import { HostError } from '../hostError';
import { assertNode24Obtainable } from './node24';

const GIB = 1024 ** 3;
const NEEDED_GIB = 5;

/** Checks at the start what would make the installation fail after minutes. */
export function assertInstallable(folder: string): void {
	assertNode24Obtainable();
	assertCompiler();
	mkdirSync(dirname(folder), { recursive: true });
	const { bavail, bsize } = statfsSync(dirname(folder));
	if (bavail * bsize >= NEEDED_GIB * GIB) return;
	throw new HostError(
		`n8n needs ${NEEDED_GIB} GB of disk space in ${dirname(folder)}; ${((bavail * bsize) / GIB).toFixed(1)} GB are free`,
		'Free some space, or set XDG_CACHE_HOME to a folder on a larger disk, and run the same command again.',
	);
}

/** n8n's database driver comes as C++ source: its ready-made form is not on the npm registry. */
function assertCompiler(): void {
	const missing = ['make', 'c++', 'python3'].filter(
		(program) =>
			spawnSync(program, ['--version'], { env: process.env, stdio: 'ignore' }).status !== 0,
	);
	if (missing.length === 0) return;
	throw new HostError(
		`n8n's database driver is compiled once, and this machine lacks ${missing.join(', ')}`,
		'Debian and Ubuntu: sudo apt-get install build-essential python3. macOS: xcode-select --install. Then run the same command again.',
	);
}
