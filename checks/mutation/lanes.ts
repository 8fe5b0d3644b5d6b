import type { Lane } from './lane';

/** Does the work for each entry, as many at a time as there are lanes; the results are in the order of the entries. */
export async function inLanes<Entry, Result>(
	entries: Entry[],
	lanes: Lane[],
	work: (entry: Entry, lane: Lane) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const queue = entries.entries();
	await Promise.all(
		lanes.map(async (lane) => {
			for (const [index, entry] of queue) results[index] = await work(entry, lane);
		}),
	);
	return results;
}
