import { findText, readPdf } from '../../../../nodes/ESignature/pdf';
import { unpack } from '../../../../nodes/ESignature/pdf/file/filters';
import { Budget } from '../../../../nodes/ESignature/pdf/file/limits';
import { Name } from '../../../../nodes/ESignature/pdf/file/objects';
import { Glyphs } from '../../../../nodes/ESignature/pdf/page/glyphs';
import { jointOf } from '../../../../nodes/ESignature/pdf/text/joints';
import { Letters } from '../../../../nodes/ESignature/pdf/text/letters';
import { linesOf } from '../../../../nodes/ESignature/pdf/text/lines';
import { byteTable, rangeTable, trueTypeFont } from './fontPrograms';
import { bytesOf, drawn, fileOf, onePage, readContent, stream } from './handMade';

describe('hexadecimal data', () => {
	const unpacked = (text: string) => {
		const dict = new Map([['Filter', new Name('ASCIIHexDecode')]]);
		const { bytes } = unpack(bytesOf(text), dict, (value) => value ?? null, new Budget());
		return Buffer.from(bytes).toString('latin1');
	};

	it.each([
		['a blank between two bytes', '41 42>', 'AB'],
		['a break within a byte', '4\n142>', 'AB'],
		['a sign within a byte that is no digit', '4?14g2>', 'AB'],
		['half a byte at the end', '415>', 'AP'],
		['no end', '4142', 'AB'],
		['something behind the end', '41>42', 'A'],
	])('may have %s', (_, packed, text) => {
		expect(unpacked(packed)).toBe(text);
	});
});

describe('a simple font with an embedded TrueType font', () => {
	const program = trueTypeFont([
		{ platform: 1, encoding: 0, data: byteTable({ 1: 7, 2: 8, 0x42: 9 }) },
		{ platform: 3, encoding: 1, data: rangeTable([{ first: 0x58, last: 0x59, delta: 7 - 0x58 }]) },
	]);
	const shown = async (flags: number) =>
		drawn(
			await readContent('BT /F2 10 Tf 100 700 Td <01 02 41 42> Tj ET', {
				fonts: '/F2 10 0 R',
				objects: {
					10: '<< /Subtype /TrueType /BaseFont /Own /FontDescriptor 11 0 R >>',
					11: `<< /Flags ${flags} /MissingWidth 500 /FontFile2 12 0 R >>`,
					12: stream(Buffer.from(program).toString('latin1')),
				},
			}),
		);

	it('has the letters to which its codes lead, and no others if it is one of symbols', async () => {
		expect(await shown(4)).toBe('XY??');
	});

	it('has standard letters for its other codes if it is not', async () => {
		expect(await shown(32)).toBe('XYAB');
	});
});

describe('a text whose place only a viewer knows', () => {
	it.each([
		['without the blanks around it', '(  Sign here \\n)', ['Sign here']],
		['unless it is blank', '(  \\n)', []],
	])('is told %s', async (_, contents, unplaced) => {
		const annotation = `<< /Type /Annot /Subtype /FreeText /Rect [0 0 9 9] /Contents ${contents} >>`;
		const { pages } = await readContent('', { page: `/Annots [${annotation}]` });

		expect(pages[0]?.unplaced).toEqual(unplaced);
	});
});

describe('glyphs are counted', () => {
	const letters = (count: number) => `BT /F1 1 Tf (${'A'.repeat(count)}) Tj ET`;
	const read = async (content: string, limits: { glyphs?: number; pageGlyphs?: number }) =>
		await readPdf(bytesOf(fileOf(onePage(content))), { limits });

	it.each(['glyphs', 'pageGlyphs'] as const)('for the limit of %s', async (what) => {
		const limits = { [what]: 50 };

		expect((await read(letters(50), limits)).kind).toBe('read');
		expect(await read(letters(51), limits)).toEqual({ kind: 'tooLarge', what, limit: 50 });
		expect(await read(letters(26) + letters(25), limits)).toMatchObject({ kind: 'tooLarge' });
	});
});

