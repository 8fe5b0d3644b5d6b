import { drawn, readContent, shownIn, stream } from './handMade';

const shown = async (font: string, text: string, objects = {}) =>
	drawn(await shownIn(font, text, objects));

describe('behind a glyph of unknown width nothing is read, since nobody knows where it stands', () => {
	it.each([
		['that is no glyph', '/Times-Roman /Encoding << /Differences [32 /.notdef] >>', '(a b)', 'a??'],
		['that the encoding does not have', '/Helvetica', '(a\\240b)', 'a??'],
		[
			'that the standard font does not have',
			'/Helvetica /Encoding << /Differences [1 /uni0416] >>',
			'(a\\001b)',
			'a??',
		],
		['in a font that is neither standard nor described', '/Own', '(ab)', '??'],
	])('%s', async (_, entries, text, read) => {
		expect(await shown(`<< /Subtype /Type1 /BaseFont ${entries} >>`, text)).toBe(read);
	});

	it.each([
		[
			'whose blank is one that does not break',
			'/Helvetica /Encoding /WinAnsiEncoding',
			'(a\\240b)',
			'a b',
		],
		[
			'of the same width throughout',
			'/Courier /Encoding << /Differences [1 /uni0416] >>',
			'(a\\001b)',
			'a\u0416b',
		],
		[
			'that states a width for what is missing',
			'/Own /Encoding /WinAnsiEncoding /FontDescriptor << /MissingWidth 400 >>',
			'(ab)',
			'ab',
		],
		[
			'that has a list',
			'/Own /Encoding /WinAnsiEncoding /FirstChar 97 /Widths [400 400]',
			'(ab)',
			'ab',
		],
	])('but it is in a font %s', async (_, entries, text, read) => {
		expect(await shown(`<< /Subtype /Type1 /BaseFont ${entries} >>`, text)).toBe(read);
	});

	it.each([
		['as many letters', 'ab'],
		['more letters', 'abc'],
	])('not even by a text that stands for it, with %s', async (_, text) => {
		const page = (font: string) =>
			readContent(
				`BT /F2 10 Tf 100 700 Td (X) Tj /Span << /ActualText (${text}) >> BDC (YZ) Tj EMC ET`,
				{ fonts: `/F2 << /Subtype /Type1 /BaseFont ${font} >>` },
			);
		expect(drawn(await page('/Own'))).toBe('?|??');
		expect(drawn(await page('/Helvetica')).replace('|', '')).toBe(`X${text}`);
	});

	const composite = (encoding: string, widths: string) =>
		[
			`<< /Subtype /Type0 /Encoding ${encoding} /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>`,
			'<00410042>',
			{
				11: `<< /Subtype /CIDFontType0 /DW 1000 ${widths} >>`,
				12: stream('1 beginbfrange <0000> <FFFF> <0000> endbfrange'),
				13: stream(
					'1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidchar <0042> 5 endcidchar',
				),
			},
		] as const;

	it.each([
		['whose map nobody knows', '/Own-Map-H', '/W [5 [500]]', '??'],
		['whose map leaves it out', '13 0 R', '/W [5 [500]]', '??'],
		['whose map nobody knows, if all are equally wide', '/Own-Map-H', '', 'AB'],
		['whose map leaves it out, if all are equally wide', '13 0 R', '/W [5 [1000]]', 'AB'],
	])('in a composite font %s', async (_, encoding, widths, read) => {
		expect(await shown(...composite(encoding, widths))).toBe(read);
	});
});

describe('a sign that means something to its font only is not read', () => {
	const mapped = async (target: string) =>
		await shown('<< /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 12 0 R >>', '(Ab)', {
			12: stream(`1 beginbfchar <41> <${target}> endbfchar`),
		});

	it.each([
		['private use', 'F041'],
		['private use beyond the first plane', 'DB80DC00'],
		['a control character', '0001'],
		['one of the second set', '0091'],
		['a letter and one of them', '0041F041'],
	])('if the file maps it to %s, whatever the encoding says', async (_, target) => {
		expect(await mapped(target)).toBe('?b');
	});

	it.each([
		['a tab', '0009', '\tb'],
		['the end of a line', '000A', '\nb'],
		['nothing: then the encoding counts', '0000', 'Ab'],
	])('but %s is no such sign', async (_, target, read) => {
		expect(await mapped(target)).toBe(read);
	});

	it('in a composite font, either', async () => {
		const document = await readContent('BT /U 10 Tf 100 700 Td <00410042> Tj ET', {
			fonts: '/U 10 0 R',
			objects: {
				10: '<< /Subtype /Type0 /BaseFont /Any /Encoding /UniJIS-UCS2-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>',
				11: '<< /Subtype /CIDFontType2 /DW 500 >>',
				12: stream('1 beginbfrange <0000> <0041> <F000> endbfrange'),
			},
		});

		expect(drawn(document)).toBe('?B');
		expect(document.pages[0]?.unreadableFonts).toEqual(['Any']);
	});
});
