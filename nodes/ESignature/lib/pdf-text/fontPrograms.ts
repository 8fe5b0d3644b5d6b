import {
	encodingNamed,
	fromCodes,
	indexOf,
	isKeyword,
	isWholeNumber,
	Lexer,
	Name,
	type Budget,
} from '../pdf';
import { textOfGlyph } from './glyphNames';
import { MAX, UNITS } from './limits';

type Texts = Array<string | undefined>;

/** Numbers of a font file, the highest byte first; zero where the file has ended. */
class FontReader {
	constructor(
		readonly bytes: Uint8Array,
		private readonly budget: Budget,
		public at = 0,
	) {}

	get ended(): boolean {
		return this.at >= this.bytes.length;
	}

	uint(length: number): number {
		this.budget.step();
		let value = 0;
		for (let count = 0; count < length; count++) {
			value = value * 256 + (this.bytes[this.at] ?? 0);
			this.at += 1;
		}
		return value;
	}

	u8 = (): number => this.uint(1);

	u16 = (): number => this.uint(2);

	u32 = (): number => this.uint(4);
}

/** The tables of an embedded TrueType or OpenType font that tell which letter a glyph shows. */
interface GlyphTables {
	/** Glyph -> letter, from a table of Unicode. */
	letters: Map<number, string>;
	/** Code -> glyph, from a table made for this file (ISO 32000-1, 9.6.6.4). */
	codes: Map<number, number>;
}

export function readTrueType(bytes: Uint8Array, budget: Budget): GlyphTables {
	const tables: GlyphTables = { letters: new Map(), codes: new Map() };
	const start = tableAt(bytes, 'cmap', budget);
	if (start === undefined) return tables;
	const reader = new FontReader(bytes, budget, start + 2);
	const count = Math.min(reader.u16(), MAX.fontTables);
	for (let index = 0; index < count; index++) {
		const [platform, encoding, offset] = [reader.u16(), reader.u16(), reader.u32()];
		const unicode = platform === 0 || (platform === 3 && encoding !== 0);
		const pairs = readSubtable(new FontReader(bytes, budget, start + offset));
		// A few bytes may stand for all of them.
		budget.keep(pairs.length * UNITS.fontGlyph);
		for (const [code, glyph] of pairs) {
			if (glyph === 0) continue;
			if (!unicode) tables.codes.set(code & 0xff, glyph);
			else if (!tables.letters.has(glyph)) tables.letters.set(glyph, String.fromCodePoint(code));
		}
	}
	return tables;
}

/** Where the table of that name begins. */
function tableAt(bytes: Uint8Array, name: string, budget: Budget): number | undefined {
	const reader = new FontReader(bytes, budget, 4);
	const count = Math.min(reader.u16(), MAX.fontTables);
	for (let index = 0; index < count; index++) {
		const entry = 12 + index * 16;
		if (fromCodes(bytes.subarray(entry, entry + 4)) === name) {
			return new FontReader(bytes, budget, entry + 8).u32();
		}
	}
	return undefined;
}

/** Pairs of code and glyph (OpenType, `cmap`, formats 0, 4, 6 and 12). */
function readSubtable(reader: FontReader): Array<[number, number]> {
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

function readSegments(reader: FontReader): Array<[number, number]> {
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
			if (pairs.length >= MAX.fontGlyphs) return pairs;
			// The offset counts from its own place in the list.
			reader.at = offsetsAt + segment * 2 + offset + (code - first) * 2;
			const glyph = offset === 0 ? code : reader.u16();
			pairs.push([code, glyph === 0 ? 0 : (glyph + delta) & 0xffff]);
		}
	}
	return pairs;
}

function readGroups(reader: FontReader): Array<[number, number]> {
	reader.at += 10;
	const count = reader.u32();
	const pairs: Array<[number, number]> = [];
	for (let group = 0; group < count && !reader.ended; group++) {
		const [first, last, glyph] = [reader.u32(), reader.u32(), reader.u32()];
		for (let code = first; code <= last && code < 0x110000; code++) {
			if (pairs.length >= MAX.fontGlyphs) return pairs;
			pairs.push([code, glyph + code - first]);
		}
	}
	return pairs;
}

/** Operators of the top dictionary of a Compact Font (Adobe TN 5176, section 9). */
const CHARSET = 15;
const ENCODING = 16;
const CHARSTRINGS = 17;
/** Such a font knows its glyphs by number only. */
const ROS = 12 * 256 + 30;
/** Names with a lower number are known to all readers. */
const OWN_NAMES = 391;

