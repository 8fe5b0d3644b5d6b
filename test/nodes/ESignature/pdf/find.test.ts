import {
	bounded,
	Budget,
	DEFAULT_LIMITS,
	findAcross,
	findOnPage,
	findText,
	flowsOf,
	similarTexts,
	tagsOn,
	type PdfDocument,
	type PdfPage,
} from '../../../../nodes/ESignature/pdf';
import { ANY, drawn, hex, readContent, times } from './handMade';

/** Texts at places; from the left and from the bottom, in Helvetica of size 10. */
type Shown = [x: number, y: number, text: string, size?: number];

const show = async (...texts: Shown[]): Promise<PdfDocument> =>
	await readContent(
		texts
			.map(([x, y, text, size = 10]) => `BT /U ${size} Tf ${x} ${y} Td <${hex(text)}> Tj ET`)
			.join('\n'),
		ANY,
	);

/** Texts one below the other, each so far from the one before. */
const lines = (distance: number, ...texts: string[]): Shown[] =>
	texts.map((text, at) => [100, 700 - at * distance, text]);

/** Lines with a text on the left and another one on the right. */
const inColumns = (right: number, ...rows: Array<[string, string]>): Shown[] =>
	rows.flatMap(([one, other], at): Shown[] => [
		[100, 700 - at * 12, one],
		[right, 700 - at * 12, other],
	]);

const boxes = (document: PdfDocument, text: string) =>
	findText(document, text).map(({ box }) =>
		[box.x, box.y, box.width, box.height].map((value) => Math.round(value * 100) / 100),
	);

