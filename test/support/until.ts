import { sleep } from 'n8n-workflow';

/** Longer than a program needs to start on a slow machine that runs other tests, too. */
const MAX_WAIT_MS = 300_000;

/** Waits until something is seen, or until the run that should show it has ended. */
export async function until(seen: () => boolean, run?: Promise<unknown>): Promise<void> {
	let ended = false;
	const end = () => (ended = true);
	run?.then(end, end);
	for (const started = Date.now(); !seen() && !ended; await sleep(1)) {
		if (Date.now() - started > MAX_WAIT_MS) throw new Error('The condition was not met in time');
	}
}

/** A promise that the test resolves when it is time. */
export function newSignal(): { given: Promise<void>; give: () => void } {
	let give = () => {};
	const given = new Promise<void>((resolve) => (give = resolve));
	return { given, give };
}
