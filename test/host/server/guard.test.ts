import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { localServer } from '../../support/localServer';

const guard = join(__dirname, '..', '..', '..', 'host', 'server', 'guard.cjs');
const folder = mkdtempSync(join(tmpdir(), 'esignature-guard-'));
const refused = join(folder, 'refused.log');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Asks for a page in a program that the guard watches; not synchronous, since we may be the server. */
const fetched = async (url: string): Promise<string> =>
	await new Promise((resolve) =>
		execFile(
			process.execPath,
			[
				'--require',
				guard,
				'-e',
				`fetch('${url}').then(() => 'reached', (e) => e.cause.message).then(console.log)`,
			],
			{ env: { HOST_REFUSED_LOG: refused } },
			(_, stdout) => resolve(stdout.trim()),
		),
	);

it.each([
	['a name', 'http://example.com/', 'example.com:80'],
	['an address', 'http://192.0.2.1:8080/', '192.0.2.1:8080'],
])('keeps n8n from reaching %s outside of this machine, and notes it', async (_, url, noted) => {
	expect(await fetched(url)).toMatch(/may not leave the machine/);
	expect(readFileSync(refused, 'utf8').trim().split('\n').at(-1)).toBe(noted);
});

it('lets n8n reach this machine', async () => {
	rmSync(refused, { force: true });
	const server = await localServer((_, res) => res.end('here'));
	const said = await fetched(server.url.replace('127.0.0.1', 'localhost'));
	await server.close();
	expect(said).toBe('reached');
	expect(existsSync(refused)).toBe(false);
});
