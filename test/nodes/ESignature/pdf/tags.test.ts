import { tagsOn, type PdfPage } from '../../../../nodes/ESignature/pdf';
import { plainPdf } from '../../../../sandbox/files/plainPdf';
import { ANY, hex, read, readContent } from './handMade';

async function tagsOf(...lines: string[]) {
	const { pages } = await read(plainPdf([lines]));
	return tagsOn(pages[0] as PdfPage).map(({ text, whole }) => (whole ? text : `cut: ${text}`));
}

it('finds each tag with its place, from the top and from the left', async () => {
	const { pages } = await read(plainPdf([['By [[signature:1]] on [[date:1]]', '[[name:2]]']]));
	const tags = tagsOn(pages[0] as PdfPage);

	expect(tags.map(({ text }) => text)).toEqual(['[[signature:1]]', '[[date:1]]', '[[name:2]]']);
	expect(tags[2]).toMatchObject({ page: 1, whole: true, size: 11 });
	expect(tags[2]?.box.x).toBeCloseTo(56);
	expect(tags[2]?.box.height).toBeCloseTo(11);
});

it.each([
	['with blanks in it', ['[[ custom : 1 : Cost centre ]]'], ['[[ custom : 1 : Cost centre ]]']],
	['in further brackets', ['[[[signature:1]]]'], ['[[signature:1]]']],
	[
		'with brackets in it',
		['[[custom:1:Rate [%]]] [[custom:1:[a] b]]]'],
		['[[custom:1:Rate [%]]]', '[[custom:1:[a] b]]'],
	],
	['not in single brackets', ['[signature:1] [ [name:1] ]'], []],
	['not where brackets only close', ['a[b[0]] ]]'], []],
	['cut, if it never ends', ['[[signature:1 and more'], ['cut: [[signature:1 and more']],
	['cut, if another one begins', ['[[name:1 [[date:1]]'], ['cut: [[name:1', '[[date:1]]']],
	['cut, if it goes on in the next line', ['[[signature:', '1]]'], ['cut: [[signature: 1]]']],
])('finds a tag %s', async (_, lines, tags) => {
	expect(await tagsOf(...lines)).toEqual(tags);
});

describe('a tag that has lost its beginning', () => {
	const WORDS = ['signature', 'date', 'name', 'custom'];
	const cutIn = async (...lines: string[]) => {
		const { pages } = await read(plainPdf([lines]));
		const tags = tagsOn(pages[0] as PdfPage, undefined, WORDS);
		return tags.map(({ text, whole, opened }) => [text, whole, opened]);
	};
	const cut = (text: string) => [[text, false, false]];

	it.each([
		['has one bracket', ['Here: [signature:1]] and'], '[signature:1]]'],
		['has one bracket and blanks', ['Here: [ Signature : 1 ? ]]'], '[ Signature : 1 ? ]]'],
		['has none', ['Sign here signature:1]]'], 'signature:1]]'],
		['has an address', ['[DATE:ada@example.com]]'], '[DATE:ada@example.com]]'],
		['has a label', ['and custom:1?:Cost centre]]'], 'custom:1?:Cost centre]]'],
		['names no signer', ['Here: [name]]'], '[name]]'],
		['names no signer and has no bracket', ['Your name:', 'name?]]'], 'name?]]'],
		['has its brackets apart', ['Here: [ [signature:1]]'], '[signature:1]]'],
		['stands in other brackets', ['[see [date:2]]'], '[date:2]]'],
		['stands behind other words with a colon', ['Date: 1, signature:1]]'], 'signature:1]]'],
		['has lost a part of its word', ['A line', 'ature:1]]'], 'ature:1]]'],
		['has lost all of its word', [':1:Cost centre]]'], ':1:Cost centre]]'],
	])('is cut, if it %s', async (_, lines, tag) => {
		expect(await cutIn(...lines)).toEqual(cut(tag));
	});

	it.each([
		['a citation', '[1]] and [see Smith [2]] and a[b[1]] ]]'],
		['a citation behind a word', 'Name: Ada [see [2]] and Date: the day of [1]]'],
		['a word in two brackets', '[see [name]] and [on that date]]'],
		['a word that only ends like one', 'an update:1]] and rename: 2]]'],
		['a word with a colon in two brackets', '[see [Date: 12]]'],
		['a word with a colon in two brackets, others before it', '[see [1] [Date: 12]]'],
		['a slice', 'x[y[:1]] and x[y[e:1]]'],
		['what is no word of a tag', 'stamp:1]] [stamp:1]] a:1]]'],
	])('is none, if it is %s', async (_, line) => {
		expect(await cutIn(line)).toEqual([]);
	});

	it('is told beside those that are whole', async () => {
		expect(await cutIn('[[name:1]] [signature:1]] [[date:1]]]] [[x]] name:1]]')).toEqual([
			['[[name:1]]', true, true],
			['[signature:1]]', false, false],
			['[[date:1]]', true, true],
			['[[x]]', true, true],
			['name:1]]', false, false],
		]);
	});

	it('is none, if all of it stands in another order of reading', async () => {
		const { pages } = await readContent(
			'BT /F1 10 Tf 120 700 Td (name:1]]) Tj ET BT /F1 10 Tf 114.44 700 Td ([[) Tj ET',
		);
		expect(tagsOn(pages[0] as PdfPage, undefined, WORDS)).toMatchObject([
			{ text: '[[name:1]]', whole: true },
		]);
	});

	it('is cut by the edge of the page', async () => {
		const { pages } = await readContent('BT /F1 24 Tf -40 700 Td ([[date:1]]) Tj ET');
		expect(tagsOn(pages[0] as PdfPage, undefined, WORDS)).toMatchObject([
			{ whole: false, opened: false },
		]);
	});
});

