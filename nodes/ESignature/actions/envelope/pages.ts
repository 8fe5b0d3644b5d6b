import type { ShortEnvelope } from '../../api';
import type { Call } from '../../core';

/**
 * All envelopes, page by page. An envelope that moves to another page while we read is yielded once,
 * and a cursor that was seen before ends the reading.
 */
export async function* allEnvelopes({
	request,
}: Pick<Call, 'request'>): AsyncGenerator<ShortEnvelope> {
	const seen = new Set<string>();
	const cursors = new Set<string>();
	let pageAfter: string | undefined;
	do {
		const { items, nextPage } = await request('GET /sign/envelopes', {
			query: pageAfter === undefined ? {} : { pageAfter },
		});
		for (const envelope of items) {
			if (seen.has(envelope.ID)) continue;
			seen.add(envelope.ID);
			yield envelope;
		}
		pageAfter = nextPage && !cursors.has(nextPage) ? nextPage : undefined;
		if (pageAfter) cursors.add(pageAfter);
	} while (pageAfter);
}
