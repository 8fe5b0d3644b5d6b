import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { hasEnded } from '../host/execution';
import { startHost, type CredentialReference, type OwnHost } from '../host/host';
import { chain, manualTrigger, START, type Step } from '../host/workflows';
import type { Counts, Settings } from './counts';

const ROOT = join(__dirname, '..');
const TSX = join(ROOT, 'node_modules', '.bin', 'tsx');

/** One run of one side. */
export interface Sample {
	milliseconds: number;
	/** Bytes by which n8n's memory rose at most. */
	memory?: number;
	counts: Counts;
}

export async function outputOf(command: string, parameters: string[]): Promise<string> {
	const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'inherit'], cwd: ROOT });
	let output = '';
	child.stdout.on('data', (data: Buffer) => (output += data.toString()));
	const [code] = (await once(child, 'close')) as [number];
	if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}`);
	return output;
}

/** The service, in a process of its own, and its address. */
async function startService(): Promise<{ service: ChildProcess; url: string }> {
	const service = spawn(TSX, [join(__dirname, 'service.ts')], {
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	const stdout = service.stdout as NonNullable<ChildProcess['stdout']>;
	const [line] = (await once(stdout, 'data')) as [Buffer];
	return { service, url: line.toString().trim() };
}

/** A real n8n and the service that it talks to. */
export class Harness {
	/** Output of the last node of the last run in n8n; none after a script. */
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
		const data = { baseUrl: url, clientId: 'bench', clientSecret: secret };
		const credential = await host.createCredential('Bench', data);
		return new Harness(host, url, service, credential, secret);
	}

	async stop(): Promise<void> {
		await this.host.stop().finally(() => this.service.kill());
	}

	/** Sets the service up; it counts from here on. */
	async prepare(settings: Partial<Settings> = {}): Promise<void> {
		this.items = undefined;
		await fetch(`${this.url}/bench`, { method: 'POST', body: JSON.stringify(settings) });
	}

	async counts(): Promise<Counts> {
		return (await (await fetch(`${this.url}/bench`)).json()) as Counts;
	}

	/** Runs these nodes in n8n; the time is that of the nodes, as n8n measures it. */
	async inN8n(steps: Step[], items: IDataObject[], settings?: Partial<Settings>): Promise<Sample> {
		const id = await this.host.createWorkflow({
			...chain(`Bench ${randomUUID()}`, [manualTrigger, ...steps]),
			pinData: { [START]: items.map((json) => ({ json })) },
		});
		await this.prepare(settings);
		const before = this.host.memory;
		let peak = before;
		const probe = setInterval(() => (peak = Math.max(peak, this.host.memory)), 20);
		let execution: string;
		try {
			execution = await this.host.start(id);
			await this.ended(id);
		} finally {
			clearInterval(probe);
		}
		const counts = await this.counts();
		const run = await this.host.execution(execution);
		if (run.error) throw new Error(`${run.error.message}: ${run.error.description}`);
		this.items = run.items(steps.at(-1)?.name ?? '');
		const milliseconds = steps.reduce((sum, { name }) => sum + run.milliseconds(name), 0);
		await this.host.rest('POST', '/rest/executions/delete', { ids: [execution] });
		return { milliseconds, memory: peak - before, counts };
	}

	/** One of the bare scripts; it prints how long it took. */
	async asScript(
		what: string,
		count: number,
		atOnce = 8,
		settings?: Partial<Settings>,
	): Promise<Sample> {
		await this.prepare(settings);
		const parameters = [this.url, what, String(count), String(atOnce)];
		const output = await outputOf(TSX, [join(__dirname, 'limit.ts'), ...parameters]);
		return { milliseconds: Number(output), counts: await this.counts() };
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
