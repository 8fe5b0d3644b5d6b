import { corpusFiles } from '../corpus/files';
import { textOfGlyph } from '../../../../../nodes/ESignature/lib/pdf-text/glyphNames';
import { byteTable, rangeTable, trueTypeFont } from './fontPrograms';
import { stream, type Objects } from '../handMade';
import { drawn, read, readContent, shownIn as shown, times, unreadIn, widthsIn } from './handMade';

const textIn = async (font: string, text: string, objects?: Objects): Promise<string> =>
	drawn(await shown(font, text, objects));

const simple = (entries: string): string =>
	`<< /Type /Font /Subtype /TrueType /BaseFont /Arial ${entries} >>`;

describe('a simple font', () => {
	it.each([
		['WinAnsiEncoding', '<80 92 96 E9 AD 7F>', '\u20ac\u2019\u2013\u00e9-\u2022'],
		['MacRomanEncoding', '<8E D2 CA DE>', '\u00e9\u201c \ufb01'],
		['StandardEncoding', '<27 60 AE FB>', '\u2019\u2018\ufb01\u00df'],
	])('with %s', async (encoding, codes, letters) => {
		expect(await textIn(simple(`/Encoding /${encoding}`), codes)).toBe(letters);
	});

	it('with differences, by the names of their glyphs', async () => {
		const names = '/A /uni0416 /u1F600 /afii10017 /f_f_i /Lslash /one.oldstyle /uni00410301 /g17';
		const encoding = `/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 ${names}] >>`;

		const widths = `/FirstChar 0 /Widths [${'500 '.repeat(256)}]`;

		expect(await textIn(simple(`${encoding} ${widths}`), '<01020304050607080941>')).toBe(
			'A\u0416\u{1f600}\u0410ffi\u01411A\u0301?A',
		);
	});

	it.each([
		['the standard fonts', '/BaseFont /Helvetica', '<414927>', [667, 278, 222]],
		// Without this width, what follows could not be read. MuPDF takes the same one.
		[
			'a blank, for a no-break space in the standard fonts',
			'/BaseFont /Helvetica /Encoding << /Differences [160 /nbspace] >>',
			'<41a041>',
			[667, 278, 667],
		],
		['a bold one, by its other name', '/BaseFont /ABCDEF+Arial,Bold', '<4149>', [722, 278]],
		['Courier', '/BaseFont /CourierNewPSMT', '<4149>', [600, 600]],
		['Times', '/BaseFont /TimesNewRomanPS-BoldItalicMT', '<4149>', [667, 389]],
		['Symbol', '/BaseFont /Symbol', '<6142>', [631, 667]],
		['ZapfDingbats with a hyphen', '/BaseFont /Zapf-Dingbats', '<2134>', [974, 846]],
		['a list', '/Widths [500 9 0 R] /FirstChar 65', '<4142>', [500, 250]],
		['what is missing', '/Widths [500] /FirstChar 65 /FontDescriptor 11 0 R', '<4143>', [500, 333]],
	])('is as wide as %s', async (_, entries, codes, widths) => {
		const font = `<< /Type /Font /Subtype /Type1 ${entries} >>`;

		expect(await widthsIn(font, codes, { 9: '250', 11: '<< /MissingWidth 333 >>' })).toEqual(
			widths,
		);
	});

	it('of symbols shows its own letters', async () => {
		expect(await textIn('<< /Subtype /Type1 /BaseFont /Symbol >>', '(abg)')).toBe(
			'\u03b1\u03b2\u03b3',
		);
		expect(await textIn('<< /Subtype /Type1 /BaseFont /ZapfDingbats >>', '(!4)')).toBe(
			'\u2701\u2714',
		);
	});

	it('with the encoding that an embedded Type 1 font has built in', async () => {
		const program =
			'/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 1 /S put dup 2 /fi put readonly def';
		const font = '<< /Subtype /Type1 /BaseFont /Own /FontDescriptor 11 0 R >>';
		const objects = {
			11: '<< /Flags 4 /MissingWidth 500 /FontFile 12 0 R >>',
			12: stream(`%!PS ${program}`),
		};

		expect(await textIn(font, '<010203>', objects)).toBe('S\ufb01?');
	});

	it('that is a program has the units that it says', async () => {
		const font =
			'<< /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FontBBox [0 -20 80 80] /FirstChar 65 /Widths [50 70] /CharProcs << >> /Encoding << /Differences [65 /A /g2] >> >>';

		expect(await textIn(font, '(AB)')).toBe('A?');
		expect(await widthsIn(font, '(AB)')).toEqual([500, 700]);
	});

	it('that draws upside down, as Chromium does, has its letters above the line', async () => {
		const font = (unit: string, box: string) =>
			`<< /Subtype /Type3 /FontMatrix [0.0005 0 0 ${unit} 0 0] /FontBBox ${box} /FirstChar 65 /Widths [1000] /CharProcs << >> /Encoding << /Differences [65 /A] >> >>`;
		const heights = async (dict: string) => {
			const document = await readContent('BT /T 10 Tf 100 700 Td (A) Tj ET', {
				fonts: '/T 10 0 R',
				objects: { 10: dict },
			});
			const [style] = document.pages[0]?.glyphs.styles ?? [];
			return [style?.ascent, style?.descent].map((height) => Math.round((height ?? NaN) * 10) / 10);
		};

		expect(await heights(font('0.0005', '[0 -400 1000 1600]'))).toEqual([8, -2]);
		expect(await heights(font('-0.0005', '[0 400 1000 -1600]'))).toEqual([8, -2]);
	});
});

