import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

interface CommandOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Everything the program prints goes here. */
	log: string;
}

/** Runs a program to its end and returns its last lines; a code other than 0 is an error with them. */
export async function command(
	program: string,
	parameters: string[],
	{ cwd, env = process.env, log }: CommandOptions,
): Promise<string> {
	const file = createWriteStream(log, { flags: 'a' });
	const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let tail = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			file.write(chunk);
			tail = (tail + chunk.toString()).slice(-4000);
		});
	}
	const endChild = () => child.kill();
	process.once('exit', endChild);
	try {
		const code = await new Promise<number | null>((resolve, reject) => {
			child.once('error', reject).once('close', resolve);
		});
		if (code !== 0) throw new Error(lastLines(tail, 12) || `${program} ended with code ${code}`);
		return tail;
	} finally {
		process.removeListener('exit', endChild);
		file.end();
	}
}

export const lastLines = (text: string, count: number): string =>
	text.trim().split('\n').slice(-count).join('\n');
