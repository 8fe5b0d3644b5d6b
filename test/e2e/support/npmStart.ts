/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, never inside n8n */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';

import { exampleNames } from '../../../host/examples';
import type { Execution } from '../../../host/execution';
import { Host } from '../../../host/host';
import { OWNER, Rest } from '../../../host/rest';
import { WORKFLOWS } from '../../../host/start/prepare';
import { freePort } from '../../../host/server/ports';
import { fillContract, sendContract, signContract, SIGNER } from '../browser/contract';
import { launch } from '../browser/launch';
import { until } from './until';

const ROOT = join(__dirname, '..', '..', '..');

/** `npm start` as a person types it, and what it prints. */
export async function start(port: number, sandboxPort: number) {
	const parameters = ['start', '--', '--port', String(port), '--sandbox-port', String(sandboxPort)];
	const child = spawn('npm', parameters, { cwd: ROOT, detached: true });
	const seen = { text: '' };
	child.stdout.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
	return { child, seen };
}

/** Ctrl-C reaches every process of the terminal's group. */
async function pressCtrlC(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
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

/** The three steps that are printed, taken literally. */
async function walkTheLoop(text: string): Promise<void> {
	const [form, inbox, verify] = ['Form', 'Sign', 'Verify'].map((step) =>
		String(new RegExp(`^ {2}\\d\\. ${step} +(.+?)( \\(.*)?$`, 'm').exec(text)?.[1]),
	) as [string, string, string];
	const file = String(/\(send this file: (.+?)\)$/m.exec(text)?.[1]);
	const before = verified(verify);
	expect(before).toBe(4);
	await until('the form', async () => (await fetch(form)).ok);
	const browser = await launch();
	try {
		const page = await browser.newPage();
		page.setDefaultTimeout(45_000);
		await sendContract(page, form, join(ROOT, file));
		await fillContract(page, inbox);
		await signContract(page);
	} finally {
		await browser.close();
	}
	await until('the contract in the archive', async () => verified(verify) === before + 2);
}

/** How many files the printed command finds to be as they were archived; none if it finds fault with one. */
function verified(command: string): number {
	const { status, stdout } = spawnSync('bash', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
	return status === 0 ? (stdout.match(/: OK$/gm) ?? []).length : 0;
}

const printedPassword = (text: string): string =>
	String(new RegExp(`log in as ${OWNER.email} with the password (\\S{20,})`).exec(text)?.[1]);

/** The answer to somebody who has a name of his own for this machine. */
const statusFor = async (port: number, host: string): Promise<number | undefined> =>
	await new Promise((resolve, reject) =>
		get({ host: '127.0.0.1', port, path: '/rest/settings', headers: { host } }, (answer) => {
			answer.resume();
			resolve(answer.statusCode);
		}).on('error', reject),
	);

interface Named {
	id: string;
	name: string;
}

const workflowsOf = async (host: Host) => await host.rest<Named[]>('GET', WORKFLOWS);

async function runExample(host: Host, name: string, schedule: string): Promise<Execution> {
	const { id } = (await workflowsOf(host)).find((one) => one.name === name) as Named;
	return await host.ended(await host.start(id, schedule));
}

/** All that the README promises of it: a verified archive, and a running editor until Ctrl-C. */
export async function startsAndStops(): Promise<void> {
	const [port, sandboxPort] = [await freePort(), await freePort()];
	const { child, seen } = await start(port, sandboxPort);
	try {
		await printed(seen, child, 'Ctrl-C stops everything.');
		expect(seen.text).toContain(
			'The example "08 Nightly archive" archived 3 envelopes in artifacts/archive',
		);
		expect(seen.text).toMatch(/-sealed\.zip: OK/);
		expect(seen.text).not.toMatch(/FAILED|WARNING/);
		expect(seen.text).toMatch(/its client secret is at http:\S+\/admin \("Show client secret"\)/);
		const password = printedPassword(seen.text);
		expect(password).not.toBe(OWNER.password);
		for (const one of [port, sandboxPort]) {
			expect(await statusFor(one, 'rebound.example')).toBe(403);
			expect(await statusFor(one, `localhost:${one}`)).not.toBe(403);
		}
		await walkTheLoop(seen.text);
		// As the owner whose password was printed.
		const rest = new Rest(`http://127.0.0.1:${port}`);
		await rest.signIn(password);
		const host = new Host('', Number(child.pid), rest);
		expect(await host.rest('GET', '/rest/credentials')).toHaveLength(1);
		const names = (await workflowsOf(host)).map(({ name }) => name);
		expect(names).toEqual([...new Set(names)]);
		expect(names).toHaveLength(exampleNames().length);
		const night = await runExample(host, '08 Nightly archive', 'Every Night');
		const stored = night.json('Store Evidence').map(({ name }) => name);
		expect(stored.sort()).toEqual([
			'Contract that is not archived yet',
			`Contract with ${SIGNER.name}`,
		]);
		const remind = await runExample(host, '06 Remind and cancel', 'Every Morning');
		expect(remind.json('Waiting Envelopes').length).toBeGreaterThan(0);
		expect(remind.json('Cancel')).toEqual([]);
		// A user puts one away: the next start brings it back.
		const [putAway] = await workflowsOf(host);
		await host.rest('POST', `/rest/workflows/${putAway?.id}/archive`);
	} finally {
		await pressCtrlC(child);
	}
	for (const one of [port, sandboxPort]) {
		await expect(fetch(`http://127.0.0.1:${one}`)).rejects.toThrow('fetch failed');
	}
}