it('finds a tag with signs as wide as Chinese letters', async () => {
	const wide = '［［ｎａｍｅ：１］］';
	const { pages } = await readContent(`BT /U 10 Tf 100 700 Td <${hex(wide)}> Tj ET`, ANY);
	expect(tagsOn(pages[0] as PdfPage)).toMatchObject([{ text: wide, whole: true }]);
});

it('shows no more than the beginning of one that never ends', async () => {
	expect((await tagsOf(`[[${'x'.repeat(80)}`))[0]?.length).toBeLessThan(70);
});

it('finds a tag once, if it is drawn twice to look bold, or drawn letter by letter', async () => {
	const bold = await readContent(
		'BT /F1 10 Tf 100 700 Td ([[name:1]]) Tj 0.3 0 Td ([[name:1]]) Tj ET',
	);
	expect(tagsOn(bold.pages[0] as PdfPage).map(({ text }) => text)).toEqual(['[[name:1]]']);
	const apart = await readContent(
		'BT /F1 10 Tf 100 700 Td [([) 20 ([) -10 (na) 5 (me:) 0 (1]) 3 (])] TJ ET',
	);
	expect(tagsOn(apart.pages[0] as PdfPage).map(({ text }) => text)).toEqual(['[[name:1]]']);
});

it.each([
	['two different tags', '([[name:1]]) Tj 0.3 0 Td ([[date:1]]) Tj', ['[[name:1]]', '[[date:1]]']],
	[
		'the same one for two signers',
		'([[name:1]]) Tj 0 0 Td ([[name:2]]) Tj',
		['[[name:1]]', '[[name:2]]'],
	],
	[
		'one that is cut below another one',
		'([[date) Tj 0 0 Td ([[name:1]]) Tj',
		['cut: [[date', '[[name:1]]'],
	],
	[
		'one that is drawn in pieces, each of them twice',
		'([[name) Tj 0.3 0 Td ([[name) Tj 30 0 Td (:1]]) Tj 0.3 0 Td (:1]]) Tj',
		['[[name:1]]'],
	],
])('tells apart what stands at one place: %s', async (_, drawn, tags) => {
	const { pages } = await readContent(`BT /F1 10 Tf 100 700 Td ${drawn} ET`);
	const found = tagsOn(pages[0] as PdfPage);
	const shown = found.map(({ text, whole }) => (whole ? text : `cut: ${text}`));
	expect(shown.sort()).toEqual([...tags].sort());
});

/** Tags with how else they read. */
async function readingsOf(content: string) {
	const { pages } = await readContent(content, ANY);
	return tagsOn(pages[0] as PdfPage).map(({ text, others, whole }) =>
		whole ? [text, ...others] : `cut: ${text}`,
	);
}

