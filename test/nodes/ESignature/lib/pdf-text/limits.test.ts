import { deflateSync } from 'node:zlib';

import {
	findTags,
	findTexts,
	readPageSizes,
	readPdf,
	similarTexts,
	type PdfLimits,
} from '../../../../../nodes/ESignature/lib/pdf-text';
import { corpusFiles } from '../corpus/files';
import { bytesOf, fileOf, onePage, stream, type Objects } from '../handMade';

const CONTENT = 'BT /F1 12 Tf 100 700 Td (Sign here) Tj ET';

/** With a long text that is not needed. */
const PAGE_WITH_NOTE = `<< /Type /Page /Contents 4 0 R /Note (${'A'.repeat(300_000)}) >>`;

const outcome = async (objects: Objects, limits: Partial<PdfLimits> = {}): Promise<string> =>
	await readPdf(bytesOf(fileOf(objects)), { limits }).then(
		() => 'read',
		(error: { kind: string }) => error.kind,
	);

const packed = (text: string): string =>
	stream(deflateSync(text).toString('latin1'), '/Filter /FlateDecode');

const IN_LETTERS = stream('z~>', '/Filter /ASCII85Decode');

/** Deflate data (RFC 1951, 3.2.4) of 10,000 bytes that stand for none. */
const EMPTY_BLOCKS = stream(
	`\x78\x01${'\0\0\0\xff\xff'.repeat(2_000)}\x01\0\0\xff\xff\0\0\0\x01`,
	'/Filter /FlateDecode',
);

const ESCAPED_NAME = `/${'#41'.repeat(40)}`;

