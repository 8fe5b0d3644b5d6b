import {
	findTags,
	type PdfDocument,
	type PdfPage,
} from '../../../../../nodes/ESignature/lib/pdf-text';
import { plainPdf } from '../../../../../sandbox/files/plainPdf';
import { ANY, hex, read, readContent } from './handMade';

const tagsIn = async (document: PdfDocument) => (await findTags(document)).tags;

async function tagsOf(...lines: string[]) {
	const tags = await tagsIn(await read(plainPdf([lines])));
	return tags.map(({ text, whole }) => (whole ? text : `cut: ${text}`));
}

it('finds each tag with its place, from the top and from the left', async () => {
	const tags = await tagsIn(
		await read(plainPdf([['By [[signature:1]] on [[date:1]]', '[[name:2]]']])),
	);

	expect(tags.map(({ text }) => text)).toEqual(['[[signature:1]]', '[[date:1]]', '[[name:2]]']);
	expect(tags[2]).toMatchObject({ page: 1, whole: true, size: 11 });
	expect(tags[2]?.box.x).toBeCloseTo(56);
	expect(tags[2]?.box.height).toBeCloseTo(11);
});

it.each([
	['with blanks in it', ['[[ custom : 1 : Cost center ]]'], ['[[ custom : 1 : Cost center ]]']],
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

it('finds a tag once, if its beginning was drawn after its end', async () => {
	const document = await readContent(
		'BT /F1 10 Tf 120 700 Td (name:1]]) Tj ET BT /F1 10 Tf 114.44 700 Td ([[) Tj ET',
	);
	expect(await tagsIn(document)).toMatchObject([{ text: '[[name:1]]', whole: true }]);
});

it('finds no tag whose beginning lies beyond the edge of the page', async () => {
	expect(await tagsIn(await readContent('BT /F1 24 Tf -40 700 Td ([[date:1]]) Tj ET'))).toEqual([]);
});

it('names pages where a tag may be missed', async () => {
	const page = (text: string) =>
		`/Annots [<< /Subtype /FreeText /Rect [9 9 99 99] /Contents (${text}) >>]`;
	const unread = async (text: string) =>
		(await findTags(await readContent('', { page: page(text) }))).unreadPages;

	expect(await unread('Sign [ [name:1] ]')).toEqual([{ page: 1, kind: 'text' }]);
	expect(await unread('Sign [1]')).toEqual([]);
});

it('names a page once that could not be read and also hides a tag', async () => {
	const hidden = 'q 0 0 9 9 re W n BT /F1 10 Tf 120 600 Td ([[name:1]]) Tj ET Q';
	const page = '/Annots [<< /Subtype /FreeText /Rect [9 9 99 99] /Contents ([[date:1]]) >>]';
	const { unreadPages } = await findTags(await readContent(hidden, { page }));

	expect(unreadPages).toEqual([{ page: 1, kind: 'hidden' }]);
});

it('stops where a page is full of brackets', async () => {
	const full = `(${'[[a'.repeat(2_000)}) Tj`;
	const document = await readContent(`BT /F1 0.001 Tf 10 700 Td ${full} ET`);
	const limits = { steps: 200_000 };
	await expect(findTags(document, { limits })).rejects.toMatchObject({ kind: 'tooSlow' });
});

it('shows no more than the beginning of one that never ends', async () => {
	expect((await tagsOf(`[[${'x'.repeat(80)}`))[0]?.length).toBeLessThan(70);
});

it('finds a tag once, if it is drawn twice to look bold, or drawn letter by letter', async () => {
	const bold = await readContent(
		'BT /F1 10 Tf 100 700 Td ([[name:1]]) Tj 0.3 0 Td ([[name:1]]) Tj ET',
	);
	expect((await tagsIn(bold)).map(({ text }) => text)).toEqual(['[[name:1]]']);
	const apart = await readContent(
		'BT /F1 10 Tf 100 700 Td [([) 20 ([) -10 (na) 5 (me:) 0 (1]) 3 (])] TJ ET',
	);
	expect((await tagsIn(apart)).map(({ text }) => text)).toEqual(['[[name:1]]']);
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
	const found = await tagsIn(await readContent(`BT /F1 10 Tf 100 700 Td ${drawn} ET`));
	const shown = found.map(({ text, whole }) => (whole ? text : `cut: ${text}`));
	expect(shown.sort()).toEqual([...tags].sort());
});

/** Tags with how else they read. */
async function readingsOf(content: string) {
	return (await tagsIn(await readContent(content, ANY))).map(({ text, others, whole }) =>
		whole ? [text, ...others] : `cut: ${text}`,
	);
}

describe('a tag whose letters stand apart', () => {
	/** Each letter is followed by a gap, in parts of the font size. */
	const spaced = (text: string, gap: number) =>
		`[${[...text].map((letter) => `<${hex(letter)}>`).join(` ${-gap * 1_000} `)}] TJ`;
	const line = (drawn: string) => `BT /U 10 Tf 20 700 Td ${drawn} ET`;

	it.each([0.15, 0.6, 3])('is found if they are %d em apart', async (gap) => {
		expect(await readingsOf(line(spaced('[[name:1]]', gap)))).toEqual([['[[name:1]]']]);
	});

	it('is found in a line with blanks, and beside one that is set as usual', async () => {
		const drawn = `<${hex('By [[date:1]] ')}> Tj ${spaced('[[name:1]]', 1)}`;
		expect(await readingsOf(line(drawn))).toEqual([['[[date:1]]'], ['[[name:1]]']]);
	});

	it('keeps the blanks between its words', async () => {
		const [first, second] = [spaced('[[custom:1:Cost', 0.3), spaced('center]]', 0.3)];
		const drawn = first.replace('] TJ', ` -800 ${second.slice(1)}`);
		expect(await readingsOf(line(drawn))).toEqual([['[[custom:1:Cost center]]']]);
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
	const reversed = (text: string) => [...text].reverse().join('');
	const shown = (...lines: string[]) =>
		lines.map((text, at) => `BT /U 10 Tf 100 ${700 - at * 40} Td <${hex(text)}> Tj ET`).join('\n');

	it.each([
		['alone in its line', '[[signature:1]]', '[[signature:1]]'],
		['beside words', `[[signature:1]] :${reversed(HELLO)}`, '[[signature:1]]'],
		['with brackets by their meaning', ']]signature:1[[', '[[signature:1]]'],
		['with a mark that moved to the other side', '[[?checkbox:1]]', '[[checkbox:1?]]'],
		['with such a mark by its meaning', ']]?checkbox:1[[', '[[checkbox:1?]]'],
		['with a label', `[[${reversed(HELLO)}:custom:1]]`, `[[custom:1:${HELLO}]]`],
	])('is found once, %s', async (_, seen, tag) => {
		const found = await readingsOf(shown(reversed(HELLO), seen));
		expect(found).toHaveLength(1);
		expect(found[0]).toContain(tag);
	});

	it('is found beside another one', async () => {
		const found = await readingsOf(shown(reversed(HELLO), '[[date:1]] [[?checkbox:1]]'));
		expect(found).toEqual([['[[date:1]]'], ['[[?checkbox:1]]', '[[checkbox:1?]]']]);
	});

	it('is cut if it has no end', async () => {
		expect(await readingsOf(shown(reversed(HELLO), 'signature:1[['))).toHaveLength(1);
	});
});

it('finds every tag of a text that one glyph stands for, each at its part of the glyph', async () => {
	const text = 'By [[signature:1]] on [[date:1]][[date:1]] ok';
	const document = await readContent(
		`BT /F1 10 Tf 100 700 Td /Span << /ActualText (${text}) >> BDC (MMMMMMMM) Tj EMC ET`,
	);
	const tags = await tagsIn(document);
	const { glyphs } = document.pages[0] as PdfPage;

	expect(glyphs.count).toBe(1);
	expect(tags.map((tag) => [tag.text, tag.whole, tag.others])).toEqual([
		['[[signature:1]]', true, []],
		['[[date:1]]', true, []],
		['[[date:1]]', true, []],
	]);
	for (const [index, at] of [3, 22, 32].entries()) {
		expect(tags[index]?.box.x).toBeCloseTo(100 + (glyphs.length(0) * at) / text.length);
	}
});
