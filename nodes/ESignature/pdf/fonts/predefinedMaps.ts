import { bytesOf } from '../file/objects';
import { valueOf, type Code, type CodeMap } from './cmap';

/** The character sets behind the older maps (ISO 32000-1, table 118), as the platform names them. */
const CHARACTER_SETS: Array<[pattern: RegExp, name: string]> = [
	[/RKSJ/, 'shift_jis'],
	[/^GBK2K/, 'gb18030'],
	// Without a set of their own, two maps have codes of seven bits, which look like ASCII.
	[/^GB(?!T|-[HV]$)/, 'gbk'],
	[/^(?:B5|ETen|HKscs)/, 'big5'],
	[/^KSC(?!-Johab|-[HV]$)/, 'euc-kr'],
	[/^EUC/, 'euc-jp'],
];

/**
 * Where a collection has the letters of ASCII: proportional ones from 1, and ones of half the width at a place of its
 * own. A map uses one or the other (Adobe's CMap resources).
 */
const HALF_WIDTH: Array<[pattern: RegExp, first: number, blank: number]> = [
	[/^UniJIS(?:Pro)?-UCS2-HW-/, 231, 231],
	[/^(?!83pv|90pv|90msp).{0,8}RKSJ-/, 231, 231],
	[/^(?:78-)?EUC-/, 231, 231],
	[/^(?:B5|ETen-B5|CNS-EUC)-/, 13_648, 13_648],
	[/^GB[KT]?-EUC-/, 813, 7_716],
	[/^KSC-EUC-|^KSCms-UHC-HW-/, 8_094, 8_094],
];

/** Letters that have a glyph elsewhere in the collection: in Japan these codes had other signs. */
const ELSEWHERE: Array<[pattern: RegExp, letter: string, glyph: number]> = [
	[/^UniJIS.{0,40}-HW-/, '\\', 8_719],
	[/^UniJIS/, '\\', 97],
	[/^UniJIS.{0,40}-HW-/, '\u00a5', 291],
	[/^UniJIS/, '\u00a5', 61],
	[/^UniJIS.{0,40}-UTF(?:8|16|32)-/, '~', 100],
	[/^(?:78|90)ms-RKSJ-/, '~', 631],
];

/** The signs of Japanese that are half as wide, which only its own maps have. */
const HALF_KATAKANA = { first: 0xff61, last: 0xff9f, glyph: 327, pattern: /^UniJIS|RKSJ-/ };

/** Letters that are as wide as the font is high in every collection; which of the others are, only its table tells. */
const WIDE =
	/^[\u0391-\u0451\u2015\u2016\u2018\u2019\u201c\u201d\u2025\u2026\u2030\u2032\u2033\u203b\u2103-\u2121\u2160-\u217b\u2190-\u27bf\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]/u;

type GlyphOf = (letter: string) => number | undefined;

/** The number of a glyph by its letter, for letters whose place in the collection is known. */
function glyphsOf(name: string): GlyphOf {
	const [, first, blank] = HALF_WIDTH.find(([pattern]) => pattern.test(name)) ?? [/./, 1, 1];
	const elsewhere = ELSEWHERE.filter(([pattern]) => pattern.test(name));
	const isJapanese = HALF_KATAKANA.pattern.test(name);
	return (letter) => {
		const code = letter.length === 1 ? letter.charCodeAt(0) : 0;
		const other = elsewhere.find(([, one]) => one === letter);
		if (other) return other[2];
		if (code === 0x20) return blank;
		if (code > 0x20 && code < 0x7f) return first + code - 0x20;
		const isHalf = code >= HALF_KATAKANA.first && code <= HALF_KATAKANA.last;
		return isJapanese && isHalf ? HALF_KATAKANA.glyph + code - HALF_KATAKANA.first : undefined;
	};
}

/** The numbers of all letters whose place is known: those of ASCII have one block, whatever else stands in it. */
function knownNumbers(glyphOf: GlyphOf): ReadonlySet<number> {
	const known = new Set<number>();
	const first = (glyphOf('!') ?? 0) - 1;
	for (let code = 0x20; code < 0x7f; code++) {
		known.add(first + code - 0x20).add(glyphOf(String.fromCharCode(code)) ?? first);
	}
	for (let code = HALF_KATAKANA.first; code <= HALF_KATAKANA.last; code++) {
		known.add(glyphOf(String.fromCharCode(code)) ?? first);
	}
	return known;
}

