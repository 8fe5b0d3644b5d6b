/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- starts processes */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from '../../test/contract/repository';

export const NO_MUTANT = -1;

/** `only` is the title of the one test to run. */
export type Job = { mutant: number; file: string; only?: string };

export type Answer = {
	outcome: 'passed' | 'failed' | 'late' | 'crashed';
	test: string;
	ms: number;
	/** Milliseconds of processor time, which other programs do not lengthen. */
	work: number;
	reached: number[];
};

type Reply = Answer & { memory: number };

const FULL = 900 * 2 ** 20;
/** A new process first loads n8n. */
const LOADING = 60_000;

/** One process after the other, each of which runs test files until it is full, late or crashed. */
export class Lane {
	private child?: ChildProcess;
	private used = false;
	/** Whether a test has failed in this process, and may have left something behind. */
	isDirty = false;

	constructor(private readonly build: string) {
		process.once('exit', () => this.renew());
	}

	async run(job: Job, limit: number): Promise<Answer> {
		// It may have crashed on what a test left behind, after its answer.
		if (this.child?.connected === false) this.renew();
		const child = (this.child ??= this.start());
		const reply = await this.replyOf(child, job, this.used ? limit : limit + LOADING);
		this.used = true;
		if (reply.outcome !== 'passed') this.isDirty = true;
		if (!('memory' in reply) || reply.memory > FULL) this.renew();
		return reply;
	}

	/** Ends the process, with what it started: tests start programs, too. */
	renew(): void {
		const { child } = this;
		this.child = undefined;
		this.used = false;
		this.isDirty = false;
		if (child?.pid === undefined) return;
		try {
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// It has ended by itself.
		}
	}

	private start(): ChildProcess {
		const child = fork(join(__dirname, 'jest/worker.js'), {
			cwd: ROOT,
			detached: true,
			execArgv: [],
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			env: { ...process.env, NODE_ENV: 'test', MUTATION_BUILD: this.build },
		});
		// What goes wrong with it is seen when it exits.
		return child.on('error', () => undefined);
	}

	private async replyOf(child: ChildProcess, job: Job, limit: number): Promise<Reply | Answer> {
		return await new Promise((resolve) => {
			const done = (answer: Reply | Answer) => {
				clearTimeout(timer);
				child.removeAllListeners('message').removeAllListeners('exit');
				resolve(answer);
			};
			const end = (outcome: Answer['outcome']) =>
				done({ outcome, test: '', ms: limit, work: limit, reached: [] });
			const timer = setTimeout(() => end('late'), limit);
			child.once('message', (reply: Reply) => done(reply));
			child.once('exit', () => end('crashed'));
			child.send(job);
		});
	}
}
