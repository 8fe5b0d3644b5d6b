import { sleep } from 'n8n-workflow';

/** Waits until something is seen, or until the run that should show it has ended; the test's own limit ends it. */
export async function until(seen: () => boolean, run?: Promise<unknown>): Promise<void> {
	let ended = false;
	const end = () => (ended = true);
	run?.then(end, end);
	while (!seen() && !ended) await sleep(1);
}
