/** Runs commands at the same time, each told from the others by the order of its output; fails if one of them does. */
import { spawn } from 'node:child_process';

const run = async (command) =>
	await new Promise((resolve) => {
		const child = spawn(command, { shell: true });
		const output = [];
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (data) => output.push(data));
		child.on('close', (code) => {
			process.stdout.write(Buffer.concat(output));
			resolve(code ?? 1);
		});
	});

const codes = await Promise.all(process.argv.slice(2).map(run));
process.exit(Math.max(...codes));
