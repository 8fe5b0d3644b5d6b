import { Budget } from '../../../../nodes/ESignature/pdf/file/limits';
import { readTrueType, readType1 } from '../../../../nodes/ESignature/pdf/fonts/fontFiles';
import { bytesOf } from './handMade';
import {
	byteTable,
	groupTable,
	lettersOf,
	rangeTable,
	trimmedTable,
	trueTypeFont,
	u16,
} from './fontPrograms';

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
		['not by a format that nobody has written down', [0, 5, ...byteTable({ 0x41: 7 })], {}],
	])('says the letters of its glyphs %s', (_, data, letters) => {
		expect(unicode(data)).toEqual(letters);
	});

	it('leaves out the code that only ends the ranges', () => {
		expect(unicode(rangeTable([{ first: 0xfffe, last: 0xffff, delta: 3 }]))).toEqual({
			1: '\ufffe',
		});
	});

	it('leaves out what is no letter of Unicode', () => {
		expect(unicode(groupTable([[0x10ffff, 0x110001, 7]]))).toEqual({ 7: '\u{10ffff}' });
	});

	it('ends where the file ends, however many groups it states', () => {
		expect(unicode(groupTable([[0x41, 0x41, 7]], 0xffff_ffff))).toEqual({ 7: 'A' });
	});

	it('has as many glyphs as one can number, whatever its ranges', () => {
		const budget = { step: jest.fn(), keep: jest.fn() };
		const whole = { first: 1, last: 0xfffe };
		const tables = [rangeTable([whole, whole]), groupTable([[1, 0x20000, 1]])];
		for (const data of tables) {
			readTrueType(trueTypeFont([{ platform: 3, encoding: 1, data }]), budget as never);
		}

		expect(budget.step.mock.calls).toEqual([[4 * 65_536], [4 * 65_536]]);
		expect(budget.keep.mock.calls.length).toBe(2 * 65_535);
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

	it('reads no more than 64 tables of characters', () => {
		const table = (platform: number, data: number[]) => ({ platform, encoding: 1, data });
		const others = Array.from({ length: 63 }, () => table(3, trimmedTable(0, [])));
		const last = [table(3, trimmedTable(0x41, [7])), table(3, trimmedTable(0x42, [8]))];

		expect(tablesOf(...others, ...last).letters).toEqual({ 7: 'A' });
	});

	it('says nothing without a table of characters', () => {
		const data = byteTable({ 0x41: 7 });
		const font = trueTypeFont([{ platform: 3, encoding: 1, data }], 'post');

		expect(readTrueType(font, new Budget()).letters.size).toBe(0);
		expect(readTrueType(new Uint8Array(0), new Budget()).letters.size).toBe(0);
	});

	it('is looked through as far as its own count of tables, and no further than 64', () => {
		const font = trueTypeFont([{ platform: 3, encoding: 1, data: byteTable({ 0x41: 7 }) }]);
		const counted = (count: number) => {
			font.set(u16(count), 4);
			return readTrueType(font, new Budget()).letters.size;
		};

		expect([counted(2), counted(1), counted(0xffff)]).toEqual([1, 0, 1]);
	});
});

describe('a Type 1 font', () => {
	const codesIn = (program: string) => lettersOf(readType1(bytesOf(program)));

	it.each(['readonly', 'def'])('has its codes before %s', (end) => {
		expect(
			codesIn(`%!PS /Encoding 256 array dup 1 /A put dup 255 /f_i put ${end} dup 2 /B put`),
		).toEqual({ 1: 'A', 255: 'fi' });
	});

	it('has codes of a byte only', () => {
		expect(codesIn('/Encoding 256 array dup 256 /A put dup 7 /B put')).toEqual({ 7: 'B' });
	});

	it('has codes that are numbers, and glyphs that are names', () => {
		expect(codesIn('/Encoding dup 1 A put dup /B /C put dup 2 /D put def')).toEqual({ 2: 'D' });
	});

	it('may have the standard codes', () => {
		const encoding = readType1(bytesOf('%!PS /Encoding StandardEncoding def'));

		expect([encoding[0x41], encoding[0x27], encoding[0xfb]]).toEqual(['A', '\u2019', '\u00df']);
	});

	it('may begin with its codes', () => {
		expect(codesIn('/Encoding dup 1 /A put def')).toEqual({ 1: 'A' });
	});

	it('has none where it does not speak of them', () => {
		expect(readType1(bytesOf('%!PS-AdobeFont dup 1 /A put'))).toEqual([]);
		expect(readType1(bytesOf('/Encoding def'))).toEqual([]);
	});

	it('is read for 4,096 words, which is more than all codes need', () => {
		const words = (count: number) => `/Encoding ${'x '.repeat(count)}7 /A put`;

		expect([codesIn(words(4_094)), codesIn(words(4_095))]).toEqual([{ 7: 'A' }, {}]);
	});
});
