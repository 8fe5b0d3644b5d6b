import type { ShortEnvelope } from '../../api';
import type { Call } from '../../core';
import { allEnvelopes } from './pages';

/** However the list is ordered: what is not found in so many is not looked for any further. */
const MOST = 5_000;
/** More than any two clocks differ. */
const DAY = 86_400_000;

/**
 * The envelopes among which a new one must be. The order of the list is not published: if it is seen to go
 * from new to old, reading ends where it gets older than any clock can be wrong.
 */
export async function* recentEnvelopes(
	call: Pick<Call, 'request'>,
	since: Date,
): AsyncGenerator<ShortEnvelope> {
	let read = 0;
	let last = Infinity;
	let newestFirst = true;
	for await (const envelope of allEnvelopes(call)) {
		yield envelope;
		const created = Date.parse(String(envelope.createdAt));
		newestFirst &&= created <= last;
		last = created;
		if (++read >= MOST || (newestFirst && created < since.getTime() - DAY)) return;
	}
}
