import type { ShortEnvelope } from '../../api';
import { Explained, type Call } from '../../core';

/**
 * All envelopes, page by page. An envelope that moves to another page while we read is yielded once. A
 * cursor that leads back is an error: what was read so far would look like the whole list.
 */
export async function* allEnvelopes({
	request,
}: Pick<Call, 'request'>): AsyncGenerator<ShortEnvelope> {
	const seen = new Set<string>();
	const cursors = new Set<string>();
	let pageAfter: string | undefined;
	for (;;) {
		const { items, nextPage } = await request('GET /sign/envelopes', {
			query: pageAfter === undefined ? {} : { pageAfter },
		});
		for (const envelope of items) {
			if (seen.has(envelope.ID)) continue;
			seen.add(envelope.ID);
			yield envelope;
		}
		pageAfter = nextPage || undefined;
		if (pageAfter === undefined) return;
		if (typeof pageAfter !== 'string' || cursors.has(pageAfter)) throw endless();
		cursors.add(pageAfter);
	}
}

const endless = () =>
	new Explained(
		'The pages of the list of envelopes lead in a circle, so the list cannot be read to its end',
		'Nothing is returned, since a part would look like all. Run this step again; if it happens again, ask the operator of the service.',
	);