describe('what is shown of a page', () => {
	it.each([
		['all, if the rest lies above it', '[0 800 600 900]', [600, 800]],
		['all, if the rest lies beside it', '[600 0 700 800]', [600, 800]],
		['what both boxes have', '[500 700 700 900]', [100, 100]],
		['all, if the box has no height', '[0 100 600 100]', [600, 800]],
		['all, if the box has no width', '[100 0 100 800]', [600, 800]],
	])('is %s', async (_, box, size) => {
		const { pages } = await readContent('', { page: `/CropBox ${box}` });

		expect([pages[0]?.width, pages[0]?.height]).toEqual(size);
	});
});

describe('a text that stands for glyphs', () => {
	const marked = async (first: string, second: string) =>
		drawn(
			await readContent(
				`BT /F1 10 Tf /Span << /ActualText (Sign) >> BDC ${first} Tm (A) Tj ${second} Tm (B) Tj EMC ET`,
			),
		);

	it.each([
		['on one line', '1 0 0 1 100 700', '1 0 0 1 110 700', 'Sign'],
		['on one line up the page', '0 1 -1 0 100 700', '0 1 -1 0 100 710', 'Sign'],
		['on a line and across it', '1 0 0 1 100 700', '0 1 -1 0 100 700', 'A|B'],
		['across a line and on it', '0 1 -1 0 100 700', '1 0 0 1 100 700', 'A|B'],
		['in opposite directions', '1 0 0 1 100 700', '-1 0 0 -1 100 700', 'A|B'],
		['up and down the page', '0 1 -1 0 100 700', '0 -1 1 0 100 700', 'A|B'],
	])('is put in their place only on one line: %s', async (_, first, second, text) => {
		expect(await marked(first, second)).toBe(text);
	});
});

/** Letters of size 10 that are 5 wide. */
function lettersAt(...given: Array<[text: string, x: number, y?: number]>): Letters {
	const [along, up] = [
		{ x: 1, y: 0 },
		{ x: 0, y: 1 },
	];
	const glyphs = new Glyphs();
	for (const [text, x, y = 0] of given) {
		const style = { font: '', size: 10, along, up, ascent: 0, descent: 0 };
		glyphs.add(style, text, x, y, 5, 5);
	}
	return new Letters(glyphs);
}

describe('the gap between two letters', () => {
	it.each([
		['is none if they touch', 'ab', 0, 'together'],
		['is none if it is as wide as kerning', 'ab', 1.375, 'together'],
		['is a blank if it is wider', 'ab', 1.5, 'blank'],
		['is a blank up to twice the size', 'ab', 20, 'blank'],
		['separates them beyond that', 'ab', 20.5, 'apart'],
		['may be an overlap', 'ab', -6, 'together'],
		['is no joint if they overlap further', 'ab', -6.5, 'apart'],
		['is none in Chinese if it is 0.6 of the size', '甲乙', 6, 'together'],
		['is a blank in Chinese if it is wider', '甲乙', 6.5, 'blank'],
		['is a blank between a Chinese letter and another', '甲a', 6, 'blank'],
	])('%s', (_, [one = '', other = ''], gap, joint) => {
		expect(jointOf(lettersAt([one, 0], [other, 5 + gap]), 0, 1)).toBe(joint);
	});

	it.each([
		['half the size above', 0, 5, 'together'],
		['more than that above', 0, 6, 'apart'],
		['one line below, further left', -50, -12, 'newLine'],
		['2.6 sizes below', -50, -26, 'apart'],
		['one line below, but further right', 5, -12, 'apart'],
	])('depends on the height of the second one: %s', (_, x, y, joint) => {
		expect(jointOf(lettersAt(['a', 0], ['b', x === 0 ? 5 : x, y]), 0, 1)).toBe(joint);
	});
});

describe('a line', () => {
	it('reaches from its first letter to the end of its last one', () => {
		const letters = lettersAt(['b', 105, 700], ['a', 100, 700]);
		const [[line] = []] = linesOf(letters);

		expect(line).toMatchObject({ start: 100, end: 110, down: -700, size: 10 });
		expect(line?.glyphs.map((glyph) => letters.text(glyph))).toEqual(['a', 'b']);
	});

	it('goes on below if the line below begins before its end', async () => {
		const lines = (second: number) =>
			`BT /F1 10 Tf 1 0 0 1 ${second} 688 Tm (here) Tj 1 0 0 1 100 700 Tm (Sign) Tj ET`;
		const found = async (second: number) =>
			findText(await readContent(lines(second)), 'Sign here').length;

		expect([await found(110), await found(130)]).toEqual([1, 0]);
	});
});
