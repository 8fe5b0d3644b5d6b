import type { EnvelopePage } from '../../api';
import type { Call } from '../../core';

/** The list of envelopes, page by page, from its front or from behind a cursor. Only this list has pages. */
export async function* envelopePages(
	{ request }: Pick<Call, 'request'>,
	from?: string,
): AsyncGenerator<EnvelopePage> {
	const followed = new Set([from]);
	let pageAfter = from;
	for (;;) {
		const page = await request('GET /sign/envelopes', { query: pageAfter ? { pageAfter } : {} });
		yield page;
		const { nextPage } = page;
		// A cursor that repeats would lead around in a circle.
		if (!nextPage || followed.has(nextPage)) return;
		followed.add(nextPage);
		pageAfter = nextPage;
	}
}
