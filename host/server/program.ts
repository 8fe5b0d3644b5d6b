import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { lastLines } from '../command';
import { HostError } from '../hostError';
import type { N8n } from '../install/install';
import { launchContainer } from './container';

const START_SECONDS = 240;
const STOP_SECONDS = 30;

export interface ProgramOptions {
	/** `start`, or `worker` with its parameters. */
	parameters: string[];
	env: Record<string, string>;
	/** Everything n8n prints. */
	log: string;
	/** All of them answer 200 when n8n is ready. */
	health: string[];
	/** How long n8n may take to be ready. */
	startSeconds?: number;
}

interface Launch {
	program: string;
	parameters: string[];
	env: NodeJS.ProcessEnv;
	/** If a signal to the program does not do it. */
	kill?: () => void;
}

const launch = (n8n: N8n, { parameters, env }: ProgramOptions): Launch =>
	'image' in n8n
		? launchContainer(n8n, parameters, env)
		: { program: n8n.node.path, parameters: [n8n.n8n, ...parameters], env };

/** One n8n process. */
export class Program {
	private constructor(
		private readonly child: ChildProcess,
		private readonly options: ProgramOptions,
		private readonly endNow: () => void,
	) {}

	static async start(n8n: N8n, options: ProgramOptions): Promise<Program> {
		const output = createWriteStream(options.log, { flags: 'a' });
		const { program: path, parameters, env, kill } = launch(n8n, options);
		const child = spawn(path, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
		child.stdout.pipe(output, { end: false });
		child.stderr.pipe(output, { end: false });
		child.once('close', () => output.end());
		// No n8n is left running when this process ends early.
		const endNow = kill ?? (() => void child.kill('SIGKILL'));
		process.once('exit', endNow);
		child.once('close', () => process.removeListener('exit', endNow));
		const program = new Program(child, options, endNow);
		try {
			await program.ready();
		} catch (error) {
			await program.kill();
			throw error;
		}
		return program;
	}

	/** In a container, it is that of the program that started it. */
	get pid(): number {
		return this.child.pid as number;
	}

	async stop(): Promise<void> {
		this.child.kill('SIGTERM');
		if (!(await this.endsWithin(STOP_SECONDS))) await this.kill();
	}

	/** As a crash would: n8n has no chance to finish anything. */
	async kill(): Promise<void> {
		this.endNow();
		await this.endsWithin(STOP_SECONDS);
	}

	private get ended(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}

	private async endsWithin(seconds: number): Promise<boolean> {
		for (let waited = 0; !this.ended && waited < seconds * 20; waited += 1) await sleep(50);
		return this.ended;
	}

	private async ready(): Promise<void> {
		const { health, startSeconds = START_SECONDS } = this.options;
		for (const began = Date.now(); Date.now() - began < startSeconds * 1000; await sleep(200)) {
			if (this.ended) throw this.failure('ended while it started');
			const healthy = await Promise.all(health.map(answers));
			if (healthy.every(Boolean)) return;
		}
		throw this.failure(`was not ready after ${startSeconds} seconds`);
	}

	private failure(what: string): HostError {
		const log = existsSync(this.options.log) ? readFileSync(this.options.log, 'utf8') : '';
		return new HostError(
			`n8n ${what}. Its last output:\n${lastLines(log, 15)}`,
			`The whole log is ${this.options.log}. If n8n itself is broken, delete its folder in the cache and run the same command again.`,
		);
	}
}

async function answers(url: string): Promise<boolean> {
	const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
	await answer?.body?.cancel();
	return answer?.ok ?? false;
}
