import type { EnvelopePage } from '../api/types';
import type { Call } from './operation';

/** The list of envelopes, page by page, from its front or from behind a cursor. Only this list has pages. */
export async function* envelopePages(
	{ request }: Pick<Call, 'request'>,
	from?: string,
): AsyncGenerator<EnvelopePage> {
	const followed = new Set([from]);
	let pageAfter = from;
	do {
		const page = await request('GET /sign/envelopes', { query: pageAfter ? { pageAfter } : {} });
		// A cursor that repeats would lead around in a circle.
		pageAfter = followed.has(page.nextPage) ? undefined : page.nextPage || undefined;
		followed.add(pageAfter);
		yield { ...page, nextPage: pageAfter };
	} while (pageAfter);
}
