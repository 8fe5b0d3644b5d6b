/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { hasEnded } from '../host/execution';
import { startHost, type CredentialReference, type OwnHost } from '../host/host';
import type { Step } from '../host/workflows';
import type { Counts, Settings } from './shared';
import { workflow } from './sides';

const ROOT = join(__dirname, '..');
const TSX = join(ROOT, 'node_modules', '.bin', 'tsx');

const USUAL: Settings = { auditTrail: 100_000, sealed: 1_000_000, callsPerToken: 1e12, fields: 0 };

/** What one run of one side took and did. */
export interface Sample {
	milliseconds: number;
	/** Bytes by which n8n's memory rose at most. */
	memory?: number;
	counts: Counts;
}

/** A program of this folder, or another one; what it printed. */
export async function program(command: string, parameters: string[]): Promise<string> {
	const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'], cwd: ROOT });
	let printed = '';
	child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
	const [code] = (await once(child, 'close')) as [number];
	if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}`);
	return printed;
}

const script = async (name: string, ...parameters: string[]): Promise<string> =>
	await program(TSX, [join(__dirname, `${name}.ts`), ...parameters]);

/** The service, in a process of its own, and its address. */
async function startService(): Promise<{ service: ChildProcess; url: string }> {
	const service = spawn(TSX, [join(__dirname, 'service.ts')], {
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	const stdout = service.stdout as NonNullable<ChildProcess['stdout']>;
	const [printed] = (await once(stdout, 'data')) as [Buffer];
	return { service, url: printed.toString().trim() };
}

/** A real n8n and the service that it talks to. */
export class Harness {
	/** What the last node of the last run in n8n gave; none after a script. */
	items: INodeExecutionData[] | undefined;

	private constructor(
		readonly host: OwnHost,
		readonly url: string,
		private readonly service: ChildProcess,
		readonly credential: CredentialReference,
		readonly secret: string,
	) {}

	static async start(tarball: string, binaryMode = 'filesystem'): Promise<Harness> {
		const { service, url } = await startService();
		const host = await startHost({
			tarball,
			say: (line) => process.stderr.write(`${line}\n`),
			env: {
				N8N_DEFAULT_BINARY_DATA_MODE: binaryMode,
				N8N_CUSTOM_EXTENSIONS: join(__dirname, 'floor'),
			},
		}).catch(async (error: unknown) => {
			service.kill();
			return await Promise.reject(error);
		});
		const secret = randomUUID();
		const credential = await host.createCredential('Bench', {
			baseUrl: url,
			clientId: 'bench',
			clientSecret: secret,
		});
		return new Harness(host, url, service, credential, secret);
	}

	async stop(): Promise<void> {
		await this.host.stop().finally(() => this.service.kill());
	}

	/** Sets the service up; it counts from here on. */
	async prepare(settings: Settings = {}): Promise<void> {
		this.items = undefined;
		const body = JSON.stringify({ ...USUAL, ...settings });
		await fetch(`${this.url}/bench`, { method: 'POST', body });
	}

	async counts(): Promise<Counts> {
		return (await (await fetch(`${this.url}/bench`)).json()) as Counts;
	}

	/** Runs these nodes in n8n; the time is that of the nodes, as n8n measures it. */
	async inN8n(steps: Step[], items: IDataObject[], settings?: Settings): Promise<Sample> {
		const id = await this.host.createWorkflow(workflow(`Bench ${randomUUID()}`, steps, items));
		await this.prepare(settings);
		const before = this.host.memory;
		let peak = before;
		const probe = setInterval(() => (peak = Math.max(peak, this.host.memory)), 20);
		const execution = await this.host
			.start(id)
			.then(async (started) => {
				await this.ended(id);
				return started;
			})
			// It would keep a failed run alive.
			.finally(() => clearInterval(probe));
		const counts = await this.counts();
		const run = await this.host.execution(execution);
		if (run.error) throw new Error(`${run.error.message}: ${run.error.description}`);
		this.items = run.items(steps.at(-1)?.name ?? '');
		const milliseconds = steps.reduce((sum, { name }) => sum + run.milliseconds(name), 0);
		await this.host.rest('POST', '/rest/executions/delete', { ids: [execution] });
		return { milliseconds, memory: peak - before, counts };
	}

	/** A bare script; it prints how long it took. */
	async asScript(what: string, count: number, atOnce = 8, settings?: Settings): Promise<Sample> {
		await this.prepare(settings);
		const printed = await script('limit', this.url, what, String(count), String(atOnce));
		return { milliseconds: Number(printed), counts: await this.counts() };
	}

	/** One file by the two programs that need least for it. */
	async withCurl(path: string, settings: Settings): Promise<Sample> {
		await this.prepare(settings);
		const file = join(this.host.folder, 'downloaded');
		const began = performance.now();
		await program('curl', ['--silent', '--fail', '--output', file, `${this.url}${path}`]);
		await program('sha256sum', [file]);
		const milliseconds = performance.now() - began;
		rmSync(file);
		return { milliseconds, counts: await this.counts() };
	}

	/** Polls rarely, since each request slows down what is measured. */
	private async ended(workflowId: string): Promise<void> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		for (;;) {
			await sleep(250);
			const { results } = await this.host.rest<{ results: Array<{ status: string }> }>(
				'GET',
				`/rest/executions?limit=1&filter=${filter}`,
			);
			if (results[0] && hasEnded(results[0].status)) return;
		}
	}
}
