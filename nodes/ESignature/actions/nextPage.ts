/** Where a list goes on: after this cursor, nowhere, or at a place that cannot be made out. */
export type Next = { pageAfter: string } | 'end' | 'unclear';

const ENDS = new Set<unknown>([undefined, null, false, 0, '']);

/**
 * Reads `nextPage`. The supplement shows a cursor; services also write a number, a link that has the
 * cursor in it, and many values that mean "none".
 */
export function readNextPage(value: unknown): Next {
	const plain = typeof value === 'string' ? value.trim() : value;
	if (ENDS.has(plain)) return 'end';
	if (typeof plain === 'number') return { pageAfter: String(plain) };
	if (typeof plain === 'string') return linked(plain) ?? { pageAfter: plain };
	const { pageAfter } = Object(plain) as { pageAfter?: unknown };
	return typeof pageAfter === 'string' || typeof pageAfter === 'number'
		? readNextPage(pageAfter)
		: 'unclear';
}

/** The cursor of a link; only that is taken, never the address: the token goes to one host alone. */
function linked(text: string): Next | undefined {
	const query = text.indexOf('?');
	if (query < 0 || !text.includes('pageAfter=', query)) return undefined;
	const [parameters = ''] = text.slice(query + 1).split('#');
	const pageAfter = new URLSearchParams(parameters).get('pageAfter') ?? '';
	return pageAfter === '' ? 'end' : { pageAfter };
}
