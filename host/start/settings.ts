import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { HostError } from '../hostError';

const ROOT = join(__dirname, '..', '..');
// A test has a folder of its own, and leaves alone what a person has there.
const ARTIFACTS = process.env.HOST_START_FOLDER ?? join(ROOT, 'artifacts');
// n8n keeps its editor there, whose scripts would be linted as ours anywhere else.
const CACHE =
	process.env.HOST_START_FOLDER ?? join(ROOT, 'node_modules', '.cache', 'n8n-nodes-esignature');

/** Made again by each start, or kept from one to the next, but never committed. */
export const PLACES = {
	n8n: join(CACHE, 'editor'),
	archive: join(ARTIFACTS, 'archive'),
	mails: join(ARTIFACTS, 'mails'),
	package: join(ARTIFACTS, 'package'),
	spreadsheet: join(ARTIFACTS, 'bulk-from-spreadsheet.csv'),
	contract: join(ARTIFACTS, 'contract.pdf'),
	tagged: join(ARTIFACTS, 'contract-with-tags.pdf'),
};

export interface StartSettings {
	port: number;
	sandboxPort: number;
}

/** `npm start -- --port 5690 --sandbox-port 8090`. */
export function settingsFrom(parameters: string[]): StartSettings {
	const given = optionsFrom(parameters);
	const port = portFrom('--port', given.port);
	const sandboxPort = portFrom('--sandbox-port', given['sandbox-port']);
	if (port !== sandboxPort) return { port, sandboxPort };
	throw new HostError(
		`n8n and the sandbox cannot share port ${port}`,
		'Give --port and --sandbox-port different numbers.',
	);
}

function optionsFrom(parameters: string[]) {
	try {
		return parseArgs({
			args: parameters,
			options: {
				port: { type: 'string', default: '5678' },
				'sandbox-port': { type: 'string', default: '8089' },
			},
		}).values;
	} catch (error) {
		// The other sentences are advice for shells, not for npm.
		const [what] = (error as Error).message.split(/\.? *\n|\. /);
		throw new HostError(
			what as string,
			'There are two options, e.g. npm start -- --port 5690 --sandbox-port 8090',
		);
	}
}

function portFrom(name: string, value: string): number {
	const port = Number(value);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new HostError(`${name} cannot be '${value}'`, 'Enter a number from 1 to 65535.');
}
