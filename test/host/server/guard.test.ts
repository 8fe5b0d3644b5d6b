/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
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

/** What a server that the guard watches answers to these requests. */
async function answered(names: string[], env: Record<string, string>): Promise<string[]> {
	const program = `
		const http = require('node:http');
		const server = http.createServer((_, res) => res.end('in'));
		server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\\r\\n\\r\\n'));
		const ask = (host, headers) => new Promise((resolve) =>
			http.get({ host: '127.0.0.1', port: server.address().port, agent: false, headers: { host, ...headers } })
				.on('response', (res) => { res.resume(); resolve(res.statusCode); })
				.on('upgrade', (res, socket) => { socket.destroy(); resolve(res.statusCode); })
				.on('error', () => resolve('gone')));
		server.listen(0, '127.0.0.1', async () => {
			for (const name of ${JSON.stringify(names)}) {
				const upgraded = await ask(name, { connection: 'Upgrade', upgrade: 'websocket' });
				console.log([name, await ask(name), upgraded].join(' '));
			}
			server.close();
		});`;
	return await new Promise((resolve) =>
		execFile(
			process.execPath,
			['--require', guard, '-e', program],
			{ env: { HOST_REFUSED_LOG: refused, ...env } },
			(_, stdout) => resolve(stdout.trim().split('\n')),
		),
	);
}

it('answers to no other names than those of this machine where that is asked for', async () => {
	const own = ['localhost', '127.0.0.1:5678', 'LocalHost:80', '[::1]:5678'];
	const foreign = ['evil.example', 'evil.example:5678', '127.0.0.1.evil.example', 'localhost.evil'];
	const all = [...own, ...foreign];

	expect(await answered(all, { HOST_LOOPBACK_ONLY: 'true' })).toEqual([
		...own.map((name) => `${name} 200 101`),
		...foreign.map((name) => `${name} 403 403`),
	]);
	expect(await answered(['evil.example'], {})).toEqual(['evil.example 200 101']);
});

it('lets n8n reach this machine', async () => {
	rmSync(refused, { force: true });
	const server = await localServer((_, res) => res.end('here'));
	const said = await fetched(server.url.replace('127.0.0.1', 'localhost'));
	await server.close();
	expect(said).toBe('reached');
	expect(existsSync(refused)).toBe(false);
});
