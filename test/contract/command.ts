import { spawnSync } from 'node:child_process';
import { ROOT } from './repository';

export interface Ended {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** Runs a program to its end, in the repository, without what jest put into the environment. */
export function command(
	program: string,
	parameters: string[],
	input?: string,
	cwd: string = ROOT,
): Ended {
	// With NODE_ENV=test n8n's lint rules take a path made for their own tests.
	const env = { ...process.env };
	delete env.NODE_ENV;
	const { status, stdout, stderr, error } = spawnSync(program, parameters, {
		cwd,
		env,
		input,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	if (error) throw new Error(`${program} did not start: ${error.message}`);
	return { code: status, stdout, stderr };
}

export const node = (parameters: string[], input?: string): Ended =>
	command(process.execPath, parameters, input);
