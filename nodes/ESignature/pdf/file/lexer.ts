import { Keyword, Name } from './objects';

/** What a byte is to the lexer (ISO 32000-1, 7.2.2). */
const REGULAR = 0;
const BLANK = 1;
const DELIMITER = 2;

const KINDS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) KINDS[code] = BLANK;
for (const letter of '()<>[]{}/%') KINDS[letter.charCodeAt(0)] = DELIMITER;

export const isBlank = (byte: number | undefined): boolean =>
	byte !== undefined && KINDS[byte] === BLANK;

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

export function hexValue(byte: number | undefined): number {
	if (byte === undefined) return -1;
	if (isDigit(byte)) return byte - 0x30;
	const letter = byte | 0x20;
	return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

export const END = new Keyword('');
const PUNCTUATION = new Map(
	['[', ']', '<<', '>>', '{', '}', ')', '>'].map((sign) => [sign, new Keyword(sign)]),
);
const punctuation = (sign: string): Keyword => PUNCTUATION.get(sign) as Keyword;

/** Words and names that are kept to be used again; a hostile file has millions of them. */
const MOST_KEPT = 1_000;

export type Token = number | string | Name | Keyword;

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Cuts bytes into numbers, strings, names and words (7.2, 7.3). It never fails: odd bytes become words. */
export class Lexer {
	private readonly names = new Map<string, Name>();

	/** By their bytes, as long as there are no more than three: no operator is longer. */
	private readonly words = new Map<number, Keyword>();

	constructor(
		readonly bytes: Uint8Array,
		public at = 0,
		readonly end = bytes.length,
	) {}

	next(): Token {
		this.skipBlanks();
		if (this.at >= this.end) return END;
		const byte = this.bytes[this.at] as number;
		if (isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e) return this.number();
		if (KINDS[byte] === REGULAR) return this.word();
		this.at += 1;
		if (byte === 0x2f) return this.name();
		if (byte === 0x28) return this.string();
		if (byte === 0x3c) {
			if (this.bytes[this.at] !== 0x3c) return this.hexString();
			this.at += 1;
			return punctuation('<<');
		}
		if (byte === 0x3e && this.bytes[this.at] === 0x3e) {
			this.at += 1;
			return punctuation('>>');
		}
		return punctuation(String.fromCharCode(byte));
	}

	/** Blanks and comments. */
	skipBlanks(): void {
		const { bytes, end } = this;
		while (this.at < end) {
			const byte = bytes[this.at] as number;
			if (byte === 0x25) this.skipLine();
			else if (KINDS[byte] === BLANK) this.at += 1;
			else return;
		}
	}

	private skipLine(): void {
		const { bytes, end } = this;
		while (this.at < end && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at += 1;
	}

	private number(): number | Keyword {
		const { bytes, end } = this;
		const start = this.at;
		let sign = 1;
		// Some writers print "--5" for "-5".
		for (; bytes[this.at] === 0x2d || bytes[this.at] === 0x2b; this.at++) {
			if (bytes[this.at] === 0x2d) sign = -1;
		}
		let value = 0;
		let scale = 0;
		const first = this.at;
		for (; this.at < end; this.at++) {
			const byte = bytes[this.at] as number;
			if (isDigit(byte)) {
				value = value * 10 + byte - 0x30;
				scale *= 10;
			} else if (byte === 0x2e && scale === 0) scale = 1;
			// "12-34" is a slip of some writers for "12".
			else if (byte !== 0x2d) break;
		}
		if (this.at === first) {
			this.at = start;
			return this.word();
		}
		return scale > 1 ? (sign * value) / scale : sign * value;
	}

	private word(): Keyword {
		const { bytes, end } = this;
		const start = this.at;
		do this.at += 1;
		while (this.at < end && KINDS[bytes[this.at] as number] === REGULAR);
		const length = this.at - start;
		let key = 0;
		for (let at = start; at < this.at && length <= 3; at++) key = key * 256 + (bytes[at] as number);
		const known = this.words.get(key);
		if (known) return known;
		const text = String.fromCharCode(...bytes.subarray(start, start + Math.min(length, 128)));
		const word = new Keyword(text);
		if (length <= 3 && this.words.size < MOST_KEPT) this.words.set(key, word);
		return word;
	}

	private name(): Name {
		let text = '';
		for (; this.at < this.end; this.at++) {
			const byte = this.bytes[this.at] as number;
			if (KINDS[byte] !== REGULAR) break;
			const high = byte === 0x23 ? hexValue(this.bytes[this.at + 1]) : -1;
			const low = byte === 0x23 ? hexValue(this.bytes[this.at + 2]) : -1;
			if (high >= 0 && low >= 0) this.at += 2;
			text += String.fromCharCode(high >= 0 && low >= 0 ? high * 16 + low : byte);
		}
		const name = this.names.get(text) ?? new Name(text);
		if (this.names.size < MOST_KEPT) this.names.set(text, name);
		return name;
	}

	private string(): string {
		const { bytes, end } = this;
		let text = '';
		let open = 1;
		while (this.at < end) {
			const byte = bytes[this.at] as number;
			this.at += 1;
			if (byte === 0x5c) text += this.escape();
			else {
				if (byte === 0x28) open += 1;
				if (byte === 0x29) open -= 1;
				if (open === 0) return text;
				text += String.fromCharCode(byte);
			}
		}
		return text;
	}

	/** What stands behind a backslash (7.3.4.2). */
	private escape(): string {
		const byte = this.bytes[this.at] ?? 0x20;
		this.at += 1;
		if (byte >= 0x30 && byte <= 0x37) {
			let value = byte - 0x30;
			for (let count = 1; count < 3; count++) {
				const digit = (this.bytes[this.at] ?? 0) - 0x30;
				if (digit < 0 || digit > 7) break;
				value = value * 8 + digit;
				this.at += 1;
			}
			return String.fromCharCode(value & 0xff);
		}
		if (byte === 13 && this.bytes[this.at] === 10) this.at += 1;
		if (byte === 13 || byte === 10) return '';
		const letter = String.fromCharCode(byte);
		return ESCAPES[letter] ?? letter;
	}

	private hexString(): string {
		let text = '';
		let high = -1;
		for (; this.at < this.end; this.at++) {
			const byte = this.bytes[this.at] as number;
			if (byte === 0x3e) break;
			const value = hexValue(byte);
			if (value >= 0 && high >= 0) text += String.fromCharCode(high * 16 + value);
			if (value >= 0) high = high >= 0 ? -1 : value;
		}
		this.at += 1;
		return high >= 0 ? text + String.fromCharCode(high * 16) : text;
	}
}
