import {
	readCompactFont as readWithin,
	readTrueType,
	readType1,
} from '../../../../../nodes/ESignature/lib/pdf-text/fontPrograms';
import { Budget } from '../../../../../nodes/ESignature/lib/pdf';
import {
	byteTable,
	compactFont,
	groupTable,
	lettersOf,
	operand,
	rangeTable,
	trimmedTable,
	trueTypeFont,
	u16,
} from './fontPrograms';
import { bytesOf } from '../handMade';

describe('a TrueType font', () => {
	const tablesOf = (...subtables: Parameters<typeof trueTypeFont>[0]) => {
		const { letters, codes } = readTrueType(trueTypeFont(subtables), new Budget());
		return { letters: Object.fromEntries(letters), codes: Object.fromEntries(codes) };
	};
	const unicode = (data: number[]) => tablesOf({ platform: 3, encoding: 1, data }).letters;

	it.each([
		['by a table for each byte', byteTable({ 0x41: 7, 0xff: 9 }), { 7: 'A', 9: '\u00ff' }],
		['by a row of codes', trimmedTable(0x41, [7, 0, 9]), { 7: 'A', 9: 'C' }],
		[
			'by ranges whose glyphs follow from the code',
			rangeTable([
				{ first: 0x41, last: 0x43, delta: -0x40 },
				{ first: 0x61, last: 0x61, delta: 0x1000 },
			]),
			{ 1: 'A', 2: 'B', 3: 'C', 0x1061: 'a' },
		],
		[
			'by ranges whose glyphs are listed',
			rangeTable([
				{ first: 0x30, last: 0x30, delta: -0x10 },
				{ first: 0x41, last: 0x43, glyphs: [300, 0, 12] },
				{ first: 0x61, last: 0x62, glyphs: [5, 6], delta: 10 },
			]),
			{ 0x20: '0', 300: 'A', 12: 'C', 15: 'a', 16: 'b' },
		],
		[
			'by groups beyond 16 bits',
			groupTable([
				[0x1f600, 0x1f602, 40],
				[0x41, 0x42, 7],
			]),
			{ 40: '\u{1f600}', 41: '\u{1f601}', 42: '\u{1f602}', 7: 'A', 8: 'B' },
		],
	])('says the letters of its glyphs %s', (_, data, letters) => {
		expect(unicode(data)).toEqual(letters);
	});

	it('keeps the first letter of a glyph that has several', () => {
		expect(
			tablesOf(
				{ platform: 0, encoding: 3, data: byteTable({ 0x41: 7 }) },
				{ platform: 3, encoding: 10, data: byteTable({ 0x42: 7, 0x43: 8 }) },
			),
		).toEqual({ letters: { 7: 'A', 8: 'C' }, codes: {} });
	});

	it('has codes of its own in a table of symbols, or of another system', () => {
		expect(
			tablesOf(
				{
					platform: 3,
					encoding: 0,
					data: rangeTable([{ first: 0xf041, last: 0xf042, glyphs: [7, 0] }]),
				},
				{ platform: 1, encoding: 0, data: byteTable({ 0x20: 8 }) },
				{ platform: 1, encoding: 1, data: byteTable({ 0x21: 9 }) },
			),
		).toEqual({ letters: {}, codes: { 0x41: 7, 0x20: 8, 0x21: 9 } });
	});
});

describe('a Type 1 font', () => {
	const codesIn = (program: string) => lettersOf(readType1(bytesOf(program), new Budget()));

	it.each(['readonly', 'def'])('has its codes before %s', (end) => {
		expect(
			codesIn(`%!PS /Encoding 256 array dup 1 /A put dup 255 /f_i put ${end} dup 2 /B put`),
		).toEqual({ 1: 'A', 255: 'fi' });
	});

	it('may have the standard codes', () => {
		const encoding = readType1(bytesOf('%!PS /Encoding StandardEncoding def'), new Budget());

		expect([encoding[0x41], encoding[0x27], encoding[0xfb]]).toEqual(['A', '\u2019', '\u00df']);
	});
});

