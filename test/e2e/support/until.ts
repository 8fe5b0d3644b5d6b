import { setTimeout as sleep } from 'node:timers/promises';

type Check<Found> = () => Promise<Found | undefined | false> | Found | undefined | false;

/** Waits for something and returns it. The limit is long enough for a slow machine. */
export async function until<Found>(what: string, check: Check<Found>, minutes = 8): Promise<Found> {
	for (const began = Date.now(); Date.now() - began < minutes * 60_000; await sleep(50)) {
		const found = await check();
		if (found !== undefined && found !== false) return found;
	}
	throw new Error(`Did not happen within ${minutes} minutes: ${what}`);
}
