import { deflateSync } from 'node:zlib';

import * as fc from 'fast-check';

import { draws } from '../../../../support/draws';
import { countedLibraries } from './counted';
import { bytesOf, fileOf, onePage, stream } from '../handMade';
import { hex } from './handMade';

const { pdf, preview, work } = countedLibraries();

/** Structures that a file can be full of. */
const PIECES = [
	...['obj ', '1 0 obj ', '1 0 obj<<', '1 0 obj(', '1 0 obj[', 'endobj ', '1 0 obj<<>>endobj '],
	...['xref ', 'xref 0 1 ', '0 0 f ', '0 9 ', 'startxref 9 ', 'trailer ', 'trailer<<', '/Prev 9>>'],
	...['stream\n', 'endstream ', '1 0 obj<</Length 9>>stream\n', '/Root 1 0 R ', 'o', 's', 'e'],
	...['1 0 obj<</Type/ObjStm/N 99999/First 0>>stream\n', '/Length 1 0 R ', '/Kids[', '4 0 R '],
	...['[', ']', '[]', '<<', '>>', '<<>>', '/a', '/a<<', `/${'a'.repeat(500)} `, '/#41', 'word '],
	...[
		'(',
		')',
		'(a)',
		'\\',
		'\\(',
		'(\\',
		'<',
		'>',
		'<00>',
		'<',
		'0',
		'1',
		'7 ',
		'-',
		'.',
		'1 0 R ',
	],
	...['%', '%\n', ' ', '\n', '\r', '\0', 'null ', 'true ', '1 '.repeat(70)],
	...['[[', ']]', '[[a]]', '[[a', ']] [[', '([[) Tj ', '([[a]]) Tj ', '(\\n) Tj ', '(a b) Tj '],
	...['q ', 'Q ', 'BT ', 'ET ', '9 9 Td ', '/F1 9 Tf ', '9 9 m ', '0 0 9 9 re W n ', '/F1 Do '],
	...['BI ', 'ID ', 'EI ', 'EIEI', '/A BMC ', '/A<</ActualText(ab)>>BDC ', 'EMC ', '(____) Tj '],
	...['<00> <ff> endcodespacerange ', '<0000> <0100> <0041> endbfrange ', '<00> <0041> endbfchar '],
	...[
		'<0000> <00ff> [<0041> <0042>] endbfrange ',
		'z',
		'abcde',
		'~',
		'\xff\xfe',
		'\x00\x01\x00\x00',
	],
];

const CONTENT = 'BT /F1 9 Tf 100 700 Td (Sign [[name:1]] here) Tj ET';
const TYPE0 =
	'<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>';
const TRUETYPE = `<< /Subtype /TrueType /FontDescriptor << /Flags 4 /FontFile2 12 0 R >> >>`;

const packed = (text: string, filter = '/FlateDecode'): string =>
	stream(deflateSync(bytesOf(text)).toString('latin1'), `/Filter ${filter}`);

const shownIn = (font: string, more: Record<number, string>): string =>
	fileOf(
		onePage(`BT /F2 9 Tf 100 700 Td <${hex('abc')}> Tj ET`, {
			fonts: '/F2 10 0 R',
			objects: { 10: font, 11: '<< /Subtype /CIDFontType2 /W [0 9 1] >>', ...more },
		}),
	);

