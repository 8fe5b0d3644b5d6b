/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console */
import { parseArgs } from 'node:util';

import { createSandbox, type Sandbox } from '.';
import type { EnvelopePage, TokenReply } from '../nodes/ESignature/api';

/** Starts the sandbox with its seeds for work by hand: `npm run sandbox -- --port 8089`. */
async function main(): Promise<void> {
	const port = portFrom(process.argv.slice(2));
	if (typeof port === 'string') return fail(port);
	const sandbox = await createSandbox({ port, seed: true }).catch((error: Error) => error);
	if (sandbox instanceof Error) {
		const taken = 'code' in sandbox && sandbox.code === 'EADDRINUSE';
		return fail(taken ? `Port ${port} is taken. Choose another with --port.` : sandbox.message);
	}

	console.log(`E-signature sandbox (simulated, for development only)

Base URL       ${sandbox.url}
Client ID      ${sandbox.clientId}
Client secret  ${sandbox.clientSecret}

Inbox          ${sandbox.url}/ (sign or decline here)
Administration ${sandbox.url}/admin (webhook)
`);
	console.table(await seeded(sandbox), ['status', 'name', 'ID']);
	console.log('Ctrl-C ends it.');
	const end = () => void sandbox.close();
	process.once('SIGINT', end).once('SIGTERM', end);
}

/** The port that was asked for, or what is wrong with the request. */
function portFrom(args: string[]): number | string {
	try {
		const { values } = parseArgs({ args, options: { port: { type: 'string', default: '0' } } });
		const port = Number(values.port);
		if (/^\d+$/.test(values.port) && port < 65_536) return port;
		return `--port cannot be '${values.port}'\nGive a number from 0 to 65535.`;
	} catch (error) {
		// What follows the first sentence is advice for shells, not for npm.
		const [what] = (error as Error).message.split(/\.? *\n|\. /);
		return `${what}\nOne option is known: npm run sandbox -- --port 8089`;
	}
}

/** Read as any client would, so that a sandbox that starts is one that answers. */
async function seeded({ url, clientId, clientSecret, log }: Sandbox) {
	const token = await fetch(`${url}/oauth/token`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ clientID: clientId, clientSecret }),
	});
	const { accessToken } = (await token.json()) as TokenReply;
	const page = await fetch(`${url}/sign/envelopes`, {
		headers: { Authorization: `Bearer ${accessToken}` },
	});
	log.clear();
	return ((await page.json()) as EnvelopePage).items.reverse();
}

function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}

void main();
