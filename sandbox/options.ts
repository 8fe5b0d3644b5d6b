import { parseArgs } from 'node:util';

import type { SandboxOptions } from '.';

const KNOWN =
	'Two options are known: npm run sandbox -- --port 8089 --dialects key-id,problem-text';

/**
 * The options, or the error to show. The publisher's samples send keys that the interface does not
 * have, and do not wait until their documents are processed.
 */
export function wantedBy(args: string[]): SandboxOptions | string {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: 'string', default: '0' },
				dialects: { type: 'string', default: 'unknown-keys-ignored' },
			},
		});
		const port = Number(values.port);
		if (!/^\d+$/.test(values.port) || port > 65_535) {
			return `--port cannot be '${values.port}'\nGive a number from 0 to 65535.`;
		}
		const dialects = values.dialects.split(',').filter((name) => name !== '');
		return { port, dialects, processingMs: 0, seed: true };
	} catch (error) {
		// The other sentences are advice for shells, not for npm.
		const [what] = (error as Error).message.split(/\.? *\n|\. /);
		return `${what}\n${KNOWN}`;
	}
}
