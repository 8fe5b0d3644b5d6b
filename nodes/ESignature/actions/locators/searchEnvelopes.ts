import type { INodeListSearchItems } from 'n8n-workflow';

import type { Search } from '../../core';
import { readNextPage } from '../nextPage';
import { matches } from './choices';

const ENOUGH = 50;
const MOST_PAGES = 10;

/**
 * The service has no search text, so pages are read until there is enough to show; the list's
 * "load more" goes on from there. It ends where the pages lead in a circle or bring nothing new.
 */
export const searchEnvelopes: Search = async ({ request }, filter, cursor) => {
	const results = new Map<string, INodeListSearchItems>();
	const seen = new Set<string>();
	const cursors = new Set([cursor]);
	let pageAfter = cursor;
	for (let page = 0; page < MOST_PAGES; page++) {
		const { items, nextPage } = await request('GET /sign/envelopes', {
			query: pageAfter ? { pageAfter } : {},
		});
		for (const { ID, name, status } of items) {
			seen.add(ID.toLowerCase());
			const one = { name: `${name ?? ID}${status ? ` (${status})` : ''}`, value: ID };
			if (matches(one, filter)) results.set(ID.toLowerCase(), one);
		}
		const next = readNextPage(nextPage);
		if (typeof next === 'string' || cursors.has(next.pageAfter)) {
			return { results: [...results.values()] };
		}
		pageAfter = next.pageAfter;
		cursors.add(pageAfter);
		if (results.size >= ENOUGH) break;
	}
	// As many pages as may be read, and not one envelope for each: there is no end to come to.
	const isEndless = seen.size < MOST_PAGES && cursors.size > MOST_PAGES;
	return { results: [...results.values()], ...(!isEndless && { paginationToken: pageAfter }) };
};
