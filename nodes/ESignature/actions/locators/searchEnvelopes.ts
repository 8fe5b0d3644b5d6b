import type { INodeListSearchItems } from 'n8n-workflow';

import type { Search } from '../../core';

const ENOUGH = 50;
const MOST_PAGES = 10;

/**
 * The service has no search text, so pages are read until there is enough to show; the list's
 * "load more" goes on from there.
 */
export const searchEnvelopes: Search = async ({ request }, filter, cursor) => {
	const results = new Map<string, INodeListSearchItems>();
	const cursors = new Set([cursor]);
	let pageAfter = cursor;
	for (let page = 0; page < MOST_PAGES; page++) {
		const { items, nextPage } = await request('GET /sign/envelopes', {
			query: pageAfter ? { pageAfter } : {},
		});
		for (const { ID, name, status } of items) {
			const label = `${name} (${status})`;
			if (`${label} ${ID}`.toLowerCase().includes(filter))
				results.set(ID, { name: label, value: ID });
		}
		// A cursor that leads back would never end.
		const isNew = typeof nextPage === 'string' && nextPage !== '' && !cursors.has(nextPage);
		if (!isNew) return { results: [...results.values()] };
		pageAfter = nextPage;
		cursors.add(nextPage);
		if (results.size >= ENOUGH) break;
	}
	return { results: [...results.values()], paginationToken: pageAfter };
};
