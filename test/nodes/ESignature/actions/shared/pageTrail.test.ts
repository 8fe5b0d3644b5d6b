import { PageTrail } from '../../../../../nodes/ESignature/actions/shared/lists';

/** A page with its next one: how many entries, and how many of them are new. */
type Page = [held: number, fresh: number, nextPage: unknown];

const walked = (pages: Page[], trail = new PageTrail()) =>
	pages.map(([held, fresh, nextPage]) => {
		const way = trail.after({ held, fresh, nextPage });
		return typeof way === 'string' ? way : way.pageAfter;
	});

it('many empty pages have an end if the last of them says so', () => {
	const empty = Array.from({ length: 199 }, (_, at): Page => [0, 0, `after-${at}`]);

	expect(walked([...empty, [0, 0, null]]).at(-1)).toBe('end');
	expect(walked([...empty, [0, 0, 'more']]).at(-1)).toBe('endless');
});

describe('a next page of 0', () => {
	it('is followed, since pages may be counted from 0', () => {
		const pages: Page[] = [
			[2, 2, 0],
			[2, 2, 1],
			[1, 1, null],
		];
		expect(walked(pages)).toEqual(['0', '1', 'end']);
	});

	it.each<[string, Page[]]>([
		[
			'shows the first page again',
			[
				[2, 2, 0],
				[2, 0, 0],
			],
		],
		[
			'shows the first page again, which has another next one',
			[
				[2, 2, 0],
				[2, 0, 1],
			],
		],
		[
			'shows nothing and stays 0',
			[
				[2, 2, 0],
				[0, 0, 0],
			],
		],
		[
			'follows the last of several pages',
			[
				[2, 2, 1],
				[2, 2, 2],
				[1, 1, 0],
				[2, 0, 1],
			],
		],
		[
			'follows the last page of a list that has moved on',
			[
				[2, 2, 1],
				[1, 1, 0],
				[2, 1, 1],
			],
		],
		[
			'follows the last page, and the first one is empty',
			[
				[0, 0, 1],
				[1, 1, 0],
				[0, 0, 1],
			],
		],
	])('is the end where it %s', (_, pages) => {
		expect(walked(pages).at(-1)).toBe('end');
		expect(walked(pages).slice(0, -1)).not.toContain('end');
	});

	it('goes on where its page is empty, but has a new cursor', () => {
		const pages: Page[] = [
			[2, 2, 0],
			[0, 0, 1],
			[1, 1, null],
		];
		expect(walked(pages)).toEqual(['0', '1', 'end']);
	});

	it('is what may be refused; any other cursor may not', async () => {
		const refusal = Object.assign(new Error('no'), { httpCode: '400' });
		const trail = new PageTrail();
		trail.after({ held: 1, fresh: 1, nextPage: 'a' });
		await expect(trail.unlessNone(Promise.reject(refusal))).rejects.toBe(refusal);
	});
});

const each = (count: number, page: (n: number) => Page) =>
	Array.from({ length: count }, (_, n) => page(n));

describe('pages without anything new', () => {
	it('are followed for long when they are empty and have new cursors', () => {
		const pages = each(150, (n): Page => [0, 0, `c${n}`]);
		expect(walked(pages).at(-1)).toBe('c149');
	});

	it('are counted anew behind a page with an entry', () => {
		const pages = each(2_000, (n): Page => (n % 100 === 99 ? [1, 1, `c${n}`] : [0, 0, `c${n}`]));
		expect(walked(pages).at(-1)).toBe('c1999');
	});

	it.each<[string, (n: number) => Page, number]>([
		['are empty', (n) => [0, 0, `c${n}`], 300],
		['show the same entries', (n) => [3, 0, `c${n}`], 30],
	])('are not followed for ever when they %s', (_, page, most) => {
		expect(walked(each(most, page))).toContain('endless');
	});
});

it('ends at an empty page that names itself as the next one', () => {
	const pages: Page[] = [
		[2, 2, 'a'],
		[2, 2, 'b'],
		[0, 0, 'b'],
	];
	expect(walked(pages)).toEqual(['a', 'b', 'end']);
	expect(walked([[0, 0, 'a']], new PageTrail({ from: 'a' }))).toEqual(['end']);
});

it('does not end at an empty page that leads back to an earlier one', () => {
	const pages: Page[] = [
		[2, 2, 'a'],
		[2, 2, 'b'],
		[0, 0, 'a'],
	];
	expect(walked(pages)).toEqual(['a', 'b', 'circle']);
});

it('leads in a circle when a cursor comes a second time', () => {
	expect(
		walked([
			[1, 1, 'a'],
			[1, 1, 'b'],
			[1, 1, 'a'],
		]),
	).toEqual(['a', 'b', 'circle']);
	expect(walked([[1, 1, 'a']], new PageTrail({ from: 'a' }))).toEqual(['circle']);
});