describe('a text is found', () => {
	it('with the box around it', async () => {
		const document = await show([100, 700, 'Please sign here']);

		expect(boxes(document, 'sign')).toEqual([[135, 92.5, 20, 10]]);
		expect(findText(document, 'sign')[0]).toMatchObject({
			page: 1,
			start: { x: 135, y: 100 },
			end: { x: 155, y: 100 },
			size: 10,
			parts: [{ x: 135 }],
		});
	});

	it('whatever the blanks in it', async () => {
		const document = await show([100, 700, 'Please  sign\u00a0\u2003here']);

		for (const text of ['Please sign here', '  Please\n sign\there ', 'Please\u00a0sign here']) {
			expect(times(document, text)).toBe(1);
		}
		expect(times(document, 'Pleasesign here')).toBe(0);
	});

	it('if its words were placed one by one, or letter by letter', async () => {
		expect(times(await show([100, 700, 'Sign'], [123, 700, 'here']), 'Sign here')).toBe(1);
		expect(times(await show([100, 700, 'Si'], [110.4, 700, 'gn']), 'Sign')).toBe(1);
		expect(times(await show([100, 700, 'Si'], [110.4, 700, 'gn']), 'Si gn')).toBe(0);
	});

	it('if it was drawn in another order', async () => {
		const document = await show([123, 700, 'here'], [100, 600, 'Other'], [100, 700, 'Sign']);

		expect(times(document, 'Sign here')).toBe(1);
	});

	it('if it goes on in the next line, with a box for each', async () => {
		const document = await show(...lines(12, 'Please sign', 'right here'));
		const [hit] = findText(document, 'sign right');

		expect(hit?.parts.map(({ x, width }) => [x, width])).toEqual([
			[135, 20],
			[100, 25],
		]);
		expect(hit?.box).toMatchObject({ x: 100, width: 55 });
	});

	it('if its next line was drawn before, or in another column', async () => {
		const columns = inColumns(300, ['Please sign', 'Left out'], ['right here', 'entirely']);
		const document = await show(...columns);

		expect(times(document, 'Please sign right here')).toBe(1);
		expect(times(document, 'Left out entirely')).toBe(1);
		expect(times(document, 'sign Left')).toBe(0);
		expect(times(await show(...columns.reverse()), 'Please sign right here')).toBe(1);
	});

	it('in its own column alone, if rows are drawn right across', async () => {
		const rows = await show(
			...inColumns(350, ['Signature of', 'Signature of'], ['the landlord', 'the tenant']),
		);

		expect(boxes(rows, 'Signature of the landlord')).toEqual([[100, 92.5, 60, 22]]);
		expect(boxes(rows, 'Signature of the tenant')).toEqual([[350, 92.5, 60, 22]]);
	});

	it('if its first line is indented, or has a number before it', async () => {
		const numbered = await show(
			[100, 700, '1.'],
			[136, 700, 'The tenant'],
			[100, 688, 'signs here'],
		);

		expect(times(await show([136, 700, 'The tenant'], [100, 688, 'signs']), 'tenant signs')).toBe(
			1,
		);
		expect(times(numbered, 'The tenant signs here')).toBe(1);
	});

	it('without blanks between lines in Chinese and Japanese', async () => {
		const document = await show(...lines(12, '租户签', '名处'));

		expect(times(document, '租户签名处')).toBe(1);
	});

	it('with raised letters in it', async () => {
		const document = await show([100, 700, 'the 12'], [130, 704, 'th', 6], [136, 700, ' of May']);

		expect(times(document, '12th of May')).toBe(1);
	});

	it('once, if it was drawn twice to look bold', async () => {
		const document = await show([100, 700, 'Sign here'], [100.3, 700, 'Sign here']);

		expect(times(document, 'Sign here')).toBe(1);
	});

	it('once, if each of its letters was drawn twice to look bold', async () => {
		const letters = [...'Sign here'].flatMap((letter, at): Shown[] => [
			[100 + at * 5, 700, letter],
			[100.3 + at * 5, 700, letter],
		]);

		expect(times(await show(...letters), 'Sign here')).toBe(1);
	});

	it('if all its letters stand wide apart', async () => {
		const letters = [...'SIGN HERE'].map((letter, at): Shown => [100 + at * 8, 700, letter]);

		expect(times(await show(...letters), 'SIGN HERE')).toBe(1);
	});

	it('in several places, from the top, and from the left', async () => {
		const document = await show([300, 600, 'Sign'], [100, 601, 'Sign'], [200, 700, 'Sign']);

		expect(findText(document, 'Sign').map(({ box }) => box.x)).toEqual([200, 100, 300]);
	});

	it('whatever its accents are made of', async () => {
		const document = await show([100, 700, 'caf\u00e9 cafe\u0301 cafe']);

		expect(times(document, 'caf\u00e9')).toBe(2);
		expect(times(document, 'cafe')).toBe(1);
		expect(times(document, 'caf')).toBe(3);
	});

	it('but not half a letter of it', async () => {
		expect(times(await show([100, 700, '\uac01']), '\uac00')).toBe(0);
		expect(times(await show([100, 700, '\uac01']), '\uac01')).toBe(1);
	});

	it('in ligatures, also in a part of one', async () => {
		const document = await show([100, 700, 'o\ufb03ce']);

		expect(boxes(document, 'office')[0]?.slice(0, 3)).toEqual([100, 92.5, 20]);
		expect(boxes(document, 'off')[0]?.[2]).toBeCloseTo(5 + (5 * 2) / 3, 1);
	});

	it('with hyphens of any kind', async () => {
		const document = await show([100, 700, 'well\u2010known, co\u00adowner, 1\u20112']);

		for (const text of ['well-known', 'co-owner', '1-2']) expect(times(document, text)).toBe(1);
	});

	it('but not across the page, nor for nothing', async () => {
		const document = await show([100, 700, 'Sign'], [300, 700, 'here'], [100, 300, 'now']);

		for (const text of ['Sign here', 'Sign now', 'here now', '', ' \n', '\uffff']) {
			expect(times(document, text)).toBe(0);
		}
	});

	it('but not across a glyph that nobody can read', async () => {
		const document = await readContent('BT /F2 10 Tf 100 700 Td <410142> Tj ET', {
			fonts: '/F2 10 0 R',
			objects: {
				10: '<< /Subtype /Type1 /BaseFont /X /FontDescriptor << /MissingWidth 500 >> /Encoding << /Differences [1 /g1] >> >>',
			},
		});

		expect(drawn(document)).toBe('A?B');
		expect(times(document, 'AB')).toBe(0);
		expect(document.pages[0]?.unreadableFonts).toEqual(['X']);
	});
});

