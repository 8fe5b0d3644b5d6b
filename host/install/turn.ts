/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Only one installation at a time for a folder. A folder is made by one caller alone; the owner's
 * process ID in it tells whether the owner still lives.
 */
export async function inTurn<Result>(
	folder: string,
	work: () => Promise<Result>,
	waiting: () => void,
): Promise<Result> {
	const lock = `${folder}.lock`;
	for (let told = false; !taken(lock); await sleep(1000)) {
		if (!told) waiting();
		told = true;
	}
	try {
		return await work();
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}

function taken(lock: string): boolean {
	try {
		mkdirSync(lock);
	} catch {
		if (alive(owner(lock))) return false;
		// Interrupted by force. Who removes it may lose the race for it: the next round decides.
		rmSync(lock, { recursive: true, force: true });
		return false;
	}
	writeFileSync(`${lock}/pid`, String(process.pid));
	return true;
}

function owner(lock: string): number {
	try {
		return Number(readFileSync(`${lock}/pid`, 'utf8'));
	} catch {
		return 0;
	}
}

function alive(pid: number): boolean {
	if (!pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
