import { createHash } from 'crypto';
import { sleep, type IDataObject } from 'n8n-workflow';

/** n8n stores them as one text and writes it anew with each event: about 25 kB. */
export const MOST_SEEN = 1_000;

const LIST = 'seenEvents';
const LONGEST_PAUSE = 50;

/** One short length for all, whatever the service uses as an ID. */
export const markOf = (eventId: string): string =>
	createHash('sha256').update(eventId).digest('base64url').slice(0, 22);

/** The events that started a run of this node, as n8n keeps them with the workflow: the last ones. */
export const wasSeen = (kept: IDataObject, eventId: string): boolean =>
	listOf(kept).includes(markOf(eventId));

/**
 * Marks an event, beside those that are kept and those that this process remembers: another request may
 * have been stored since n8n read what it keeps. Replaces the list as a whole, since n8n notices only
 * assignments.
 */
export function keepSeen(kept: IDataObject, eventId: string, remembered: Iterable<string> = []) {
	const marks = new Set([...listOf(kept), ...remembered]);
	const mark = markOf(eventId);
	marks.delete(mark);
	kept[LIST] = [...marks, mark].slice(-MOST_SEEN);
}

/**
 * Assigns the list again until n8n has answered. After a webhook returned, n8n builds the workflow a
 * second time over the same data, which makes it forget that anything was changed; it does so before it
 * stores the run, and looks for changes after that.
 */
export async function insist(kept: IDataObject, outcome: Promise<unknown>): Promise<void> {
	const list = kept[LIST];
	let over = false;
	const end = () => void (over = true);
	outcome.then(end, end);
	for (let pause = 0; !over; pause = Math.min(LONGEST_PAUSE, 2 * pause + 1)) {
		await sleep(pause);
		kept[LIST] = list;
	}
}

function listOf(kept: IDataObject): string[] {
	const list = kept[LIST];
	return Array.isArray(list) ? list.filter((mark) => typeof mark === 'string') : [];
}
