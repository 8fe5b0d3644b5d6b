import type { INodeListSearchItems } from 'n8n-workflow';

import type { Search } from '../../core';

const ENOUGH = 50;
const MOST_PAGES = 10;

/**
 * The service has no search text, so pages are read until there is enough to show; the list's
 * "load more" goes on from there.
 */
export const searchEnvelopes: Search = async ({ request }, filter, cursor) => {
	const results: INodeListSearchItems[] = [];
	let pageAfter = cursor;
	for (let page = 0; page < MOST_PAGES; page++) {
		const { items, nextPage } = await request('GET /sign/envelopes', {
			query: pageAfter ? { pageAfter } : {},
		});
		for (const { ID, name, status } of items) {
			const label = `${name} (${status})`;
			if (`${label} ${ID}`.toLowerCase().includes(filter)) results.push({ name: label, value: ID });
		}
		// A cursor that leads to itself would never end.
		if (!nextPage || nextPage === pageAfter) return { results };
		pageAfter = nextPage;
		if (results.length >= ENOUGH) break;
	}
	return { results, paginationToken: pageAfter };
};
