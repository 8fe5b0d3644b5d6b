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
	[/^UniJIS.{0,40}-UTF(?:8|16|32)-/, '~', 100],
	[/^(?:78|90)ms-RKSJ-/, '~', 631],
];

/** The signs of Japanese that are half as wide, which only its own maps have. */
const HALF_KATAKANA = { first: 0xff61, last: 0xff9f, glyph: 327, pattern: /^UniJIS|RKSJ-/ };

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

const inBytes = (text: string, length: number): Code[] =>
	Array.from({ length: Math.ceil(text.length / length) }, (_, at) => {
		const part = text.slice(at * length, (at + 1) * length);
		return { value: valueOf(part), length: part.length };
	});

/** Two bytes are the number of the glyph (9.7.5.2). */
export const identity = (vertical: boolean): CodeMap => ({
	vertical,
	codesIn: (text) => inBytes(text, 2),
	cidOf: ({ value }) => value,
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
			for (let at = 0; at < text.length; ) {
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