describe('the limits', () => {
	it.each<[keyof PdfLimits, number, Objects, string]>([
		['bytes', 200, onePage(CONTENT), 'tooLarge'],
		[
			'pages',
			2,
			{
				...onePage(CONTENT),
				2: '<< /Kids [3 0 R 6 0 R 7 0 R] >>',
				6: '<< /Type /Page >>',
				7: '<< /Type /Page >>',
			},
			'tooLarge',
		],
		['steps', 5_000, onePage(`(${'A'.repeat(300_000)}) Tj`), 'tooSlow'],
		['steps', 5_000, onePage('1 '.repeat(8_000)), 'tooSlow'],
		['memory', 2_000, onePage(`BT /F1 1 Tf (${'A'.repeat(1_000)}) Tj ET`), 'tooLarge'],
		['memory', 5_000, { ...onePage(CONTENT), 3: PAGE_WITH_NOTE }, 'tooLarge'],
		['unpackedBytes', 5_000, { ...onePage(''), 4: packed(' '.repeat(10_000)) }, 'tooLarge'],
		['unpackedBytes', 5_000, { ...onePage(''), 4: IN_LETTERS }, 'tooLarge'],
		['unpackedBytes', 5_000, { ...onePage(''), 4: EMPTY_BLOCKS }, 'tooLarge'],
		['steps', 20_000, { ...onePage(CONTENT), 5: `[${ESCAPED_NAME.repeat(500)}]` }, 'tooSlow'],
		['memory', 5_000, { ...onePage(CONTENT), 5: `/${'A'.repeat(300_000)}` }, 'tooLarge'],
		[
			'unpackedBytes',
			15_000,
			{
				...onePage('', { contents: '[4 0 R 6 0 R]' }),
				4: packed(' '.repeat(10_000)),
				6: packed(' '.repeat(10_000)),
			},
			'tooLarge',
		],
	])('of %s is kept: %d', async (what, limit, objects, kind) => {
		expect(await outcome(objects, { [what]: limit })).toBe(kind);
		expect(await outcome(objects, { [what]: limit * 100 })).toBe('read');
	});

	it('stop a bomb, also one that is packed twice', async () => {
		const twice = stream(
			deflateSync(deflateSync(Buffer.alloc(20_000_000))).toString('latin1'),
			'/Filter [/FlateDecode /FlateDecode]',
		);

		expect(await outcome({ ...onePage(''), 4: twice }, { unpackedBytes: 1_000_000 })).toBe(
			'tooLarge',
		);
	});

	const form = (content: string): string =>
		stream(content, '/Subtype /Form /Resources << /XObject << /A 6 0 R /B 7 0 R /C 8 0 R >> >>');

	it.each<[string, Objects]>([
		[
			'empty forms that are drawn again and again',
			{
				...onePage('/C Do '.repeat(100), { resources: '/XObject << /C 8 0 R >>' }),
				6: form(''),
				7: form('/A Do '.repeat(100)),
				8: form('/B Do '.repeat(100)),
			},
		],
		[
			'a text that is never seen',
			{ ...onePage(''), 4: packed(`/F1 0 Tf ${`(${'A'.repeat(9_000)})Tj `.repeat(100)}`) },
		],
	])('stop what takes too long: %s', async (_, objects) => {
		expect(await outcome(objects, { steps: 800_000 })).toBe('tooSlow');
	});

	it.each<[string, Objects]>([
		[
			'pages',
			{
				...onePage(CONTENT),
				...Object.fromEntries(
					Array.from({ length: 100 }, (_, level) => [
						level === 0 ? 2 : 10 + level,
						`<< /Kids [${level === 99 ? 3 : 11 + level} 0 R] >>`,
					]),
				),
			},
		],
		['arrays', { ...onePage(CONTENT), 5: '['.repeat(100_000) }],
		[
			'references',
			{
				...onePage('', { contents: '100 0 R' }),
				...Object.fromEntries(Array.from({ length: 50 }, (_, at) => [100 + at, `${101 + at} 0 R`])),
			},
		],
		['lists of commands', onePage(`${'['.repeat(40)} ${']'.repeat(40)} TJ`)],
	])('stop %s that are nested too deep', async (_, objects) => {
		expect(await outcome(objects)).toBe('damaged');
	});

	it('stop objects that all reach to the end of the file', async () => {
		const numbers = Array.from({ length: 1_000 }, (_, at) => at + 10);
		// A string that is never closed.
		const open = Object.fromEntries(numbers.map((number) => [number, '(']));
		const contents = `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;

		expect(await outcome({ ...onePage('', { contents }), ...open }, { steps: 20_000 })).toMatch(
			/^too/,
		);
	});

	it('let through references that go round in a ring', async () => {
		expect(await outcome({ ...onePage(CONTENT), 5: '6 0 R', 6: '5 0 R' })).toBe('read');
	});
});

it('an unexpected error is a damaged file, with its cause', async () => {
	const fault = new TypeError('a mistake');
	const pause = async () => await Promise.reject(fault);
	const limits = { stretch: 2_000 };

	await expect(readPdf(bytesOf(fileOf(onePage(CONTENT))), { pause, limits })).rejects.toMatchObject(
		{
			kind: 'damaged',
			cause: fault,
		},
	);
});

it('the sizes of pages are read without what is on them', async () => {
	const file = bytesOf(fileOf(onePage('q Q '.repeat(100_000), { page: '/Rotate 90' })));

	expect(await readPageSizes(file, { limits: { steps: 1_000 } })).toMatchObject([
		{ width: 800, height: 600 },
	]);
});

/** A page with a letter in each of many fonts, which share what they are made of. */
function manyFonts(count: number, font: string, shared: Objects, text = '9 Tf (aa)'): Objects {
	const numbers = Array.from({ length: count }, (_, at) => 1_000 + at);
	return onePage(`BT ${numbers.map((number) => `/A${number} ${text} Tj`).join(' ')} ET`, {
		fonts: numbers.map((number) => `/A${number} ${number} 0 R`).join(' '),
		objects: { ...shared, ...Object.fromEntries(numbers.map((number) => [number, font])) },
	});
}

const TYPE0 = '<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [11 0 R]';

/** Small files whose tables would fill the memory. */
const LARGE: Array<[string, Objects]> = [
	[
		'widths of glyphs that all fonts share',
		manyFonts(10, `${TYPE0} >>`, {
			11: '<< /Subtype /CIDFontType2 /W 12 0 R >>',
			12: `[0 [${'7 '.repeat(3_000)}]]`,
		}),
	],
	[
		'an encoding that all fonts share',
		manyFonts(200, '<< /Subtype /Type1 /Encoding << /Differences 11 0 R >> >>', {
			11: `[0 ${'/a '.repeat(256)}]`,
		}),
	],
	[
		'ranges of codes that have a long text',
		manyFonts(1, `${TYPE0} /ToUnicode 12 0 R >>`, {
			11: '<< /Subtype /CIDFontType2 >>',
			12: stream(
				Array.from(
					{ length: 8 },
					(_, at) => `1 beginbfrange <0${at}00> <0${at}ff> <${'0041'.repeat(256)}> endbfrange `,
				).join(''),
			),
		}),
	],
	['lists of nothing', onePage('', { page: `/Annots [${'[]'.repeat(10_000)}]` })],
];

it.each(LARGE)('tables take no more memory than they may: %s', async (_, objects) => {
	const limits = { memory: 50_000 };

	expect(await outcome(objects, limits)).toBe('tooLarge');
});

it('the limits leave room for 500 pages of small print', async () => {
	const bytes = corpusFiles().get('chromium-dense.pdf') as Buffer;
	// Fonts are read once, whatever the number of pages.
	const fonts = 5_000;
	const read = (pages: number) =>
		readPdf(bytes, { limits: { steps: fonts + 30_000_000 / pages, memory: 16_000_000 / pages } });

	expect((await read(500)).pages[0]?.glyphs.count).toBeGreaterThan(4_000);
});

it('a letter with thousands of marks is normalized with 30 of them, in a page, an annotation and a text to look for', async () => {
	const marks = '\u0301\u0316\uff9e'.repeat(2_000);
	const text = `<feff0061${Buffer.from(marks, 'utf16le').swap16().toString('hex')}>`;
	const note = `/Annots [<< /Subtype /FreeText /Contents ${text} >>]`;
	const content = `BT /F1 9 Tf 9 700 Td /Span << /ActualText ${text} >> BDC (ab) Tj EMC ( [[) Tj ET`;
	const normalize = jest.spyOn(String.prototype, 'normalize');
	const document = await readPdf(bytesOf(fileOf(onePage(content, { page: note }))));
	await findTexts(document, [`a${marks}`]);
	await similarTexts(document, 'A');
	await findTags(document);
	const given = normalize.mock.contexts.map(String);
	normalize.mockRestore();

	expect(given.some((one) => /[\p{M}\uff9e]{30}/u.test(one))).toBe(true);
	expect(given.filter((one) => /[\p{M}\uff9e]{31}/u.test(one))).toEqual([]);
});

it('many tags are stopped on one page, where each is compared with all others, and not on many', async () => {
	const tags = (count: number): string =>
		Array.from(
			{ length: count },
			(_, at) =>
				`1 0 0 1 ${(at % 40) * 14} ${790 - 7 * Math.floor(at / 40)} Tm ([[${at.toString(36)}]]) Tj`,
		).join(' ');
	const find = async (pages: number) => {
		const numbers = Array.from({ length: pages }, (_, at) => 100 + at);
		const first = onePage(`BT /F1 1 Tf ${tags(2_000 / pages)} ET`);
		const file: Objects = {
			...first,
			2: `<< /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /MediaBox [0 0 600 800] >>`,
			...Object.fromEntries(numbers.map((number) => [number, first[3] as string])),
		};
		const document = await readPdf(bytesOf(fileOf(file)));
		return await findTags(document, { limits: { steps: 5_000_000 } });
	};

	expect(await find(1).catch(({ kind }: { kind: string }) => kind)).toBe('tooSlow');
	expect((await find(20)).tags).toHaveLength(2_000);
});
