import type { EnvelopePage } from '../api/types';
import { idKey } from '../api/values';
import { quantity } from '../values/text';
import { UserError } from '../errors/userError';
import type { Client } from './client';

/** Pages in a row. A page may be empty, and the list may move by a page while it is read. */
const MAX_PAGES_WITHOUT_NEW = 10;

/** The list of envelopes, page by page, from its front or from behind a cursor; each envelope once. Only this list has pages. */
export async function* envelopePages(
	{ request }: Pick<Client, 'request'>,
	from?: string,
): AsyncGenerator<EnvelopePage> {
	const seen = new Set<string>();
	let pageAfter = from;
	let withoutNew = 0;
	do {
		const page = await request('GET /sign/envelopes', { query: pageAfter ? { pageAfter } : {} });
		const items = page.items.filter(({ ID }) => !seen.has(idKey(ID)));
		items.forEach(({ ID }) => seen.add(idKey(ID)));
		withoutNew = items.length > 0 ? 0 : withoutNew + 1;
		pageAfter = page.nextPage || undefined;
		if (pageAfter && withoutNew === MAX_PAGES_WITHOUT_NEW) throw endless(seen.size);
		yield { ...page, items, nextPage: pageAfter };
	} while (pageAfter);
}

const endless = (count: number) =>
	new UserError(
		`The list of envelopes does not end: after ${quantity(count, 'envelopes')}, ${MAX_PAGES_WITHOUT_NEW} pages in a row had no new ones`,
		"Run this step again. If it happens again, contact the service's support team.",
	);
