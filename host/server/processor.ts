import { existsSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second on every Linux that n8n runs on. */
const TICK = 10;

/** Milliseconds of processor time that a process has used so far; 0 where the system does not tell. */
export function processorTimeOf(pid: number): number {
	const file = `/proc/${pid}/stat`;
	if (!existsSync(file)) return 0;
	const text = readFileSync(file, 'utf8');
	// The name of the program stands in brackets and may hold blanks.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * TICK;
}
