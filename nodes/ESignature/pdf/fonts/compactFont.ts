import { latin1 } from '../file/objects';
import { encodingNamed } from './encodings';
import { textOfGlyph } from './glyphNames';
import { Reader } from './reader';

/** What the names of the glyphs of an embedded font say. */
export interface NamedGlyphs {
	/** Glyph -> text. */
	texts: Array<string | undefined>;
	/** Code -> text, as the font itself has it. */
	encoding: Array<string | undefined>;
}

/** Operators of the top dictionary (Adobe TN 5176, section 9). */
const CHARSET = 15;
const ENCODING = 16;
const CHARSTRINGS = 17;
/** Such a font knows its glyphs by number only. */
const ROS = 12 * 256 + 30;

/** The names and codes of a Compact Font, without its shapes; undefined where it has no names. */
export function readCompactFont(bytes: Uint8Array): NamedGlyphs | undefined {
	const reader = new Reader(bytes, bytes[2] ?? 4);
	readIndex(reader);
	const [top] = readIndex(reader);
	const strings = readIndex(reader);
	if (!top) return undefined;
	const entries = readTop(top);
	if (entries.has(ROS)) return undefined;
	const count = new Reader(bytes, entries.get(CHARSTRINGS) ?? bytes.length).u16();
	const ids = readCharset(bytes, entries.get(CHARSET) ?? 0, count);
	const standard = encodingNamed('CompactFont') ?? [];
	const texts = ids.map((id) => {
		if (id < 391) return standard[id] || undefined;
		const name = strings[id - 391];
		return name && textOfGlyph(latin1(name.subarray(0, 128)));
	});
	return { texts, encoding: readEncoding(bytes, entries.get(ENCODING) ?? 0, texts) };
}

/** Several pieces of data in a row (section 5). */
function readIndex(reader: Reader): Uint8Array[] {
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
function readTop(bytes: Uint8Array): Map<number, number> {
	const entries = new Map<number, number>();
	const reader = new Reader(bytes);
	let last = 0;
	while (!reader.ended) {
		const byte = reader.u8();
		if (byte <= 21) {
			entries.set(byte === 12 ? 12 * 256 + reader.u8() : byte, last);
		} else if (byte === 28) last = reader.u16();
		else if (byte === 29) last = reader.u32();
		else if (byte === 30) while (!reader.ended && (reader.u8() & 0x0f) !== 0x0f);
		else if (byte <= 246) last = byte - 139;
		else if (byte <= 250) last = (byte - 247) * 256 + reader.u8() + 108;
		else if (byte <= 254) last = -(byte - 251) * 256 - reader.u8() - 108;
	}
	return entries;
}

/** Glyph -> number of its name (section 13). */
function readCharset(bytes: Uint8Array, offset: number, count: number): number[] {
	// 0 to 2 are charsets that need not be written; only the first is one of letters.
	if (offset <= 2) return Array.from({ length: count }, (_, glyph) => (offset === 0 ? glyph : 0));
	const reader = new Reader(bytes, offset);
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
function readEncoding(
	bytes: Uint8Array,
	offset: number,
	texts: Array<string | undefined>,
): Array<string | undefined> {
	if (offset === 0) return [...(encodingNamed('StandardEncoding') ?? [])];
	const encoding: Array<string | undefined> = [];
	if (offset === 1) return encoding;
	const reader = new Reader(bytes, offset);
	const format = reader.u8() & 0x7f;
	const count = reader.u8();
	let glyph = 1;
	for (let index = 0; index < count; index++) {
		const first = reader.u8();
		const more = format === 0 ? 0 : reader.u8();
		for (let code = first; code <= first + more; code++, glyph++) encoding[code] = texts[glyph];
	}
	return encoding;
}
