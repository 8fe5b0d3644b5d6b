import type { EnvelopePage, ShortEnvelope } from '../../api';
import { Explained, readNumber, type Call } from '../../core';
import { isPageRefused, PageTrail } from '../pageTrail';

/** How often the beginning is read again; whatever existed at the start has long been read by then. */
const MOST_AGAIN = 20;

/**
 * All envelopes, page by page, each once. A list that has the newest first moves on while it is read, so
 * its beginning is read again as long as that brings something new. A list without an end is an error:
 * what was read so far would look like the whole list.
 */
export async function* allEnvelopes({
	request,
}: Pick<Call, 'request'>): AsyncGenerator<ShortEnvelope> {
	const seen = new Set<string>();
	for (let again = 0; again <= MOST_AGAIN; again++) {
		let pages = 0;
		let news = 0;
		for await (const { items } of pagesOf(request, seen)) {
			pages++;
			const fresh = items.filter(({ ID }) => isNew(seen, ID));
			news += fresh.length;
			yield* fresh;
			// From here on all is known; a page without entries tells nothing.
			if (again > 0 && items.length > 0 && fresh.length === 0) break;
		}
		// One page is one moment; so is the first page, when it brings nothing new.
		if ((again === 0 && pages === 1) || (again > 0 && news === 0)) return;
	}
}

/** From the first page to the last one. What the reader has not seen before is added to `seen` by it. */
async function* pagesOf(
	request: Call['request'],
	seen: ReadonlySet<string>,
): AsyncGenerator<EnvelopePage> {
	const trail = new PageTrail();
	let query: { pageAfter?: string } = {};
	let total: number | undefined;
	// `total` is a hint: it decides only where the pages themselves do not tell whether this is the end.
	const isAll = () => seen.size === total;
	for (;;) {
		const known = seen.size;
		const page = await trail
			.unlessNone(request('GET /sign/envelopes', { query }))
			.catch((error: unknown) => {
				if (query.pageAfter === undefined || !isPageRefused(error)) throw error;
				if (!isAll()) throw withCount(error, seen.size);
				return undefined;
			});
		if (!page) return;
		yield page;
		total = readNumber((page as { total?: unknown }).total);
		const { nextPage, items } = page;
		const way = trail.after({ nextPage, held: items.length, fresh: seen.size - known });
		if (way === 'end' || (typeof way === 'string' && isAll())) return;
		if (typeof way === 'string') throw CANNOT_GO_ON[way]();
		query = way;
	}
}

/** Adds an ID, and says whether it was unknown. */
function isNew(seen: Set<string>, ID: string): boolean {
	const known = seen.has(ID.toLowerCase());
	seen.add(ID.toLowerCase());
	return !known;
}

const PART =
	'Nothing is returned, since a part would look like all. Run this step again; if it happens again, ask the operator of the service.';

/** The service's own error, and that it came in the middle of a list. */
function withCount(error: unknown, read: number): unknown {
	const told = error as { description?: string | null };
	const count = `The service refused the next page of the list after ${read} envelopes.`;
	told.description = [told.description, `${count} ${PART}`].filter(Boolean).join('\n');
	return error;
}

const CANNOT_GO_ON = {
	circle: () =>
		new Explained(
			'The pages of the list of envelopes lead in a circle, so the list cannot be read to its end',
			PART,
		),
	endless: () =>
		new Explained(
			'The pages of the list of envelopes go on without anything new, so the list cannot be read to its end',
			PART,
		),
	unclear: () =>
		new Explained('The service has more envelopes, but does not say how to get them', PART),
};
