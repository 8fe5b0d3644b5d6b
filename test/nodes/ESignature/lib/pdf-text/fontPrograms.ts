/** The highest byte first, as font files have it. */
export const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];

const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value)];

/** The letters of the codes that have one. */
export const lettersOf = (encoding: Array<string | undefined> = []): Record<number, string> =>
	Object.fromEntries(
		[...encoding.entries()].filter((entry): entry is [number, string] => !!entry[1]),
	);

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** An INDEX (Adobe TN 5176, section 5), whose offsets take one byte each. */
function index(pieces: number[][]): number[] {
	if (pieces.length === 0) return u16(0);
	let end = 1;
	const offsets = [end, ...pieces.map((piece) => (end += piece.length))];
	return [...u16(pieces.length), 1, ...offsets, ...pieces.flat()];
}

/** An operand of five bytes, so that the length of a dictionary does not depend on what stands in it. */
export const operand = (value: number): number[] => [29, ...u32(value)];

interface CompactFont {
	glyphs: number;
	/** Names beyond the standard ones: the first has number 391. */
	names?: string[];
	/** Tables, or the number of a table that need not be written. */
	charset?: number[] | number;
	encoding?: number[] | number;
	/** The first operator of the top dictionary. */
	top?: number[];
}

/** A Compact Font without shapes (Adobe TN 5176). */
export function compactFont(font: CompactFont): Uint8Array {
	const { glyphs, names = [], charset = 0, encoding = 0, top = [] } = font;
	const tables = [charset, encoding].map((table) => (typeof table === 'number' ? [] : table));
	const dictionary = (at: number): number[] => {
		const places = [at, at + (tables[0]?.length ?? 0)];
		const [charsetAt = 0, encodingAt = 0] = [charset, encoding].map((table, order) =>
			typeof table === 'number' ? table : (places[order] ?? 0),
		);
		const shapesAt = at + tables.flat().length;
		return [top, operand(charsetAt), 15, operand(encodingAt), 16, operand(shapesAt), 17].flat();
	};
	const header = [1, 0, 4, 4];
	const before = (at: number): number[] => [
		...header,
		...index([ascii('Own')]),
		...index([dictionary(at)]),
		...index(names.map(ascii)),
		...index([]),
	];
	// Its own length is in it, which does not change that length.
	const start = before(before(1_000).length);
	return Uint8Array.from([...start, ...tables.flat(), ...u16(glyphs)]);
}

export interface Subtable {
	platform: number;
	encoding: number;
	data: number[];
}

/** A TrueType font that has a table of characters, behind another table. */
export function trueTypeFont(subtables: Subtable[]): Uint8Array {
	const start = 12 + 2 * 16;
	let at = 4 + subtables.length * 8;
	const records = subtables.flatMap(({ platform, encoding, data }) => {
		const record = [...u16(platform), ...u16(encoding), ...u32(at)];
		at += data.length;
		return record;
	});
	const cmap = [
		...u16(0),
		...u16(subtables.length),
		...records,
		...subtables.flatMap((s) => s.data),
	];
	return Uint8Array.from([
		...u32(0x1_0000),
		...[2, 0, 0, 0].flatMap(u16),
		...ascii('OS/2'),
		...[0xffff_ffff, 4, 0].flatMap(u32),
		...ascii('cmap'),
		...[0xffff_ffff, start, cmap.length].flatMap(u32),
		...cmap,
	]);
}

/** Format 0: a glyph for each code of a byte. */
export const byteTable = (glyphs: Record<number, number>): number[] => [
	...[0, 262, 0].flatMap(u16),
	...Array.from({ length: 256 }, (_, code) => glyphs[code] ?? 0),
];

/** Format 6: glyphs of codes in a row. */
export const trimmedTable = (first: number, glyphs: number[]): number[] => [
	...[6, 10 + glyphs.length * 2, 0, first, glyphs.length].flatMap(u16),
	...glyphs.flatMap(u16),
];

export interface CodeRange {
	first: number;
	last: number;
	/** Added to the code, or to the glyphs if they are listed. */
	delta?: number;
	glyphs?: number[];
}

/** Format 4: ranges of codes, whose glyphs follow from them or are listed at the end. */
export function rangeTable(ranges: CodeRange[]): number[] {
	const count = ranges.length;
	let listed = 0;
	const offsets = ranges.map(({ glyphs }, place) => {
		if (!glyphs) return 0;
		const offset = (count - place + listed) * 2;
		listed += glyphs.length;
		return offset;
	});
	const lists = [
		ranges.map(({ last }) => last),
		[0],
		ranges.map(({ first }) => first),
		ranges.map(({ delta = 0 }) => delta & 0xffff),
		offsets,
		ranges.flatMap(({ glyphs = [] }) => glyphs),
	];
	return [
		...[4, 16 + count * 8, 0, count * 2, 0xffff, 0xffff, 0xffff].flatMap(u16),
		...lists.flat().flatMap(u16),
	];
}

/** Format 12: ranges of codes of any size, each with its first glyph. */
export const groupTable = (
	groups: Array<[first: number, last: number, glyph: number]>,
): number[] => [
	...[12, 0].flatMap(u16),
	...[16 + groups.length * 12, 0, groups.length].flatMap(u32),
	...groups.flat().flatMap(u32),
];
