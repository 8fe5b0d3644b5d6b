/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, no-console */
import { parseArgs } from 'node:util';

import { createSandbox, DIALECTS, type DialectChoice, type Sandbox } from '.';
import type { EnvelopePage, TokenReply } from '../nodes/ESignature/api';

/**
 * Starts the sandbox with its seeds for work by hand: `npm run sandbox -- --port 8089`. With
 * `--dialects key-id,gzip` or `--seed 42` it speaks these dialects, or those that the seed draws.
 */
async function main(): Promise<void> {
	const wanted = wantedBy(process.argv.slice(2));
	if (typeof wanted === 'string') return fail(wanted);
	const { port } = wanted;
	const sandbox = await createSandbox({ ...wanted, seed: true }).catch((error: Error) => error);
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
	const { names } = sandbox.dialects;
	sandbox.dialects.set([]);
	console.table(await seeded(sandbox), ['status', 'name', 'ID']);
	sandbox.dialects.set(names);
	for (const { name, changes } of DIALECTS.filter(({ name }) => names.includes(name))) {
		console.log(`Dialect ${name}: ${changes}`);
	}
	console.log('Ctrl-C ends it.');
	const end = () => void sandbox.close();
	process.once('SIGINT', end).once('SIGTERM', end);
}

const KNOWN =
	'Three options are known: npm run sandbox -- --port 8089 --dialects key-id,gzip (or --seed 42)';

/** What was asked for, or what is wrong with the request. */
function wantedBy(args: string[]): { port: number; dialects: DialectChoice } | string {
	try {
		const { values } = parseArgs({
			args,
			options: {
				port: { type: 'string', default: '0' },
				dialects: { type: 'string' },
				seed: { type: 'string' },
			},
		});
		const port = Number(values.port);
		if (!/^\d+$/.test(values.port) || port > 65_535) {
			return `--port cannot be '${values.port}'\nGive a number from 0 to 65535.`;
		}
		const dialects = choiceOf(values.dialects, values.seed);
		return typeof dialects === 'string' ? dialects : { port, dialects };
	} catch (error) {
		// What follows the first sentence is advice for shells, not for npm.
		const [what] = (error as Error).message.split(/\.? *\n|\. /);
		return `${what}\n${KNOWN}`;
	}
}

function choiceOf(names: string | undefined, seed: string | undefined): DialectChoice | string {
	if (names !== undefined && seed !== undefined) {
		return '--dialects and --seed exclude each other\nA seed draws dialects by itself.';
	}
	if (seed !== undefined) {
		if (/^\d{1,9}$/.test(seed)) return { seed: Number(seed) };
		return `--seed cannot be '${seed}'\nGive a whole number.`;
	}
	const list = (names ?? '').split(',').filter((name) => name !== '');
	const unknown = list.find((name) => !DIALECTS.some((dialect) => dialect.name === name));
	if (unknown === undefined) return list;
	const all = DIALECTS.map(({ name }) => name).join(', ');
	return `--dialects cannot have '${unknown}'\nKnown are: ${all}.`;
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
