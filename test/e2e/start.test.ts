/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { OWNER, Rest } from '../../host/rest';
import { assertFree, freePort } from '../../host/server/ports';
import { tinyServer } from '../support/tinyServer';
import { until } from './support/until';

const ROOT = join(__dirname, '..', '..');

/** `npm start` as a person types it, and what it prints. */
async function start(port: number, sandboxPort: number) {
	const parameters = ['start', '--', '--port', String(port), '--sandbox-port', String(sandboxPort)];
	const child = spawn('npm', parameters, { cwd: ROOT, detached: true });
	const seen = { text: '' };
	child.stdout.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	return { child, seen };
}

/** Ctrl-C reaches every process of the terminal's group. */
async function pressCtrlC(child: ChildProcess): Promise<void> {
	const ended = once(child, 'close');
	process.kill(-(child.pid as number), 'SIGINT');
	await ended;
}

async function printed(seen: { text: string }, child: ChildProcess, wanted: string): Promise<void> {
	while (!seen.text.includes(wanted)) {
		if (child.exitCode !== null) throw new Error(`npm start ended:\n${seen.text}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

it.each([
	'ends with a verified archive and a running editor, until Ctrl-C',
	'does so again with what is there, and makes nothing twice',
])('%s', async () => {
	const [port, sandboxPort] = [await freePort(), await freePort()];
	const { child, seen } = await start(port, sandboxPort);
	try {
		await printed(seen, child, 'Ctrl-C stops everything.');
		expect(seen.text).toContain('archived 3 envelopes into artifacts/archive');
		expect(seen.text).toMatch(/-sealed\.zip: OK/);
		expect(seen.text).not.toMatch(/FAILED|WARNING/);
		expect(seen.text).toContain(`log in as ${OWNER.email} with the password ${OWNER.password}`);
		const form = /Form +(http:\S+)/.exec(seen.text)?.[1];
		await until('the form', async () => (await fetch(String(form))).ok);
		// As the owner whose password was printed.
		const rest = new Rest(`http://127.0.0.1:${port}`);
		await rest.signIn();
		for (const list of ['/rest/credentials', '/rest/workflows']) {
			const names = (await rest.request<Array<{ name: string }>>('GET', list)).map(
				({ name }) => name,
			);
			expect(names).toEqual([...new Set(names)]);
			expect(names.length).toBeGreaterThan(0);
		}
	} finally {
		await pressCtrlC(child);
	}
	for (const one of [port, sandboxPort]) await expect(assertFree(one, '')).resolves.toBeUndefined();
});

it('says at once that a port is taken, and how to choose another', async () => {
	const taken = await tinyServer((_, res) => res.end());
	const { child, seen } = await start(Number(new URL(taken.url).port), await freePort());
	const [code] = (await once(child, 'close')) as [number];
	await taken.close();
	expect(code).not.toBe(0);
	expect(seen.text).toMatch(
		/is already taken\nChoose another port for n8n: npm start -- --port 5679/,
	);
});