/** From the names of the glyphs of a Compact Font: glyph -> text, and code -> text. */
export function readCompactFont(
	bytes: Uint8Array,
	budget: Budget,
): { texts: Texts; encoding: Texts } {
	const reader = new FontReader(bytes, budget, bytes[2] ?? 4);
	readIndex(reader);
	const [top] = readIndex(reader);
	const strings = readIndex(reader);
	const entries = readTop(top ?? new Uint8Array(0), budget);
	if (!top || entries.has(ROS)) return { texts: [], encoding: [] };
	const count = new FontReader(bytes, budget, entries.get(CHARSTRINGS) ?? bytes.length).u16();
	budget.keep(count * UNITS.fontGlyph);
	const ids = readCharset(bytes, entries.get(CHARSET) ?? 0, count, budget);
	const standard = encodingNamed('CompactFont') ?? [];
	const texts = ids.map((id) => {
		if (id < OWN_NAMES) return standard[id] || undefined;
		const name = strings[id - OWN_NAMES];
		if (!name) return undefined;
		const text = fromCodes(name.subarray(0, MAX.glyphName + 1));
		budget.step(text.length);
		return textOfGlyph(text);
	});
	return { texts, encoding: readEncoding(bytes, entries.get(ENCODING) ?? 0, texts, budget) };
}

/** Several pieces of data in a row (section 5). */
function readIndex(reader: FontReader): Uint8Array[] {
	const count = reader.u16();
	if (count === 0 || reader.ended) return [];
	const size = Math.min(reader.u8(), 4);
	const offsets = Array.from({ length: count + 1 }, () => reader.uint(size));
	const start = reader.at - 1;
	reader.at = start + (offsets.at(-1) ?? 1);
	return offsets
		.slice(0, -1)
		.map((offset, at) => reader.bytes.subarray(start + offset, start + (offsets[at + 1] ?? 0)));
}

/** Operator -> its last operand (section 4); no operator that matters here takes a fraction. */
function readTop(bytes: Uint8Array, budget: Budget): Map<number, number> {
	const entries = new Map<number, number>();
	const reader = new FontReader(bytes, budget);
	let last = 0;
	while (!reader.ended) {
		const byte = reader.u8();
		if (byte <= 21) entries.set(byte === 12 ? 12 * 256 + reader.u8() : byte, last);
		else if (byte === 28) last = reader.u16();
		else if (byte === 29) last = reader.u32();
		else if (byte === 30) while (!reader.ended && (reader.u8() & 0x0f) !== 0x0f);
		else if (byte <= 246) last = byte - 139;
		else if (byte <= 250) last = (byte - 247) * 256 + reader.u8() + 108;
		else if (byte <= 254) last = -(byte - 251) * 256 - reader.u8() - 108;
	}
	return entries;
}

/** Glyph -> number of its name (section 13). */
function readCharset(bytes: Uint8Array, offset: number, count: number, budget: Budget): number[] {
	// 0 to 2 are charsets that need not be written; only the first is one of letters.
	if (offset <= 2) return Array.from({ length: count }, (_, glyph) => (offset === 0 ? glyph : 0));
	const reader = new FontReader(bytes, budget, offset);
	const format = reader.u8();
	const ids = [0];
	while (ids.length < count && !reader.ended) {
		const first = reader.u16();
		const more = format === 0 ? 0 : reader.uint(format === 1 ? 1 : 2);
		for (let id = first; id <= first + more && ids.length < count; id++) ids.push(id);
	}
	return ids;
}

/** Code -> text (section 12). */
function readEncoding(bytes: Uint8Array, offset: number, texts: Texts, budget: Budget): Texts {
	if (offset === 0) return [...(encodingNamed('StandardEncoding') ?? [])];
	const encoding: Texts = [];
	if (offset === 1) return encoding;
	const reader = new FontReader(bytes, budget, offset);
	const format = reader.u8() & 0x7f;
	const count = reader.u8();
	let glyph = 1;
	for (let index = 0; index < count; index++) {
		const first = reader.u8();
		const more = format === 0 ? 0 : reader.u8();
		budget.step(more);
		for (let code = first; code <= first + more; code++, glyph++) encoding[code] = texts[glyph];
	}
	return encoding;
}

/**
 * Code -> text of an embedded Type 1 font (Adobe Type 1 Font Format, 2.2): its first part is a program in plain
 * text that says `dup 65 /A put` for each code, or names the standard encoding.
 */
export function readType1(bytes: Uint8Array, budget: Budget): Texts {
	const start = indexOf(bytes, '/Encoding', budget);
	if (start < 0) return [];
	const lexer = new Lexer(bytes, budget, start + 9);
	const encoding: Texts = [];
	let code: unknown;
	for (let count = 0; count < MAX.encodingWords; count++) {
		const word = lexer.next();
		if (isKeyword(word, 'StandardEncoding')) return [...(encodingNamed('StandardEncoding') ?? [])];
		if (isKeyword(word, 'readonly') || isKeyword(word, 'def')) break;
		if (word instanceof Name && isWholeNumber(code) && code < 256) {
			encoding[code] = textOfGlyph(word.value);
		}
		code = word;
	}
	return encoding;
}