describe('ToUnicode', () => {
	const map = (lines: string) => ({ 11: stream(`begincmap\n${lines}\nendcmap`) });
	const mapped = async (lines: string, codes: string) =>
		await textIn(simple('/Encoding /WinAnsiEncoding /ToUnicode 11 0 R'), codes, map(lines));

	it.each([
		['single codes', '1 beginbfchar <41> <0042> endbfchar', '(A)', 'B'],
		['several letters for one code', '1 beginbfchar <41> <006600660069> endbfchar', '(A)', 'ffi'],
		['letters beyond 16 bits', '1 beginbfchar <41> <D83DDE00> endbfchar', '(A)', '\u{1f600}'],
		['ranges', '1 beginbfrange <41> <43> <0061> endbfrange', '(ABC)', 'abc'],
		[
			'ranges whose last letter goes up',
			'1 beginbfrange <41> <43> <00660061> endbfrange',
			'(ABC)',
			'fafbfc',
		],
		[
			'ranges with a list',
			'1 beginbfrange <41> <42> [<0061> <00620062>] endbfrange',
			'(AB)',
			'abb',
		],
		['long ranges', '1 beginbfrange <0000> <FFFF> <0000> endbfrange', '(AB)', 'AB'],
		['a zero byte that was left out', '1 beginbfchar <41> <540068> endbfchar', '(A)', 'Th'],
		['what it leaves out, by the encoding', '1 beginbfchar <41> <0061> endbfchar', '(AB)', 'aB'],
		['nonsense, by the encoding', '2 beginbfchar <41> <0000> <42> <FFFD> endbfchar', '(AB)', 'AB'],
		['no letter at all, by the encoding', '1 beginbfrange <41> <42> <> endbfrange', '(AB)', 'AB'],
	])('says %s', async (_, lines, codes, letters) => {
		expect(await mapped(lines, codes)).toBe(letters);
	});
});

describe('a composite font', () => {
	const composite = (encoding: string, descendant = '', more = ''): Objects => ({
		10: `<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding ${encoding} /DescendantFonts [11 0 R] ${more} >>`,
		11: `<< /Type /Font /Subtype /CIDFontType2 /FontDescriptor 12 0 R ${descendant} >>`,
		12: '<< /Flags 4 >>',
	});
	const textOf = async (objects: Objects, codes: string) =>
		await textIn(objects[10] as string, codes, objects);
	const widthsOf = async (objects: Objects, codes: string) =>
		await widthsIn(objects[10] as string, codes, objects);

	it('has widths by glyph, by list and by range', async () => {
		const objects = composite('/Identity-H', '/DW 900 /W [1 [500 600] 3 5 700]');

		expect(await widthsOf(objects, '<00010002000300050006>')).toEqual([500, 600, 700, 700, 900]);
	});

	it('cannot be read if its glyphs are said to be no letters', async () => {
		const objects = composite('/Identity-H', '', '/ToUnicode 13 0 R');
		const map = { 13: stream('2 beginbfchar <0001> <> <0002> <0041> endbfchar') };

		expect(await textOf({ ...objects, ...map }, '<00010002>')).toBe('?A');
	});

	it('cannot be read if nothing says what its glyphs are', async () => {
		const objects = composite('/Identity-H');

		expect(await textOf(objects, '<0001>')).toBe('?');
		expect((await shown(objects[10] as string, '<000100020003>', objects)).pages[0]?.unread).toBe(
			'text',
		);
	});

	it.each(['/UniGB-UCS2-H', '/Identity-V'])(
		'cannot be read by the map %s, which needs tables of its own or goes down the page',
		async (map) => {
			expect(await textOf(composite(map), '<79DF6237>')).toMatch(/^\?+$/);
		},
	);

	it('is read by a map of its own, with codes of several lengths', async () => {
		const lines = [
			'2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange',
			'1 begincidchar <41> 7 endcidchar 1 begincidrange <8001> <8003> 20 endcidrange',
		];
		const unicode = '2 beginbfchar <41> <0058> <8002> <0059> endbfchar';
		const objects = {
			...composite('13 0 R', '/W [7 [300] 21 [400]]', '/ToUnicode 14 0 R'),
			13: stream(lines.join('\n')),
			14: stream(unicode),
		};

		expect(await textOf(objects, '<41800241>')).toBe('XYX');
		expect(await widthsOf(objects, '<41800241>')).toEqual([300, 400, 300]);
	});
});

