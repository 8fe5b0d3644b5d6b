/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- packs a bomb, and measures memory */
import { deflateSync } from 'node:zlib';

import {
	readPageSizes,
	readPdf,
	type PdfLimits,
} from '../../../../../nodes/ESignature/lib/pdf-text';
import { compactFont } from './fontPrograms';
import { bytesOf, fileOf, onePage, stream, type Objects } from './handMade';

const CONTENT = 'BT /F1 12 Tf 100 700 Td (Sign here) Tj ET';

/** With a long text that is not needed. */
const PAGE_WITH_NOTE = `<< /Type /Page /Contents 4 0 R /Note (${'A'.repeat(300_000)}) >>`;

const outcome = async (objects: Objects, limits: Partial<PdfLimits> = {}): Promise<string> =>
	await readPdf(bytesOf(fileOf(objects)), { limits }).then(
		() => 'read',
		(error: { kind: string }) => error.kind,
	);

const packed = (text: string | Buffer): string =>
	stream(deflateSync(text).toString('latin1'), '/Filter /FlateDecode');

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

	it('stop a bomb before it fills the memory', async () => {
		const bomb = { ...onePage(''), 4: packed(Buffer.alloc(100_000_000)) };
		const twice = stream(
			deflateSync(deflateSync(Buffer.alloc(50_000_000))).toString('latin1'),
			'/Filter [/FlateDecode /FlateDecode]',
		);
		const before = process.memoryUsage().rss;

		expect(await outcome(bomb, { unpackedBytes: 5_000_000 })).toBe('tooLarge');
		expect(await outcome({ ...onePage(''), 4: twice }, { unpackedBytes: 5_000_000 })).toBe(
			'tooLarge',
		);
		expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
	});

	it('stop forms that draw forms that draw forms', async () => {
		const forms = Array.from({ length: 12 }, (_, level): [number, string] => [
			10 + level,
			stream(
				level === 11 ? 'BT /F1 1 Tf (A) Tj ET' : '/X Do '.repeat(10),
				`/Subtype /Form /Resources << /Font << /F1 5 0 R >> /XObject << /X ${11 + level} 0 R >> >>`,
			),
		]);
		const objects = {
			...onePage('/X Do', { resources: '/XObject << /X 10 0 R >>' }),
			...Object.fromEntries(forms),
		};

		expect(await outcome(objects, { steps: 200_000 })).toBe('tooSlow');
	});

	const form = (content: string): string =>
		stream(content, '/Subtype /Form /Resources << /XObject << /A 6 0 R /B 7 0 R /C 8 0 R >> >>');

	it.each<[string, Objects]>([
		[
			'empty forms that are drawn again and again',
			{
				...onePage('/C Do '.repeat(1_000), { resources: '/XObject << /C 8 0 R >>' }),
				...{ 6: form(''), 7: form('/A Do '.repeat(1_000)), 8: form('/B Do '.repeat(1_000)) },
			},
		],
		['marks that are never closed', { ...onePage(''), 4: packed('/a BMC '.repeat(1_200_000)) }],
		[
			'texts without letters',
			{ ...onePage(''), 4: packed(`/F1 1 Tf ${'()Tj '.repeat(1_200_000)}`) },
		],
		[
			'a text that is never seen',
			{ ...onePage(''), 4: packed(`/F1 0 Tf ${`(${'A'.repeat(90_000)})Tj `.repeat(100)}`) },
		],
	])('stop one page that takes too long: %s', async (_, objects) => {
		expect(await outcome(objects)).toBe('tooSlow');
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
		['dictionaries', { ...onePage(CONTENT), 5: '<< /A '.repeat(100_000) }],
		['lists of commands', onePage(`${'['.repeat(40)} ${']'.repeat(40)} TJ`)],
	])('stop %s that are nested too deep', async (_, objects) => {
		expect(await outcome(objects)).toBe('damaged');
	});

	it('stop objects that all reach to the end of the file', async () => {
		const numbers = Array.from({ length: 3_000 }, (_, at) => at + 10);
		// A string that is never closed.
		const open = Object.fromEntries(numbers.map((number) => [number, '(']));
		const contents = `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;

		expect(await outcome({ ...onePage('', { contents }), ...open }, { steps: 200_000 })).toMatch(
			/^too/,
		);
	});

	it('let through references that go round in a ring', async () => {
		expect(await outcome({ ...onePage(CONTENT), 5: '6 0 R', 6: '5 0 R' })).toBe('read');
	});

	it('include time, as the caller measures it', async () => {
		const file = bytesOf(fileOf(onePage('q Q '.repeat(100_000))));
		let asked = 0;
		const expired = () => {
			asked += 1;
			return asked > 10;
		};

		await expect(readPdf(file, { expired })).rejects.toMatchObject({ kind: 'tooSlow' });
		expect(asked).toBe(11);
	});

	it('leave room for others between pages', async () => {
		const kids = { 2: '<< /Kids [3 0 R 6 0 R] >>', 6: '<< /Type /Page /MediaBox [0 0 9 9] >>' };
		const pause = jest.fn(async () => {});
		await readPdf(bytesOf(fileOf({ ...onePage(CONTENT), ...kids })), { pause });

		expect(pause).toHaveBeenCalledTimes(2);
	});
});

it('an unexpected error is a damaged file, with its cause', async () => {
	const fault = new TypeError('a mistake');
	const pause = async () => await Promise.reject(fault);

	await expect(readPdf(bytesOf(fileOf(onePage(CONTENT))), { pause })).rejects.toMatchObject({
		...{ kind: 'damaged', cause: fault },
	});
});

it('the sizes of pages are read without what is on them', async () => {
	const file = bytesOf(fileOf(onePage('q Q '.repeat(100_000), { page: '/Rotate 90' })));

	expect(await readPageSizes(file, { limits: { steps: 1_000 } })).toMatchObject([
		{ width: 800, height: 600, rotation: 90 },
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
		const limits = { memory: 1_000_000, pageSteps: 100_000_000, steps: 100_000_000 };

		expect(await outcome(objects, limits)).toBe('tooLarge');
	});

	it('take their time for each entry, even if it is not kept', async () => {
		const far = manyFonts(100, '<< /Subtype /Type1 /Encoding << /Differences 11 0 R >> >>', {
			11: `[300 ${'/a '.repeat(10_000)}]`,
		});

		expect(await outcome(far, { pageSteps: 900_000 })).toBe('tooSlow');
		expect(await outcome(far, {})).toBe('read');
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
		expect(await outcome(inSpaces(200), { pageSteps: 300_000 })).toBe('tooSlow');
		expect(await outcome(inSpaces(2), { pageSteps: 300_000 })).toBe('read');
	});

	it('compare a code with each range once, however often the file repeats that', async () => {
		const objects = inSpaces(1);
		objects[12] = stream(
			`200 begincodespacerange ${`${spaces(1)} `.repeat(200)} endcodespacerange`,
		);

		expect(await outcome(objects, { pageSteps: 300_000 })).toBe('read');
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
		expect(await outcome(layered(200, 1), { pageSteps: 500_000 })).toBe('tooSlow');
	});
});