describe('text from right to left', () => {
	const backwards = (text: string) => [...text].reverse().join('');
	const HELLO = 'שלום עולם';

	it('is found by the order of reading, as it is drawn by most programs', async () => {
		const document = await show([100, 700, backwards(HELLO)]);

		expect(times(document, HELLO)).toBe(1);
		expect(times(document, backwards(HELLO))).toBe(0);
		expect(boxes(document, 'שלום')[0]?.slice(0, 3)).toEqual([125, 92.5, 20]);
	});

	it('is found if its letters are placed one by one', async () => {
		const letters = [...HELLO].map((letter, at): Shown => [300 - at * 5, 700, letter]);

		expect(times(await show(...letters), HELLO)).toBe(1);
	});

	it.each([
		['numbers', 'סעיף 12.5 לחוק', `${backwards(' לחוק')}12.5${backwards('סעיף ')}`],
		['foreign words', 'חברת Big Bank בע', `${backwards(' בע')}Big Bank${backwards('חברת ')}`],
		['foreign words around', 'the word שלום עולם here', `the word ${backwards(HELLO)} here`],
		['brackets, by their look', 'סעיף (ב) לחוק', backwards('סעיף )ב( לחוק')],
		['brackets, by their meaning', 'סעיף (ב) לחוק', backwards('סעיף (ב) לחוק')],
		['points, which people do not type', 'שלום', backwards('שלום').replace('ש', 'ש\u05c1')],
		['Arabic forms', 'سلام', backwards('\ufeb3\ufefc\ufee1')],
	])('may have %s', async (_, text, seen) => {
		expect(times(await show([100, 700, seen]), text)).toBe(1);
	});

	it('goes on in the next line', async () => {
		const document = await show(...lines(12, backwards(HELLO), backwards('מה נשמע')));

		expect(times(document, 'עולם מה')).toBe(1);
	});
});

describe('a text that is not found', () => {
	it('is like others in all but case, blanks, accents and typography', async () => {
		const document = await show(
			...lines(100, 'SIGN HERE', 'Signhere', 'Sign h\u00e9re', '\u201cSign\u201d', 'Resign her'),
		);
		const texts = similarTexts(document, 'Sign here').map(({ text }) => text);

		expect(texts.sort()).toEqual(['SIGN HERE', 'Sign h\u00e9re', 'Signhere']);
		expect(similarTexts(document, '"sign"')).toEqual([{ page: 1, text: '\u201cSign\u201d' }]);
		expect(similarTexts(document, 'nothing')).toEqual([]);
		expect(similarTexts(document, '')).toEqual([]);
		expect(similarTexts(document, 'Sign here', 2)).toHaveLength(2);
	});

	it('is shown as it stands there, not as it is compared', async () => {
		const document = await show([100, 700, 'O\ufb03ce caf\u00e9']);

		expect(similarTexts(document, 'office cafe')).toEqual([
			{ page: 1, text: 'O\ufb03ce caf\u00e9' },
		]);
	});
});

describe('the flows of a page', () => {
	it('give all text with its places, to be searched in other ways', async () => {
		const { pages } = await show(...lines(12, '[[signature:1]]', '[[date:2?]]'));
		const [flow] = flowsOf(pages[0] as (typeof pages)[0]).columns;

		expect(flow?.text).toBe('[[signature:1]] [[date:2?]]');
		expect(flow?.glyphs).toHaveLength(flow?.text.length ?? 0);
		expect(flow?.letters.glyphs.at(flow.glyphs[16] ?? NaN)).toMatchObject({
			...{ text: '[', x: 100, y: 112 },
		});
	});
});