/** Where it can be full of that. */
const PLACES: Record<string, (text: string) => string> = {
	'the whole file': (text) => `%PDF-1.7\n${text}`,
	'the end of a file without tables': (text) =>
		`${fileOf(onePage(CONTENT)).split('xref')[0]}${text}`,
	'the end of a file': (text) => `${fileOf(onePage(CONTENT))}${text}`,
	'an object': (text) => fileOf({ ...onePage(CONTENT, { page: '/Annots 9 0 R' }), 9: text }),
	'the resources': (text) => fileOf({ ...onePage(CONTENT), 5: text }),
	'the tree of pages': (text) => fileOf({ ...onePage(CONTENT), 2: `<< /Kids [3 0 R ${text}] >>` }),
	'a packed page': (text) => fileOf({ ...onePage(''), 4: packed(`/F1 9 Tf 9 9 Td ${text}`) }),
	'a page in two parts': (text) =>
		fileOf({ ...onePage('', { contents: '[4 0 R 4 0 R]' }), 4: stream(text) }),
	'a text': (text) => fileOf(onePage(`BT /F1 0.1 Tf 9 9 Td <${hex(text)}> Tj ET`)),
	'a table of letters': (text) => shownIn(TYPE0, { 12: stream(text) }),
	'widths of letters': (text) =>
		shownIn(TYPE0, { 11: `<< /Subtype /CIDFontType2 /W [${text}] >>`, 12: stream('') }),
	'a font': (text) => shownIn(TRUETYPE, { 12: stream(text) }),
	'an object stream': (text) =>
		fileOf({
			...onePage(CONTENT),
			9: stream(text, '/Type /ObjStm /N 99999 /First 9'),
		}).replace('startxref', 'startxref 0 %'),
	'data in letters': (text) =>
		fileOf({ ...onePage(''), 4: stream(text, '/Filter /ASCII85Decode') }),
	'data in digits': (text) =>
		fileOf({ ...onePage(''), 4: stream(text, '/Filter /ASCIIHexDecode') }),
	'data in rows of one byte': (text) =>
		fileOf({
			...onePage(''),
			4: packed(text, '/FlateDecode /DecodeParms << /Predictor 12 >>'),
		}),
	'data that are packed twice': (text) =>
		fileOf({ ...onePage(''), 4: packed(packed(text), '[/FlateDecode /ASCIIHexDecode]') }),
};

/** Rounds of loops and calls of functions: a word and its bytes take fewer. */
const WORK_PER_STEP = 50;

const BOX = { page: 1, box: [10, 10, 50, 20], color: [0, 0, 1], label: ['a'] } as const;

const limits = { steps: 100_000, stretch: 5_000 };

/** How much is done between two pauses at most, and by the worst of all ways to read, search and draw on a file. */
async function workFor(file: string): Promise<{ stretch: number; all: number }> {
	const bytes = bytesOf(file);
	let [start, last, stretch, all] = [0, 0, 0, 0];
	const pause = async () => {
		stretch = Math.max(stretch, work.done - last);
		last = work.done;
	};
	const within = async <Result>(doing: Promise<Result>): Promise<Result | undefined> => {
		const result = await doing.catch((error: unknown) => {
			if (!(error instanceof pdf.PdfError)) throw error;
			return undefined;
		});
		await pause();
		all = Math.max(all, work.done - start);
		start = work.done;
		return result;
	};
	start = last = work.done;
	const options = { limits, pause };
	await within(pdf.readPageSizes(bytes, options));
	await within(preview.drawBoxes(bytes, [BOX], options));
	const document = await within(pdf.readPdf(bytes, options));
	if (document) {
		await within(pdf.findTexts(document, ['a b', '__', 'Sign'], options));
		await within(pdf.similarTexts(document, 'SIGN', options));
		await within(pdf.findTags(document, options));
	}
	return { stretch, all };
}

const drawn = fc.record({
	place: fc.constantFrom(...Object.keys(PLACES)),
	pieces: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }),
	size: fc.constantFrom(3_000, 50_000, 400_000),
});

it('whatever a file is full of, others get their turn, and the work ends', async () => {
	await fc.assert(
		fc.asyncProperty(drawn, async ({ place, pieces, size }) => {
			const piece = pieces.join('');
			const text = piece.repeat(Math.ceil(size / piece.length));
			const { stretch, all } = await workFor(PLACES[place]?.(text) ?? '');

			expect(stretch).toBeLessThan(limits.stretch * WORK_PER_STEP);
			expect(all).toBeLessThan(limits.steps * WORK_PER_STEP);
		}),
		{
			numRuns: draws(2_000),
			examples: [
				// Each has no end, and was read as far as the end of the file.
				[{ place: 'the whole file', pieces: ['trailer<<'], size: 400_000 }],
				// Each row is less than a step.
				[{ place: 'data in rows of one byte', pieces: ['\0'], size: 400_000 }],
			],
		},
	);
});
