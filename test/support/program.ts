import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Runs one of our TypeScript programs in another process, while this one serves its requests. */
export async function program(file: string, parameters: string[]): Promise<string> {
	const root = join(__dirname, '..', '..');
	return await new Promise((resolve, reject) =>
		execFile(
			process.execPath,
			['--expose-gc', '--import', 'tsx', join(root, file), ...parameters],
			{ cwd: root, maxBuffer: 16 * 1024 * 1024 },
			(error, stdout, stderr) =>
				error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
		),
	);
}
