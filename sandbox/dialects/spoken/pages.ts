import { onLists, without } from '../changes';
import type { Dialect } from '../dialect';

const PAGES = 'General gaps: "Pagination [...] of list endpoints: not shown."';
const CURSOR =
	'Supplement: "query `pageAfter` or `pageBefore` (exclusive), a cursor"; its form is not said';
const NEXT_PAGE =
	'Supplement: "{items:[short envelope], nextPage?}"; how an absent one looks is not said';
const TOTAL =
	'List Participants: "{ items: [participant, ...], total: <integer> }"; what is counted is not said';
const ITEMS = 'Lists: "{ items: [...] }"; how an empty list looks is not said';

/** Signs that a query must encode. */
const LONG = `${'opaque+/=&?#%25 '.repeat(60)}:`;

const onTotals = (total: (length: number) => unknown) =>
	onLists((list) =>
		'total' in list
			? {
					...without(list, 'total'),
					...(total(list.items.length) !== undefined && { total: total(list.items.length) }),
				}
			: list,
	);

const whenEmpty = (change: (list: Record<string, unknown>) => Record<string, unknown>) =>
	onLists((list) => (list.items.length === 0 ? change(list) : list));

export const pages: Dialect[] = [
	{
		name: 'pages-of-one',
		changes: 'One envelope per page',
		leftOpenBy: PAGES,
		group: 'pages',
		listing: { size: 1 },
	},
	{
		name: 'pages-empty-between',
		changes: 'Every other page of envelopes is empty, but has a cursor',
		leftOpenBy: PAGES,
		group: 'pages',
		listing: { gaps: 1 },
	},
	{
		name: 'pages-sparse',
		changes: 'Three envelopes per page, and 20 empty pages with cursors between any two of these',
		leftOpenBy: PAGES,
		group: 'pages',
		listing: { size: 3, gaps: 20 },
	},
	{
		name: 'cursor-number',
		changes: 'Cursors are numbers, not texts',
		leftOpenBy: CURSOR,
		group: 'cursor',
		listing: { cursor: { write: (page) => page, read: Number } },
	},
	{
		name: 'cursor-from-zero',
		changes: 'Cursors are numbers of pages, of which the first one is 0',
		leftOpenBy: CURSOR,
		group: 'cursor',
		listing: { cursor: { write: (page) => page - 1, read: (cursor) => Number(cursor) + 1 } },
	},
	{
		name: 'cursor-in-object',
		changes: 'A cursor stands in an object, which holds null at the end',
		leftOpenBy: CURSOR,
		group: 'next page',
		answer: onLists((list, { route }) =>
			route === 'GET /sign/envelopes'
				? { ...list, nextPage: { pageAfter: list.nextPage ?? null } }
				: list,
		),
	},
	{
		name: 'cursor-long',
		changes: 'Cursors have a thousand characters, some of which a URL must encode',
		leftOpenBy: CURSOR,
		group: 'cursor',
		listing: {
			cursor: { write: (page) => LONG + page, read: (text) => Number(text.slice(LONG.length)) },
		},
	},
	...(
		[
			['null', 'null', null],
			['empty', 'an empty text', ''],
			['null-text', 'the text "null"', 'null'],
			['false', 'false', false],
			['zero', '0', 0],
		] as const
	).map(([name, what, value]) => ({
		name: `next-page-${name}`,
		changes: `At the end of a list, \`nextPage\` is ${what}`,
		leftOpenBy: NEXT_PAGE,
		group: 'next page',
		answer: onLists((list) => ({ nextPage: value, ...list })),
	})),
	{
		name: 'cursor-behind-whole-lists',
		changes: 'The lists without pages have a cursor, too: it leads to nothing more',
		leftOpenBy: PAGES,
		group: 'next page',
		answer: onLists((list, { route, query }) => {
			if (route === 'GET /sign/envelopes') return list;
			return query.pageAfter === undefined ? { ...list, nextPage: 'end' } : { ...list, items: [] };
		}),
	},
	{
		name: 'total-left-out',
		changes: 'Lists have no `total`',
		leftOpenBy: TOTAL,
		group: 'total',
		answer: onTotals(() => undefined),
	},
	{
		name: 'total-text',
		changes: '`total` is a text',
		leftOpenBy: TOTAL,
		group: 'total',
		answer: onTotals(String),
	},
	{
		name: 'total-larger',
		changes: '`total` also counts what is not listed any more',
		leftOpenBy: TOTAL,
		group: 'total',
		answer: onTotals((length) => length + 3),
	},
	{
		name: 'total-smaller',
		changes: '`total` counts who has yet to sign',
		leftOpenBy: TOTAL,
		group: 'total',
		answer: onTotals(() => 0),
	},
	{
		name: 'items-null-when-empty',
		changes: 'An empty list is `items: null`; the last page of envelopes is one',
		leftOpenBy: ITEMS,
		group: 'empty',
		listing: { emptyEnd: true },
		answer: whenEmpty((list) => ({ ...list, items: null })),
	},
	{
		name: 'items-absent-when-empty',
		changes: 'An empty list has no `items`; the last page of envelopes is one',
		leftOpenBy: ITEMS,
		group: 'empty',
		listing: { emptyEnd: true },
		answer: whenEmpty((list) => without(list, 'items')),
	},
];