function inBytes(text: string, length: number): Code[] {
	const codes: Code[] = [];
	for (let at = 0; at < text.length; at += length) {
		const size = Math.min(length, text.length - at);
		codes.push({ value: valueOf(text, at, size), length: size });
	}
	return codes;
}

/** Two bytes are the number of the glyph (9.7.5.2). */
export const identity = (vertical: boolean): CodeMap => ({
	vertical,
	inPairs: true,
	codesIn: (text) => inBytes(text, 2),
	cidOf: ({ value }) => value,
});

/** Of a map that says for no letter which glyph it is. */
export const NO_GLYPHS: ReadonlySet<number> = new Set();

/** Two bytes per glyph is how all others of table 118 work; which glyph, nobody can tell. */
export const unknownMap = (name: string): CodeMap => ({
	...identity(name.endsWith('V')),
	cidOf: () => undefined,
	mayBeNarrow: () => true,
	known: NO_GLYPHS,
});

/** A map that is known by its name; undefined where reading it needs a table. */
export function predefinedCMap(name: string): CodeMap | undefined {
	const vertical = name === 'V' || name.endsWith('-V');
	if (name.startsWith('Identity-')) return identity(vertical);
	const unicode = /^Uni.{1,40}-(UCS2|UTF16|UTF32|UTF8)\b/.exec(name)?.[1];
	if (unicode !== undefined) return unicodeMap(unicode, vertical, glyphsOf(name));
	const found = CHARACTER_SETS.find(([pattern]) => pattern.test(name));
	return found && legacyMap(found[1], vertical, glyphsOf(name));
}

function unicodeMap(form: string, vertical: boolean, glyphOf: GlyphOf): CodeMap {
	const textOf = ({ value }: Code) => (value < 0x110000 ? String.fromCodePoint(value) : undefined);
	return {
		vertical,
		codesIn: (text) => {
			if (form === 'UTF32') return inBytes(text, 4);
			const encoding = form === 'UTF8' ? 'utf-8' : 'utf-16be';
			return [...new TextDecoder(encoding).decode(bytesOf(text))].map((letter) => ({
				value: letter.codePointAt(0) ?? 0,
				length: 2,
			}));
		},
		cidOf: (code) => glyphOf(textOf(code) ?? ''),
		mayBeNarrow: (code) => {
			const letter = textOf(code) ?? '';
			return glyphOf(letter) === undefined && !WIDE.test(letter);
		},
		known: knownNumbers(glyphOf),
		textOf,
	};
}

/** One byte below 0x80 is a letter; all else, but for the half-width signs of Japanese, has two. */
function legacyMap(name: string, vertical: boolean, glyphOf: GlyphOf): CodeMap {
	const decoder = decoderFor(name);
	const lengthOf = (byte: number): number => {
		const single = name === 'shift_jis' && (byte === 0x80 || (byte >= 0xa0 && byte <= 0xdf));
		return byte < 0x80 || single ? 1 : 2;
	};
	const textOf = ({ value, length }: Code): string | undefined => {
		const bytes = length === 1 ? [value] : [value >> 8, value & 0xff];
		const text = decoder?.decode(Uint8Array.from(bytes));
		return text?.includes('\ufffd') ? undefined : text;
	};
	return {
		vertical,
		codesIn: (text) => {
			const codes: Code[] = [];
			for (let at = 0; at < text.length;) {
				const length = Math.min(lengthOf(text.charCodeAt(at)), text.length - at);
				codes.push({ value: valueOf(text.slice(at, at + length)), length });
				at += length;
			}
			return codes;
		},
		cidOf: (code) => (code.length === 1 ? glyphOf(textOf(code) ?? '') : undefined),
		textOf,
	};
}

/** A platform that was built without its tables does not know the older sets. */
function decoderFor(name: string): InstanceType<typeof TextDecoder> | undefined {
	try {
		return new TextDecoder(name);
	} catch {
		return undefined;
	}
}
