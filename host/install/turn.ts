/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a program for developers, never inside n8n */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { Lock } from './lock';

const TIMES = {
	/** Between two looks of somebody who waits. */
	lookMs: 1_000,
	/** Between two signs of life of the holder. */
	beatMs: 5_000,
	/** Removing a large folder keeps a living holder silent for a while. */
	silenceMs: 120_000,
};

interface Holder {
	pid: number;
	host: string;
}

/**
 * Only one installation at a time for a folder. Who was ended by force is known by its process ID, at
 * once, or by its silence if another process has got that ID since.
 */
export async function inTurn<Result>(
	folder: string,
	work: () => Promise<Result>,
	waiting: (forWhat: string, lock: string) => void,
	times = TIMES,
): Promise<Result> {
	const lock = new Lock(`${folder}.lock`);
	const own = JSON.stringify({ pid: process.pid, host: hostname(), turn: randomUUID() });
	await take(lock, own, waiting, times);
	const release = () => lock.remove(own);
	const beat = setInterval(() => lock.touch(), times.beatMs);
	process.once('exit', release);
	try {
		return await work();
	} finally {
		process.removeListener('exit', release);
		clearInterval(beat);
		release();
	}
}

async function take(
	lock: Lock,
	own: string,
	waiting: (forWhat: string, lock: string) => void,
	{ lookMs, silenceMs }: typeof TIMES,
): Promise<void> {
	let last = { state: '', since: 0 };
	for (let told = false; !lock.make(own); await sleep(lookMs)) {
		const { text, state } = lock;
		if (state !== last.state) last = { state, since: performance.now() };
		if (isGone(holderIn(text)) || performance.now() - last.since > silenceMs) {
			lock.remove(text);
		} else if (!told) {
			waiting(nameOf(holderIn(text)), lock.path);
			told = true;
		}
	}
}

function holderIn(text: string): Holder | undefined {
	try {
		return JSON.parse(text) as Holder;
	} catch {
		return undefined;
	}
}

const nameOf = (holder: Holder | undefined) =>
	holder ? `process ${holder.pid} on ${holder.host}` : 'another process';

/** Numbers of processes mean nothing on another machine. */
function isGone(holder: Holder | undefined): boolean {
	if (holder?.host !== hostname()) return false;
	try {
		process.kill(holder.pid, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}
