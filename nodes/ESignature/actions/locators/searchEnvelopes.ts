import type { INodeListSearchItems } from 'n8n-workflow';

import type { Search } from '../../core';
import { PageTrail } from '../pageTrail';
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
	const trail = new PageTrail({ from: cursor });
	let pageAfter = cursor;
	for (let page = 0; page < MOST_PAGES && results.size < ENOUGH; ) {
		const reply = await trail.unlessNone(
			request('GET /sign/envelopes', { query: pageAfter ? { pageAfter } : {} }),
		);
		if (!reply) return { results: [...results.values()] };
		const { items, nextPage } = reply;
		const known = seen.size;
		for (const { ID, name, status } of items) {
			seen.add(ID.toLowerCase());
			const one = { name: `${name ?? ID}${status ? ` (${status})` : ''}`, value: ID };
			if (matches(one, filter)) results.set(ID.toLowerCase(), one);
		}
		const fresh = seen.size - known;
		const way = trail.after({ nextPage, held: items.length, fresh });
		if (typeof way === 'string') return { results: [...results.values()] };
		pageAfter = way.pageAfter;
		// A page without anything new costs a request, but shows nothing: an empty list cannot be scrolled.
		if (fresh > 0) page++;
	}
	return { results: [...results.values()], paginationToken: pageAfter };
};
