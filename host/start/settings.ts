/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { HostError } from '../hostError';

const ARTIFACTS = join(__dirname, '..', '..', 'artifacts');

/** Made again by each start, or kept from one to the next, but never committed. */
export const FOLDERS = {
	n8n: join(ARTIFACTS, 'n8n'),
	archive: join(ARTIFACTS, 'archive'),
	package: join(ARTIFACTS, 'package'),
};

export interface StartSettings {
	port: number;
	sandboxPort: number;
}

/** `npm start -- --port 5679 --sandbox-port 8090`. */
export function settingsFrom(parameters: string[]): StartSettings {
	const { values } = parseArgs({
		args: parameters,
		options: {
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '8089' },
		},
	});
	return {
		port: portFrom('--port', values.port),
		sandboxPort: portFrom('--sandbox-port', values['sandbox-port']),
	};
}

function portFrom(name: string, value: string): number {
	const port = Number(value);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new HostError(`${name} cannot be '${value}'`, 'Give a number from 1 to 65535.');
}
