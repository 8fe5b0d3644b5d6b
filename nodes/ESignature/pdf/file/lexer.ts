import { Keyword, latin1, Name } from './objects';

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

/** By byte; -1 for what is no hexadecimal digit. */
const HEX = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
	HEX[digit.charCodeAt(0)] = value;
	HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

export const hexValue = (byte: number | undefined): number => HEX[byte ?? 0] ?? -1;

export const END = new Keyword('');
const PUNCTUATION = new Map(
	['[', ']', '<<', '>>', '{', '}', ')', '>'].map((sign) => [sign, new Keyword(sign)]),
);
const punctuation = (sign: string): Keyword => PUNCTUATION.get(sign) as Keyword;

/** Words and names that are kept to be used again; a hostile file has millions of them. */
const MOST_KEPT = 1_000;
/** 127 bytes are allowed (annex C). */
const LONGEST_NAME = 1_024;

/** Digits of a string that is made from a list. */
const LONGEST_LIST = 1_024;

/** The highest power of ten that a number can hold. */
const MOST_EXPONENT = 308;

export type Token = number | string | Name | Keyword;

const ESCAPES = new Map(
	[...'nrtbf'].map((letter, at) => [letter.charCodeAt(0), '\n\r\t\b\f'.charCodeAt(at)]),
);

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
		const plain = scale > 1 ? (sign * value) / scale : sign * value;
		return this.startsExponent() ? plain * this.power() : plain;
	}

	/** PDF knows no `6.1e-17`, but programs write what their language prints; the `e` of `endobj` is none. */
	private startsExponent(): boolean {
		const { bytes, at, end } = this;
		if (at + 1 >= end || ((bytes[at] as number) | 0x20) !== 0x65) return false;
		const next = bytes[at + 1] as number;
		return isDigit(next) || next === 0x2b || next === 0x2d;
	}

	private power(): number {
		const { bytes, end } = this;
		const isNegative = bytes[this.at + 1] === 0x2d;
		this.at += isDigit(bytes[this.at + 1] as number) ? 1 : 2;
		let exponent = 0;
		for (; this.at < end && isDigit(bytes[this.at] as number); this.at++) {
			// More would be infinite, and nothing times that is no number.
			exponent = Math.min(exponent * 10 + (bytes[this.at] as number) - 0x30, MOST_EXPONENT);
		}
		return 10 ** (isNegative ? -exponent : exponent);
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
		const { bytes, end } = this;
		const start = this.at;
		while (this.at < end && KINDS[bytes[this.at] as number] === REGULAR) this.at += 1;
		const text = nameIn(bytes.subarray(start, Math.min(this.at, start + LONGEST_NAME)));
		const name = this.names.get(text) ?? new Name(text);
		if (this.names.size < MOST_KEPT) this.names.set(text, name);
		return name;
	}

	/** Its end is looked for first: letters that are added one by one take thirty times their memory. */
	private string(): string {
		const { bytes, end } = this;
		const start = this.at;
		let [open, escapes] = [1, false];
		for (; this.at < end; this.at++) {
			const byte = bytes[this.at];
			if (byte === 0x5c) {
				escapes = true;
				this.at += 1;
			} else if (byte === 0x28) open += 1;
			else if (byte === 0x29) open -= 1;
			if (open === 0) break;
		}
		const content = bytes.subarray(start, Math.min(this.at, end));
		this.at += 1;
		return latin1(escapes ? unescaped(content) : content);
	}

	private hexString(): string {
		const { bytes, end } = this;
		const start = this.at;
		while (this.at < end && bytes[this.at] !== 0x3e) this.at += 1;
		const stop = this.at;
		this.at += 1;
		return latin1(unhexed(bytes, start, stop));
	}
}

/** The bytes of hexadecimal digits; an odd number of these ends with a zero (7.3.4.3). */
function unhexed(bytes: Uint8Array, start: number, stop: number): Uint8Array | number[] {
	// Most are words, for which a list is made sooner; in a long one each byte would take eight.
	if (stop - start > LONGEST_LIST) return unhexedAll(bytes.subarray(start, stop));
	const result: number[] = [];
	let high = -1;
	for (let at = start; at < stop; at++) {
		const value = HEX[bytes[at] as number] as number;
		if (value < 0) continue;
		if (high < 0) high = value;
		else {
			result.push(high * 16 + value);
			high = -1;
		}
	}
	if (high >= 0) result.push(high * 16);
	return result;
}

function unhexedAll(digits: Uint8Array): Uint8Array {
	const result = new Uint8Array((digits.length + 1) >> 1);
	let count = 0;
	for (const digit of digits) {
		const value = hexValue(digit);
		if (value < 0) continue;
		result[count >> 1] = (result[count >> 1] as number) | (value << (count % 2 === 0 ? 4 : 0));
		count += 1;
	}
	return result.subarray(0, (count + 1) >> 1);
}

/** With `#20` and the like in place of other bytes (7.3.5). */
function nameIn(bytes: Uint8Array): string {
	if (!bytes.includes(0x23)) return latin1(bytes);
	const letters: number[] = [];
	for (let at = 0; at < bytes.length; at++) {
		const value = hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2]);
		const isCode =
			bytes[at] === 0x23 && hexValue(bytes[at + 1]) >= 0 && hexValue(bytes[at + 2]) >= 0;
		letters.push(isCode ? value : (bytes[at] as number));
		if (isCode) at += 2;
	}
	return latin1(Uint8Array.from(letters));
}

/** A string without its backslashes (7.3.4.2). */
function unescaped(bytes: Uint8Array): Uint8Array {
	const result = new Uint8Array(bytes.length);
	let length = 0;
	for (let at = 0; at < bytes.length; at++) {
		let byte = bytes[at] as number;
		if (byte === 0x5c) {
			at += 1;
			byte = bytes[at] ?? 0x20;
			if (byte === 13 && bytes[at + 1] === 10) at += 1;
			// A line that goes on in the next one.
			if (byte === 13 || byte === 10) continue;
			const digits = octalAt(bytes, at);
			byte = digits > 0 ? octalValue(bytes, at, digits) : (ESCAPES.get(byte) ?? byte);
			if (digits > 0) at += digits - 1;
		}
		result[length] = byte;
		length += 1;
	}
	return result.subarray(0, length);
}

/** How many octal digits stand there, three at most. */
function octalAt(bytes: Uint8Array, at: number): number {
	let count = 0;
	while (count < 3 && ((bytes[at + count] ?? 0) & 0xf8) === 0x30) count += 1;
	return count;
}

function octalValue(bytes: Uint8Array, at: number, digits: number): number {
	let value = 0;
	for (let index = 0; index < digits; index++) value = value * 8 + ((bytes[at + index] ?? 0) & 7);
	return value & 0xff;
}
