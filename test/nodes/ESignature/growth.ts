/* eslint-disable @n8n/community-nodes/no-restricted-imports -- time of the processor, not of the wall */
import { cpuUsage } from 'node:process';

const FACTOR = 8;
const FEWEST_ROUNDS = 5;
const MOST_ROUNDS = 12;

/** Between linear and quadratic, with room for noise on both sides. */
export const CLEARLY_MORE_THAN_LINEAR = 26;

/**
 * How many times longer the work takes on eight times the input: about 8 when its time is linear, 64 when
 * it is quadratic, 1 when the input is cut first. A ratio, so the speed of the machine does not matter.
 */
export function growth(work: (size: number) => unknown, size: number): number {
	work(size);
	return timesLonger(
		() => timeOf(() => work(size)),
		() => timeOf(() => work(size * FACTOR)),
	);
}

/**
 * The best of the long times by the best of the short ones. Whatever else runs in this process (the collection of
 * garbage, the compiler) counts as well, so a ratio that is too high is measured again: what is quadratic stays so.
 */
function timesLonger(
	short: () => number,
	long: () => number,
	enough = CLEARLY_MORE_THAN_LINEAR,
	mostRounds = MOST_ROUNDS,
): number {
	let [shortest, longest] = [Infinity, Infinity];
	for (let round = 1; ; round++) {
		shortest = Math.min(shortest, short());
		longest = Math.min(longest, long());
		const ratio = longest / Math.max(shortest, 0.05);
		if (round >= mostRounds || (round >= FEWEST_ROUNDS && ratio < enough)) return ratio;
	}
}

/** In milliseconds of the processor: on a busy machine whatever outlasts its turn waits for others. */
function timeOf(work: () => unknown): number {
	const start = cpuUsage();
	work();
	const { user, system } = cpuUsage(start);
	return (user + system) / 1_000;
}
