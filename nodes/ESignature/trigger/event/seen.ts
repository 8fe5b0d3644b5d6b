import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** n8n stores them as one text and writes it anew with each event: about 25 kB. */
export const MOST_SEEN = 1_000;

const LIST = 'seenEvents';

/** One short length for all, whatever the service uses as an ID. */
export const markOf = (eventId: string): string =>
	createHash('sha256').update(eventId).digest('base64url').slice(0, 22);

/** The events that started a run of this node, as n8n keeps them with the workflow: the last ones. */
export const wasSeen = (kept: IDataObject, eventId: string): boolean =>
	listOf(kept).includes(markOf(eventId));

/** Replaces the list as a whole, since n8n notices only assignments. */
export function keepSeen(kept: IDataObject, eventId: string): void {
	kept[LIST] = [...listOf(kept), markOf(eventId)].slice(-MOST_SEEN);
}

function listOf(kept: IDataObject): string[] {
	const list = kept[LIST];
	return Array.isArray(list) ? list.filter((mark) => typeof mark === 'string') : [];
}
