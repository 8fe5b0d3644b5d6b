import { bytesOf } from '../file/objects';
import { valueOf, type Code, type CodeMap } from './cmap';

/** The character sets behind the older maps (ISO 32000-1, table 118), as the platform names them. */
const CHARACTER_SETS: Array<[pattern: RegExp, name: string]> = [
	[/RKSJ/, 'shift_jis'],
	[/^GBK2K/, 'gb18030'],
	[/^GB(?!T)/, 'gbk'],
	[/^(?:B5|ETen|HKscs)/, 'big5'],
	[/^KSC/, 'euc-kr'],
	[/^EUC/, 'euc-jp'],
];

/** Every collection of Asian glyphs begins with the letters of ASCII, the blank being number 1. */
const asciiGlyph = (letter: string): number | undefined => {
	const code = letter.length === 1 ? letter.charCodeAt(0) : 0;
	return code >= 0x20 && code < 0x7f ? code - 0x1f : undefined;
};

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
	if (unicode !== undefined) return unicodeMap(unicode, vertical);
	const found = CHARACTER_SETS.find(([pattern]) => pattern.test(name));
	return found && legacyMap(found[1], vertical);
}

function unicodeMap(form: string, vertical: boolean): CodeMap {
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
		cidOf: (code) => asciiGlyph(textOf(code) ?? ''),
		textOf,
	};
}

/** One byte below 0x80 is a letter; all else, but for the half-width signs of Japanese, has two. */
function legacyMap(name: string, vertical: boolean): CodeMap {
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
		cidOf: (code) => (code.length === 1 ? asciiGlyph(textOf(code) ?? '') : undefined),
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
