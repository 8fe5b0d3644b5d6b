import { readPdf, type PdfLimits } from '../../../../nodes/ESignature/pdf';
import { compactFont } from './fontPrograms';
import { bytesOf, fileOf, onePage, stream, type Objects } from './handMade';

const outcome = async (objects: Objects, limits: Partial<PdfLimits>) =>
	await readPdf(bytesOf(fileOf(objects)), { limits });

/** A page with a letter in each of many fonts, which share what they are made of. */
function manyFonts(count: number, font: string, shared: Objects, text = '9 Tf (aa)'): Objects {
	const numbers = Array.from({ length: count }, (_, at) => 1_000 + at);
	return onePage(`BT ${numbers.map((number) => `/A${number} ${text} Tj`).join(' ')} ET`, {
		fonts: numbers.map((number) => `/A${number} ${number} 0 R`).join(' '),
		objects: { ...shared, ...Object.fromEntries(numbers.map((number) => [number, font])) },
	});
}

const TYPE0 = '<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [11 0 R]';
const program = Buffer.from(compactFont({ glyphs: 60_000 })).toString('latin1');
/** Codes of four bytes, none of them twice. */
const codes = (first: number, count: number): string =>
	Buffer.from(Uint32Array.from({ length: count }, (_, at) => first + at).buffer).toString('hex');

/** Small files whose tables would fill the memory. */
const LARGE: Array<[string, Objects]> = [
	[
		'widths of glyphs that all fonts share',
		manyFonts(30, `${TYPE0} >>`, {
			11: '<< /Subtype /CIDFontType2 /W 12 0 R >>',
			12: `[0 [${'7 '.repeat(30_000)}]]`,
		}),
	],
	[
		'vertical widths that all fonts share',
		manyFonts(90, `${TYPE0.replace('-H', '-V')} >>`, {
			11: '<< /Subtype /CIDFontType2 /W2 12 0 R >>',
			12: `[0 [${'7 '.repeat(30_000)}]]`,
		}),
	],
	[
		'an encoding that all fonts share',
		manyFonts(6_000, '<< /Subtype /Type1 /Encoding << /Differences 11 0 R >> >>', {
			11: `[0 ${'/a '.repeat(256)}]`,
		}),
	],
	[
		'texts of codes that all fonts share',
		manyFonts(20, `${TYPE0} /ToUnicode 12 0 R >>`, {
			11: '<< /Subtype /CIDFontType2 >>',
			12: stream(
				Array.from({ length: 250 }, (_, at) => {
					const high = (at + 1).toString(16).padStart(2, '0');
					return `1 beginbfrange <${high}00> <${high}ff> <0041> endbfrange`;
				}).join(' '),
			),
		}),
	],
	[
		'a range of codes that has a long text',
		manyFonts(1, `${TYPE0} /ToUnicode 12 0 R >>`, {
			11: '<< /Subtype /CIDFontType2 >>',
			12: stream(`1 beginbfrange <0100> <01ff> <${'0041'.repeat(100_000)}> endbfrange`),
		}),
	],
	[
		'names of glyphs that all fonts share',
		manyFonts(30, '<< /Subtype /Type1 /FontDescriptor 11 0 R >>', {
			11: '<< /FontFile3 12 0 R >>',
			12: stream(program),
		}),
	],
	[
		'letters that are never seen',
		onePage(
			`BT /Z 0 Tf ${[0, 1, 2].map((part) => `<${codes(part * 1e5, 1e5)}> Tj`).join(' ')} ET`,
			{
				fonts: '/Z 10 0 R',
				objects: {
					10: '<< /Subtype /Type0 /Encoding 12 0 R /DescendantFonts [11 0 R] >>',
					11: '<< /Subtype /CIDFontType2 >>',
					12: stream('1 begincodespacerange <00000000> <ffffffff> endcodespacerange'),
				},
			},
		),
	],
	[
		'letters of many fonts',
		manyFonts(
			1_200,
			'<< /Subtype /Type1 /BaseFont /Helvetica >>',
			{},
			`0 Tf <${Buffer.from(Array.from({ length: 256 }, (_, code) => code)).toString('hex')}>`,
		),
	],
	['lists of nothing', onePage('', { page: `/Annots [${'[]'.repeat(200_000)}]` })],
];

describe('the tables of a file', () => {
	it.each(LARGE)('take no more memory than they may: %s', async (_, objects) => {
		const limits = { kept: 1_000_000, pageSteps: 100_000_000, steps: 100_000_000 };

		expect(await outcome(objects, limits)).toEqual({
			...{ kind: 'tooLarge', what: 'kept', limit: 1_000_000 },
		});
	});

	it('take their time for each entry, even if it is not kept', async () => {
		const far = manyFonts(100, '<< /Subtype /Type1 /Encoding << /Differences 11 0 R >> >>', {
			11: `[300 ${'/a '.repeat(10_000)}]`,
		});

		expect(await outcome(far, { pageSteps: 900_000 })).toEqual({ kind: 'tooSlow' });
		expect((await outcome(far, {})).kind).toBe('read');
	});

	const spaces = (count: number): string =>
		Array.from({ length: count }, (_, at) => `<${(0x8000 + at).toString(16)}0000>`)
			.map((code) => `${code} ${code}`)
			.join(' ');
	const inSpaces = (count: number): Objects =>
		onePage(`BT /Z 0 Tf (${'a'.repeat(10_000)}) Tj ET`, {
			fonts: '/Z 10 0 R',
			objects: {
				10: '<< /Subtype /Type0 /Encoding 12 0 R /DescendantFonts [11 0 R] >>',
				11: '<< /Subtype /CIDFontType2 >>',
				12: stream(`${count} begincodespacerange ${spaces(count)} endcodespacerange`),
			},
		});

	it('take their time for each range that a code is looked for in', async () => {
		expect(await outcome(inSpaces(200), { pageSteps: 300_000 })).toEqual({ kind: 'tooSlow' });
		expect((await outcome(inSpaces(2), { pageSteps: 300_000 })).kind).toBe('read');
	});

	it('compare a code with each range once, however often the file repeats that', async () => {
		const objects = inSpaces(1);
		objects[12] = stream(
			`200 begincodespacerange ${`${spaces(1)} `.repeat(200)} endcodespacerange`,
		);

		expect((await outcome(objects, { pageSteps: 300_000 })).kind).toBe('read');
	});

	/** Marks that name sets of layers, which share one long list of groups. */
	const layered = (sets: number, marks: number): Objects => {
		const numbers = Array.from({ length: sets }, (_, at) => 1_000 + at);
		const content = numbers.map((number) => `/OC /P${number} BDC EMC `.repeat(marks)).join('');
		return onePage(content, {
			catalog: '/OCProperties << /OCGs [7 0 R] /D << /OFF [7 0 R] >> >>',
			resources: `/Properties << ${numbers.map((number) => `/P${number} ${number} 0 R`).join(' ')} >>`,
			objects: {
				7: '<< /Type /OCG /Name (x) >>',
				9: `[${'7 0 R '.repeat(10_000)}]`,
				...Object.fromEntries(
					numbers.map((number) => [number, '<< /Type /OCMD /P /AllOff /OCGs 9 0 R >>']),
				),
			},
		});
	};

	it('take their time for each group of a set of layers', async () => {
		expect(await outcome(layered(200, 1), { pageSteps: 500_000 })).toEqual({ kind: 'tooSlow' });
	});

	it('decide about a set of layers once, however many marks name it', async () => {
		expect((await outcome(layered(1, 10_000), { pageSteps: 500_000 })).kind).toBe('read');
	});
});