describe('an embedded font', () => {
	// The names of entries are changed without moving anything.
	const without = (name: string, entry: string) => {
		const bytes = corpusFiles().get(name) as Buffer;
		const changed = bytes
			.toString('latin1')
			.split(entry)
			.join(`/x${entry.slice(2)}`);
		return Buffer.from(changed, 'latin1');
	};

	it('is asked for the letters of its glyphs where the file does not say them', async () => {
		const document = await read(without('chromium-letter.pdf', '/ToUnicode'));

		expect(await times(document, 'Signature of the tenant:')).toBe(1);
		expect(await times(document, 'Подпись арендатора')).toBe(1);
	});

	it('is unreadable if it does not know them, either', async () => {
		const document = await read(without('qpdf-plain.pdf', '/ToUnicode'));

		expect(await times(document, 'Signature of the tenant:')).toBe(1);
		expect(await times(document, 'Подпись арендатора')).toBe(0);
		expect(unreadIn(document)).toBe('text');
	});
});

describe('a simple font with an embedded TrueType font', () => {
	const program = trueTypeFont([
		{ platform: 1, encoding: 0, data: byteTable({ 1: 7, 2: 8, 0x42: 9 }) },
		{ platform: 3, encoding: 1, data: rangeTable([{ first: 0x58, last: 0x59, delta: 7 - 0x58 }]) },
	]);
	const lettersWith = async (flags: number) =>
		await textIn('<< /Subtype /TrueType /BaseFont /Own /FontDescriptor 11 0 R >>', '<01024142>', {
			11: `<< /Flags ${flags} /MissingWidth 500 /FontFile2 12 0 R >>`,
			12: stream(Buffer.from(program).toString('latin1')),
		});

	it('has the letters to which its codes lead, and no others if it is one of symbols', async () => {
		expect(await lettersWith(4)).toBe('XY??');
	});

	it('has standard letters for its other codes if it is not', async () => {
		expect(await lettersWith(32)).toBe('XYAB');
	});
});

describe('behind a glyph of unknown width nothing is read, since its place is not known', () => {
	it.each([
		['that is no glyph', '/Times-Roman /Encoding << /Differences [32 /.notdef] >>', '(a b)', 'a??'],
		['that the encoding does not have', '/Helvetica', '(a\\240b)', 'a??'],
		['in a font that is neither standard nor described', '/Own', '(ab)', '??'],
		[
			'but behind a blank that does not break',
			'/Helvetica /Encoding /WinAnsiEncoding',
			'(a\\240b)',
			'a b',
		],
		[
			'but in a font that states a width for what is missing',
			'/Own /Encoding /WinAnsiEncoding /FontDescriptor << /MissingWidth 400 >>',
			'(ab)',
			'ab',
		],
	])('%s', async (_, entries, text, letters) => {
		expect(await textIn(`<< /Subtype /Type1 /BaseFont ${entries} >>`, text)).toBe(letters);
	});

	it('not even by a text that stands for it', async () => {
		const content =
			'BT /F2 10 Tf 100 700 Td (X) Tj /Span << /ActualText (ab) >> BDC (YZ) Tj EMC ET';
		const page = async (font: string) =>
			drawn(await readContent(content, { fonts: `/F2 << /Subtype /Type1 /BaseFont ${font} >>` }));

		expect([await page('/Own'), await page('/Helvetica')]).toEqual(['???', 'Xab']);
	});
});

describe('a sign that means something to its font only', () => {
	const mapped = async (target: string) =>
		await textIn(`<< /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 12 0 R >>`, '(Ab)', {
			12: stream(`1 beginbfchar <41> <${target}> endbfchar`),
		});

	it.each([
		['private use', 'F041', '?b'],
		['a control character', '0001', '?b'],
		['a letter and one of them', '0041F041', '?b'],
		['a tab', '0009', '\tb'],
		['nothing: then the encoding counts', '0000', 'Ab'],
	])('is not read if the file maps it to %s', async (_, target, letters) => {
		expect(await mapped(target)).toBe(letters);
	});

	it('hides no text in a font of signs', async () => {
		const font = '<< /Subtype /Type1 /BaseFont /ABCDEF+Wingdings /FirstChar 0 /Widths 11 0 R';
		const widths = `[${'500 '.repeat(256)}]`;
		const inFont = async (entries: string) =>
			unreadIn(await shown(`${font} ${entries} >>`, '<010203>', { 11: widths }));

		expect(await inFont('/Encoding << /Differences [1 /a1 /a2 /a3] >>')).toBeUndefined();
	});
});

it.each([
	['Zcaron', '\u017d'],
	['.notdef', undefined],
	['uniD', undefined],
	['constructor', undefined],
])('takes the glyph name %s for %j', (name, text) => {
	expect(textOfGlyph(name)).toBe(text);
});
