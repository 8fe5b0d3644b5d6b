import { existsSync, readFileSync } from 'node:fs';

/** Bytes of memory that a process holds now; 0 where the system does not tell. */
export function memoryOf(pid: number): number {
	const file = `/proc/${pid}/status`;
	if (!existsSync(file)) return 0;
	return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1024;
}
