import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export type Say = (line: string) => void;

const REPORT_EVERY_MS = 20_000;

/** npm itself is silent for minutes when it does not write to a terminal. */
export async function withProgress<Result>(
	say: Say,
	state: () => string,
	work: Promise<Result>,
): Promise<Result> {
	const began = Date.now();
	const timer = setInterval(() => {
		const seconds = Math.round((Date.now() - began) / 1000);
		say(`  ... ${state()}, ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
	}, REPORT_EVERY_MS);
	try {
		return await work;
	} finally {
		clearInterval(timer);
	}
}

export function packagesIn(folder: string): number {
	try {
		return readdirSync(join(folder, 'node_modules')).length;
	} catch {
		return 0;
	}
}
