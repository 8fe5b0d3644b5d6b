/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { parseArgs } from 'node:util';

const KNOWN =
	'Two options are known: npm run sandbox -- --port 8089 --dialects key-id,problem-text';

/** What was asked for, or what is wrong with the request. */
export function wantedBy(args: string[]): { port: number; dialects: string[] } | string {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: 'string', default: '0' },
				dialects: { type: 'string', default: '' },
			},
		});
		const port = Number(values.port);
		if (!/^\d+$/.test(values.port) || port > 65_535) {
			return `--port cannot be '${values.port}'\nGive a number from 0 to 65535.`;
		}
		return { port, dialects: values.dialects.split(',').filter((name) => name !== '') };
	} catch (error) {
		// What follows the first sentence is advice for shells, not for npm.
		const [what] = (error as Error).message.split(/\.? *\n|\. /);
		return `${what}\n${KNOWN}`;
	}
}