describe('a line to write on', () => {
	it.each([
		['underscores', '____', '_'.repeat(30)],
		['dots', '...', '.'.repeat(30)],
		['dots with blanks', '. . .', '. '.repeat(15)],
		['a single sign', '_', '_'.repeat(30)],
	])('is one place, however much of it is looked for: %s', async (_, text, line) => {
		const document = await show(...lines(50, line, line, `Name: ${line} x`));
		const width = line.trimEnd().length * 5;

		expect(boxes(document, text).map(([x, , across]) => [x, across])).toEqual([
			[100, width],
			[100, width],
			[130, width],
		]);
	});

	it('is one place if it was drawn in pieces, in any order', async () => {
		const pieces: Shown[] = [
			[150, 700, '_'.repeat(10)],
			[300, 600, 'other'],
			[100, 700, '_'.repeat(10)],
		];
		expect(boxes(await show(...pieces), '____')).toEqual([[100, 92.5, 100, 10]]);
		const [one, other, two] = pieces as [Shown, Shown, Shown];
		expect(times(await show(two, other, one), '____')).toBe(1);
	});

	it('is two places with a blank between them', async () => {
		expect(times(await show([100, 700, `${'_'.repeat(10)} ${'_'.repeat(10)}`]), '____')).toBe(2);
	});

	it('belongs to the words before or behind it', async () => {
		const document = await show(...lines(100, 'Initials: ________', '________ (date)'));

		expect(boxes(document, 'Initials: ____')[0]?.[2]).toBe(18 * 5);
		expect(boxes(document, '____ (date)')[0]?.slice(0, 3)).toEqual([100, 192.5, 15 * 5]);
		expect(boxes(document, 'Initials: _')[0]?.[2]).toBe(11 * 5);
	});

	it('says nothing about letters', async () => {
		expect(times(await show([100, 700, 'aaaa 1111']), 'aa')).toBe(2);
	});
});

describe('a text with a wide gap', () => {
	it('is found across it only if one asks for that', async () => {
		const document = await show([100, 700, 'Signature:'], [300, 700, 'Date:'], [100, 650, 'Date:']);
		const across = (text: string) =>
			document.pages.flatMap((page) => findAcross(page, text)).map(({ box }) => box.width);

		expect(times(document, 'Signature: Date:')).toBe(0);
		expect(across('Signature: Date:')).toEqual([225]);
		expect(across('Signature:Date:')).toEqual([]);
		expect(across('Date:')).toEqual([]);
	});
});

describe('searching has an end', () => {
	const crowd = async (count: number) =>
		await readContent(
			`BT /F1 1 Tf 100 700 Td ${Array.from({ length: count }, (_, at) => `([[name:${at}]]) Tj 0 0 Td`).join('\n')} ET`,
		);
	const limits = { ...DEFAULT_LIMITS, hits: 50 };

	it('by the number of places and of steps, and by the clock', async () => {
		const [page] = (await crowd(60)).pages as [PdfPage];
		// A copy is put in order anew.
		const tags = (budget: Budget) => bounded(() => tagsOn({ ...page }, budget)).kind;

		expect(tags(new Budget())).toBe('done');
		expect(tags(new Budget(limits))).toBe('tooLarge');
		expect(tags(new Budget({ ...DEFAULT_LIMITS, steps: 100 }))).toBe('tooLarge');
		expect(tags(new Budget(DEFAULT_LIMITS, () => true))).toBe('tooSlow');
		const texts = (budget: Budget) => bounded(() => findOnPage(page, 'name', budget)).kind;
		expect(texts(new Budget())).toBe('done');
		expect(texts(new Budget({ ...DEFAULT_LIMITS, hits: 0 }))).toBe('tooLarge');
	});

	it('within a page, too', async () => {
		const [page] = (await crowd(400)).pages as [PdfPage];
		expect(bounded(() => tagsOn(page)).kind).toBe('done');
		// Now that the page is in order, only comparing is left.
		const budget = new Budget({ ...DEFAULT_LIMITS, steps: 10_000 });
		expect(bounded(() => tagsOn(page, budget)).kind).toBe('tooLarge');
	});

	it('also where there is a mistake in it, which is kept for tests', () => {
		const fault = new TypeError('a mistake');
		const outcome = bounded(() => {
			throw fault;
		});
		expect(outcome).toEqual({ kind: 'damaged', part: 'objects', fault });
	});
});

it('forgets pages that it has put in order, before they fill the memory', async () => {
	const line = 'x'.repeat(5_000);
	const lines = Array.from({ length: 30 }, () => `(${line}) Tj 0 -20 Td`).join('\n');
	const { pages } = await readContent(`BT /F1 0.1 Tf 20 780 Td ${lines} ET`);
	const [page] = pages as [PdfPage];
	const first = flowsOf(page);
	expect(flowsOf(page)).toBe(first);
	for (let other = 0; other < 12; other++) flowsOf({ ...page });
	expect(flowsOf(page)).not.toBe(first);
});
