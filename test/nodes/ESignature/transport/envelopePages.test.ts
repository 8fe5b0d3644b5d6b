import { envelopePages } from '../../../../nodes/ESignature/transport/envelopePages';

interface Page {
	items: string[];
	nextPage?: string;
}

/** Reads a list whose pages are given by cursor; returns the IDs and the requested cursors. */
async function read(pageAt: (cursor: string | undefined, asked: number) => Page, from?: string) {
	const asked: Array<string | undefined> = [];
	const request = async (_: string, { query }: { query: { pageAfter?: string } }) => {
		const { items, nextPage } = pageAt(query.pageAfter, asked.length);
		asked.push(query.pageAfter);
		return { items: items.map((ID) => ({ ID })), nextPage };
	};
	const shown: string[][] = [];
	const next: Array<string | undefined> = [];
	let error: unknown;
	try {
		for await (const { items, nextPage } of envelopePages({ request } as never, from)) {
			shown.push(items.map(({ ID }) => ID));
			next.push(nextPage);
		}
	} catch (raised) {
		error = raised;
	}
	return { asked, shown, next, error };
}

const pages =
	(...all: string[][]) =>
	(cursor = '0'): Page => {
		const at = Number(cursor);
		return { items: all[at] ?? [], nextPage: at + 1 < all.length ? String(at + 1) : undefined };
	};

it('are read from the front or from behind a cursor, to the last one', async () => {
	expect(await read(pages(['a'], ['b'], ['c']))).toEqual({
		asked: [undefined, '1', '2'],
		shown: [['a'], ['b'], ['c']],
		next: ['1', '2', undefined],
	});
	expect((await read(pages(['a'], ['b'], ['c']), '1')).shown).toEqual([['b'], ['c']]);
});

it('show an envelope once that moved to a later page', async () => {
	const { shown } = await read(pages(['a', 'b'], ['B', 'c'], ['d']));

	expect(shown).toEqual([['a', 'b'], ['c'], ['d']]);
});

it('go on after a few that are empty or show nothing new', async () => {
	const nine = Array.from({ length: 9 }, (_, n) => (n % 2 ? ['a'] : []));
	const { shown, error } = await read(pages(['a'], ...nine, ['b'], ...nine, ['c']));

	expect(error).toBeUndefined();
	expect(shown.flat()).toEqual(['a', 'b', 'c']);
});

it.each<[string, (asked: number) => string]>([
	['every one has a fresh cursor', String],
	['a cursor leads to itself', () => 'same'],
])('end with an error if there is nothing new anymore, but %s', async (_, cursor) => {
	const { asked, error } = await read((_cursor, count) => ({
		items: ['a', 'b'],
		nextPage: cursor(count),
	}));

	expect(error).toMatchObject({
		message:
			'The list of envelopes does not end: after 2 envelopes, 10 pages in a row had no new ones',
	});
	expect(asked).toHaveLength(11);
});
