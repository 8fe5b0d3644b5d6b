import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Server {
	port: number;
	stop(): Promise<void>;
}

export interface ServerOptions {
	program: string;
	parameters: string[];
	port: number;
	cwd: string;
	/** Where its output goes; nowhere if not given. */
	log?: string;
	account?: { uid?: number; gid?: number };
	/** The signal that makes it stop now. */
	signal: NodeJS.Signals;
	/** The error when it ends before it listens. */
	failure: () => Error;
}

const START_SECONDS = 60;

/** A server that n8n needs, as a child of this program: it ends with it. */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { program, parameters, port, cwd, log, account, signal, failure } = options;
	const output = log === undefined ? 'ignore' : openSync(log, 'a');
	const child = spawn(program, parameters, { cwd, stdio: ['ignore', output, output], ...account });
	if (typeof output === 'number') closeSync(output);
	const ended = once(child, 'exit').catch(() => {});
	let over = false;
	void ended.then(() => (over = true));
	const end = () => child.kill(signal);
	process.once('exit', end);
	const stop = async () => {
		process.removeListener('exit', end);
		end();
		await ended;
	};
	for (const began = Date.now(); !(await listens(port)); await sleep(50)) {
		if (!over && Date.now() - began < START_SECONDS * 1000) continue;
		await stop();
		throw failure();
	}
	return { port, stop };
}

async function listens(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	return await new Promise<boolean>((resolve) => {
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
	}).finally(() => socket.destroy());
}