describe('a tag whose letters stand apart', () => {
	/** Each letter is followed by a gap, in parts of the font size. */
	const spaced = (text: string, gap: number) =>
		`[${[...text].map((letter) => `<${hex(letter)}>`).join(` ${-gap * 1_000} `)}] TJ`;
	const line = (drawn: string) => `BT /U 10 Tf 20 700 Td ${drawn} ET`;

	it.each([0.15, 0.3, 0.6, 1, 1.9, 2.5, 3])('is found if they are %d em apart', async (gap) => {
		expect(await readingsOf(line(spaced('[[name:1]]', gap)))).toEqual([['[[name:1]]']]);
	});

	it('is found in a line with blanks, and beside one that is set as usual', async () => {
		const drawn = `<${hex('By [[date:1]] ')}> Tj ${spaced('[[name:1]]', 1)}`;
		expect(await readingsOf(line(drawn))).toEqual([['[[date:1]]'], ['[[name:1]]']]);
	});

	it('keeps the blanks between its words', async () => {
		const [first, second] = [spaced('[[custom:1:Cost', 0.3), spaced('centre]]', 0.3)];
		const drawn = first.replace('] TJ', ` -800 ${second.slice(1)}`);
		expect(await readingsOf(line(drawn))).toEqual([['[[custom:1:Cost centre]]']]);
	});

	it('shows both readings if only its inner letters stand apart', async () => {
		const drawn = `<${hex('[[')}> Tj ${spaced('name:1', 0.3)} <${hex(']]')}> Tj`;
		expect((await readingsOf(line(drawn)))[0]).toContain('[[name:1]]');
	});

	it('is none where only the brackets do', async () => {
		const drawn = `${spaced('[[', 0.3)} <${hex('name:1')}> Tj ${spaced(']]', 0.3)}`;
		expect(await readingsOf(line(drawn))).toEqual([]);
	});
});

describe('a tag in a paragraph from right to left', () => {
	const HELLO = 'שלום';
	const backwards = (text: string) => [...text].reverse().join('');
	const shown = (...lines: string[]) =>
		lines.map((text, at) => `BT /U 10 Tf 100 ${700 - at * 40} Td <${hex(text)}> Tj ET`).join('\n');

	it.each([
		['alone in its line', '[[signature:1]]', '[[signature:1]]'],
		['beside words', `[[signature:1]] :${backwards(HELLO)}`, '[[signature:1]]'],
		['with brackets by their meaning', ']]signature:1[[', '[[signature:1]]'],
		['with a mark that moved to the other side', '[[?checkbox:1]]', '[[checkbox:1?]]'],
		['with such a mark by its meaning', ']]?checkbox:1[[', '[[checkbox:1?]]'],
		['with a label', `[[${backwards(HELLO)}:custom:1]]`, `[[custom:1:${HELLO}]]`],
	])('is found once, %s', async (_, seen, tag) => {
		const found = await readingsOf(shown(backwards(HELLO), seen));
		expect(found).toHaveLength(1);
		expect(found[0]).toContain(tag);
	});

	it('is found beside another one', async () => {
		const found = await readingsOf(shown(backwards(HELLO), '[[date:1]] [[?checkbox:1]]'));
		expect(found).toEqual([['[[date:1]]'], ['[[?checkbox:1]]', '[[checkbox:1?]]']]);
	});

	it('is cut if it has no end', async () => {
		expect(await readingsOf(shown(backwards(HELLO), 'signature:1[['))).toHaveLength(1);
	});
});

it('finds every tag of a text that one glyph stands for, each at its part of the glyph', async () => {
	const text = 'By [[signature:1]] on [[date:1]][[date:1]] ok';
	const { pages } = await readContent(
		`BT /F1 10 Tf 100 700 Td /Span << /ActualText (${text}) >> BDC (MMMMMMMM) Tj EMC ET`,
	);
	const [page] = pages as [PdfPage];
	const tags = tagsOn(page);
	const [glyph, ...others] = page.runs.flatMap(({ glyphs }) => glyphs);

	expect(others).toEqual([]);
	expect(tags.map((tag) => [tag.text, tag.whole, tag.others])).toEqual([
		['[[signature:1]]', true, []],
		['[[date:1]]', true, []],
		['[[date:1]]', true, []],
	]);
	for (const [index, at] of [3, 22, 32].entries()) {
		expect(tags[index]?.box.x).toBeCloseTo(100 + ((glyph?.length ?? 0) * at) / text.length);
	}
});
