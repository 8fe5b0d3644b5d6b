import { Reader } from './reader';

/** The tables of an embedded TrueType or OpenType font that tell glyphs and letters apart. */
export interface GlyphTables {
	/** Glyph -> letter, from a table of Unicode. */
	letters: Map<number, string>;
	/** Code -> glyph, from a table made for this file (ISO 32000-1, 9.6.6.4). */
	codes: Map<number, number>;
}

const MOST_TABLES = 64;
const MOST_GLYPHS = 65_536;

export function readTrueType(bytes: Uint8Array): GlyphTables {
	const tables: GlyphTables = { letters: new Map(), codes: new Map() };
	const start = tableAt(bytes, 0x636d6170);
	if (start === undefined) return tables;
	const reader = new Reader(bytes, start + 2);
	const count = Math.min(reader.u16(), MOST_TABLES);
	for (let index = 0; index < count; index++) {
		const [platform, encoding, offset] = [reader.u16(), reader.u16(), reader.u32()];
		const unicode = platform === 0 || (platform === 3 && encoding !== 0);
		for (const [code, glyph] of readSubtable(new Reader(bytes, start + offset))) {
			if (glyph === 0) continue;
			if (!unicode) tables.codes.set(code & 0xff, glyph);
			else if (!tables.letters.has(glyph)) tables.letters.set(glyph, String.fromCodePoint(code));
		}
	}
	return tables;
}

/** Where the table of that tag begins. */
function tableAt(bytes: Uint8Array, tag: number): number | undefined {
	const reader = new Reader(bytes, 4);
	const count = Math.min(reader.u16(), MOST_TABLES);
	reader.at = 12;
	for (let index = 0; index < count; index++) {
		const found = reader.u32() === tag;
		reader.u32();
		const offset = reader.u32();
		reader.u32();
		if (found) return offset;
	}
	return undefined;
}

/** Pairs of code and glyph (OpenType, `cmap`, formats 0, 4, 6 and 12). */
function readSubtable(reader: Reader): Array<[number, number]> {
	switch (reader.u16()) {
		case 0:
			reader.at += 4;
			return Array.from({ length: 256 }, (_, code) => [code, reader.u8()]);
		case 4:
			return readSegments(reader);
		case 6: {
			reader.at += 4;
			const [first, count] = [reader.u16(), reader.u16()];
			return Array.from({ length: count }, (_, at) => [first + at, reader.u16()]);
		}
		case 12:
			return readGroups(reader);
		default:
			return [];
	}
}

function readSegments(reader: Reader): Array<[number, number]> {
	reader.at += 4;
	const count = reader.u16() >> 1;
	reader.at += 6;
	const list = () => Array.from({ length: count }, () => reader.u16());
	const ends = list();
	reader.at += 2;
	const starts = list();
	const deltas = list();
	const offsetsAt = reader.at;
	const offsets = list();
	const pairs: Array<[number, number]> = [];
	for (let segment = 0; segment < count; segment++) {
		const [first, last] = [starts[segment] ?? 0, ends[segment] ?? 0];
		const [delta, offset] = [deltas[segment] ?? 0, offsets[segment] ?? 0];
		for (let code = first; code <= last && code < 0xffff; code++) {
			if (pairs.length >= MOST_GLYPHS) return pairs;
			// The offset counts from its own place in the list.
			reader.at = offsetsAt + segment * 2 + offset + (code - first) * 2;
			const glyph = offset === 0 ? code : reader.u16();
			pairs.push([code, glyph === 0 ? 0 : (glyph + delta) & 0xffff]);
		}
	}
	return pairs;
}

function readGroups(reader: Reader): Array<[number, number]> {
	reader.at += 10;
	const count = reader.u32();
	const pairs: Array<[number, number]> = [];
	for (let group = 0; group < count && !reader.ended; group++) {
		const [first, last, glyph] = [reader.u32(), reader.u32(), reader.u32()];
		for (let code = first; code <= last && code < 0x110000; code++) {
			if (pairs.length >= MOST_GLYPHS) return pairs;
			pairs.push([code, glyph + code - first]);
		}
	}
	return pairs;
}
