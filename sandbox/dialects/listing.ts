import { isObject, withJson } from './changes';
import type { Answered, Asked, Listing } from './dialect';

const DEFAULTS: Listing = {
	order: (items) => items,
	size: 10,
	cursor: { write: (page) => `page-${page}`, read: (cursor) => Number(cursor.slice(5)) },
	gaps: 0,
	emptyEnd: false,
};

/** A page of the list of envelopes, cut anew from the whole list. */
export async function relisted(
	asked: Asked,
	serve: (asked: Asked) => Promise<Answered>,
	wanted: Array<Partial<Listing>>,
): Promise<Answered> {
	const { order, size, cursor, gaps, emptyEnd }: Listing = Object.assign({}, DEFAULTS, ...wanted);
	const { pageAfter, pageBefore } = asked.query;
	const first = await serve({ ...asked, query: {} });
	// Nothing here pages backwards, and a refusal has no pages.
	if (pageBefore !== undefined || first.status >= 400) return await serve(asked);
	const items = order(await allItems(first, asked, serve));
	const pages: unknown[][] = [];
	for (let at = 0; at < items.length; at += size) {
		pages.push(items.slice(at, at + size), ...Array.from({ length: gaps }, () => []));
	}
	if (gaps > 0 && !emptyEnd) pages.splice(-gaps);
	if (emptyEnd || pages.length === 0) pages.push([]);
	const before = pageAfter === undefined ? 0 : cursor.read(String(pageAfter));
	const page = pages[before];
	if (!page) return refused(asked);
	const more = before + 1 < pages.length;
	return withJson(first, { items: page, ...(more && { nextPage: cursor.write(before + 1) }) });
}

async function allItems(
	first: Answered,
	asked: Asked,
	serve: (asked: Asked) => Promise<Answered>,
): Promise<unknown[]> {
	const all: unknown[] = [];
	for (let page = first; ;) {
		const value = page.body.kind === 'json' && isObject(page.body.value) ? page.body.value : {};
		all.push(...(Array.isArray(value.items) ? value.items : []));
		if (typeof value.nextPage !== 'string') return all;
		page = await serve({ ...asked, query: { pageAfter: value.nextPage } });
	}
}

const refused = ({ path }: Asked): Answered => ({
	status: 400,
	headers: { 'Content-Type': 'application/problem+json' },
	body: {
		kind: 'json',
		value: {
			type: '#400-bad-request',
			title: 'Bad Request',
			status: 400,
			detail: 'pageAfter is not a cursor of this list.',
			instance: path,
		},
	},
});
