import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { calledIn, exampleNames, readExample } from '../../../host/examples';
import { Host } from '../../../host/host';
import { OWNER, Rest } from '../../../host/rest';
import { WORKFLOWS } from '../../../host/start/prepare';
import { freePort } from '../../../host/server/ports';
import { WebForm } from './form';
import { until } from './until';

const ROOT = join(__dirname, '..', '..', '..');

/** For all that `npm start` keeps, so that it leaves alone what a person has started here. */
export function prepareFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** `npm start` as a person types it, and what it prints. */
export async function start(folder: string, port: number, sandboxPort: number) {
	const parameters = ['start', '--', '--port', String(port), '--sandbox-port', String(sandboxPort)];
	const env = { ...process.env, HOST_START_FOLDER: folder };
	const child = spawn('npm', parameters, { cwd: ROOT, detached: true, env });
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

async function started(seen: { text: string }, child: ChildProcess): Promise<void> {
	const isUp = () => {
		if (child.exitCode !== null) throw new Error(`npm start ended:\n${seen.text}`);
		return seen.text.includes('Ctrl-C stops everything.');
	};
	await until('n8n and the examples', isUp, 12);
}

/** Does what the output asks of the user, up to the signing, which test/e2e/browser covers. */
async function takeTurn(text: string): Promise<void> {
	const printed = (pattern: RegExp) => String(pattern.exec(text)?.[1]);
	const contract = readFileSync(join(ROOT, printed(/\(send this file: (.+?)\)$/m)));
	const form = new WebForm(printed(/^ {2}1\. Form +(\S+)/m));
	await form.page();
	await form.submit(['Ada Lovelace', 'ada@example.com', new File([contract], 'contract.pdf')]);
	await until('the contract in the inbox', async () => {
		const inbox = await fetch(printed(/^ {2}2\. Sign +(\S+)/m));
		return (await inbox.text()).includes('Contract with Ada Lovelace');
	});
	const verify = printed(/^ {2}3\. Verify +(.+)$/m);
	expect(spawnSync('bash', ['-c', verify], { cwd: ROOT }).status).toBe(0);
}

const printedPassword = (text: string): string =>
	String(new RegExp(`log in as ${OWNER.email} with the password (\\S{20,})`).exec(text)?.[1]);

/** The answer to a request with another name for this machine. */
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

/** In the order in which the editor lists them. */
const workflowsOf = async (host: Host) =>
	await host.rest<Named[]>('GET', `${WORKFLOWS}&sortBy=updatedAt:desc`);

/** The archive with its ledger, checked as its readers do. */
async function checkArchive(host: Host, text: string, ledger: string): Promise<void> {
	const { error } = await host.ended(await host.start(ledger, 'Every Night'));
	expect(error).toBeUndefined();
	const folder = String(/^Files +workflows can write to (.+)$/m.exec(text)?.[1]);
	const check = spawnSync('bash', [join(ROOT, 'examples', 'check-archive.sh'), folder]);
	expect([check.status, check.stdout.toString()]).toEqual([0, expect.any(String)]);
}

/** All that the README promises of it: a verified archive, and a running editor until Ctrl-C. */
export async function startsAndStops(folder: string): Promise<void> {
	const [port, sandboxPort] = [await freePort(), await freePort()];
	const { child, seen } = await start(folder, port, sandboxPort);
	try {
		await started(seen, child);
		expect(seen.text).toMatch(/-sealed\.zip: OK/);
		expect(seen.text).not.toMatch(/FAILED|WARNING/);
		const password = printedPassword(seen.text);
		expect(password).not.toBe(OWNER.password);
		for (const one of [port, sandboxPort]) {
			expect(await statusFor(one, 'rebound.example')).toBe(403);
			expect(await statusFor(one, `localhost:${one}`)).not.toBe(403);
		}
		await takeTurn(seen.text);
		// As the owner whose password was printed.
		const rest = new Rest(`http://127.0.0.1:${port}`);
		await rest.signIn(password);
		const host = new Host('', Number(child.pid), rest);
		expect(await host.rest('GET', '/rest/credentials')).toHaveLength(2);
		const workflows = await workflowsOf(host);
		const titles = exampleNames().map((name) => readExample(name).name);
		expect(workflows.map(({ name }) => name)).toEqual(titles.sort());
		const idOf = (title: string) => workflows.find(({ name }) => name === title)?.id as string;
		for (const example of exampleNames().map(readExample)) {
			const workflow = await host.rest('GET', `/rest/workflows/${idOf(example.name)}`);
			for (const called of calledIn(example))
				expect(JSON.stringify(workflow)).toContain(`"value":"${idOf(called)}"`);
		}
		await checkArchive(host, seen.text, idOf('10 Archive ledger'));
		// The next start restores an example that a user has archived.
		await host.rest('POST', `/rest/workflows/${idOf('13 AI agent')}/archive`);
	} finally {
		await pressCtrlC(child);
	}
	for (const one of [port, sandboxPort]) {
		await expect(fetch(`http://127.0.0.1:${one}`)).rejects.toThrow('fetch failed');
	}
}