/** Numbers of standard names (Adobe TN 5176, appendix A). */
const [SPACE, A, B] = [1, 34, 35];

const readCompactFont = (bytes: Uint8Array) => readWithin(bytes, new Budget());

describe('a Compact Font', () => {
	it('names its glyphs by standard numbers and by names of its own', () => {
		const font = compactFont({
			glyphs: 5,
			names: ['uni0416', 'f_i'],
			charset: [0, ...[A, 391, SPACE, 392].flatMap(u16)],
		});

		expect(readCompactFont(font).texts).toEqual([undefined, 'A', '\u0416', ' ', 'fi']);
	});

	it.each([
		['a number of one byte', [1, ...u16(A), 2, ...u16(SPACE), 0]],
		['a number of two bytes', [2, ...u16(A), ...u16(2), ...u16(SPACE), ...u16(0)]],
	])('has names in a row, how many is %s', (_, charset) => {
		const font = compactFont({ glyphs: 5, charset });

		expect(readCompactFont(font).texts).toEqual([undefined, 'A', 'B', 'C', ' ']);
	});

	it.each([
		['the letters of ISOAdobe, in their order', 0, [undefined, ' ', '!']],
		['glyphs for experts, which are no letters', 1, [undefined, undefined, undefined]],
	])('that writes no charset has %s', (_, charset, texts) => {
		expect(readCompactFont(compactFont({ glyphs: 3, charset })).texts).toEqual(texts);
	});

	it('has codes one by one', () => {
		const font = compactFont({
			glyphs: 4,
			charset: [1, ...u16(A), 2],
			encoding: [0, 3, 0x30, 0x20, 0xff],
		});

		expect(lettersOf(readCompactFont(font).encoding)).toEqual({ 0x30: 'A', 0x20: 'B', 0xff: 'C' });
	});

	it('has codes in a row, with further ones behind', () => {
		const font = compactFont({
			glyphs: 5,
			charset: [1, ...u16(A), 3],
			encoding: [0x81, 2, 0x30, 2, 0x10, 0, 0x20],
		});

		expect(lettersOf(readCompactFont(font).encoding)).toEqual({
			0x30: 'A',
			0x31: 'B',
			0x32: 'C',
			0x10: 'D',
		});
	});

	it.each([
		['the standard codes', 0, 'A', 95 + 54],
		['codes for experts, which are no letters', 1, undefined, 0],
	])('that writes no encoding has %s', (_, encoding, letter, count) => {
		const font = compactFont({ glyphs: 2, charset: [0, ...u16(B)], encoding });
		const read = readCompactFont(font).encoding;

		expect(read[0x41]).toBe(letter);
		expect(Object.keys(lettersOf(read))).toHaveLength(count);
	});

	it('whose glyphs have only numbers says nothing', () => {
		const top = [...operand(391), ...operand(392), ...operand(0), 12, 30];

		expect(readCompactFont(compactFont({ glyphs: 2, top })).texts).toEqual([]);
	});

	it.each([
		['of two bytes', [28, 0x03, 0xe8]],
		['of five bytes', [29, 0, 0, 0x03, 0xe8]],
		['with a fraction whose digits look like an operator', [30, 12, 30, 0x1f]],
		['with a fraction that ends in the middle of a byte', [30, 0x12, 0xff]],
		['from -107 to 107', [32, 139, 246]],
		['from 108 to 1131', [247, 0, 250, 255]],
		['from -1131 to -108', [251, 0, 254, 255]],
	])('may have an operand %s in front', (_, operands) => {
		const font = compactFont({ glyphs: 2, charset: [0, ...u16(A)], top: [...operands, 1] });

		expect(readCompactFont(font).texts).toEqual([undefined, 'A']);
	});

	it.each([
		['is empty', []],
		['has only a header', [1, 0, 4, 4]],
		['ends in its first list', [1, 0, 4, 4, 0, 1]],
		['has no top dictionary', [1, 0, 4, 4, 0, 0, 0, 0, 0, 0]],
	])('says nothing if it %s', (_, bytes) => {
		expect(readCompactFont(Uint8Array.from(bytes)).texts).toEqual([]);
	});
});
