/* eslint-disable @n8n/community-nodes/no-restricted-imports -- time of the processor, not of the wall */
import { cpuUsage } from 'node:process';

const FACTOR = 8;

/**
 * How many times longer the work takes on eight times the input: about 8 when its time is linear, 64 when
 * it is quadratic, 1 when the input is cut first. A ratio, so the speed of the machine does not matter.
 */
export function growth(work: (size: number) => unknown, size: number): number {
	work(size);
	return best(work, size * FACTOR) / Math.max(best(work, size), 0.05);
}

/** Between linear and quadratic, with room for noise on both sides. */
export const CLEARLY_MORE_THAN_LINEAR = 26;

function best(work: (size: number) => unknown, size: number): number {
	const times = Array.from({ length: 5 }, () => {
		// On a busy machine whatever outlasts its turn waits for others.
		const start = cpuUsage();
		work(size);
		const { user, system } = cpuUsage(start);
		return (user + system) / 1_000;
	});
	return Math.min(...times);
}
