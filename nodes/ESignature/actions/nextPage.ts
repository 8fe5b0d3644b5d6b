/** Where a list goes on: after this cursor, nowhere, or at a place that cannot be made out. */
export type Next = { pageAfter: string } | 'end' | 'unclear';

const ENDS = new Set<unknown>([undefined, null, false, '', 'null', 'undefined']);

/**
 * Reads `nextPage`. The supplement shows a cursor; services also write a number, a link or an object that
 * has the cursor in it, and many values that mean "none".
 */
export function readNextPage(value: unknown): Next {
	if (typeof value !== 'object' || value === null) return readCursor(value);
	const { pageAfter = {} } = value as { pageAfter?: unknown };
	return readCursor(pageAfter);
}

function readCursor(value: unknown): Next {
	const plain = typeof value === 'string' ? value.trim() : value;
	if (ENDS.has(plain)) return 'end';
	if (typeof plain === 'number') return { pageAfter: String(plain) };
	return typeof plain === 'string' ? (linked(plain) ?? { pageAfter: plain }) : 'unclear';
}

/** The cursor of a link; only that is taken, never the address: the token goes to one host alone. */
function linked(text: string): Next | undefined {
	const query = text.indexOf('?');
	if (query < 0 || !text.includes('pageAfter=', query)) return undefined;
	const [parameters = ''] = text.slice(query + 1).split('#');
	const pageAfter = new URLSearchParams(parameters).get('pageAfter') ?? '';
	return ENDS.has(pageAfter) ? 'end' : { pageAfter };
}

/** The number of a page, counted from 0, or another way to say "none": only following it can tell. */
export const mayMeanNone = (cursor: string | undefined): boolean =>
	cursor === '0' || cursor === '-1';
