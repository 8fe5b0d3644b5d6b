import { fromCodes } from './bytes';
import { MAX, STEPS, type Budget } from './limits';
import { Keyword, Name } from './objects';

/** Classes of bytes (7.2.2). */
const REGULAR = 0;

const BLANK = 1;
const DELIMITER = 2;
const KINDS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) KINDS[code] = BLANK;
for (const letter of '()<>[]{}/%') KINDS[letter.charCodeAt(0)] = DELIMITER;

const kindsOf = (letters: string): Uint8Array => {
	const kinds = new Uint8Array(256);
	for (const letter of letters) kinds[letter.charCodeAt(0)] = DELIMITER;
	return kinds;
};

/** The ends of a comment, of a part of a string, and of a hex string. */
const ENDS_OF_LINES = kindsOf('\n\r');

const SIGNS_IN_STRINGS = kindsOf('\\()');
const ENDS_OF_HEX = kindsOf('>');
const DIGITS = kindsOf('0123456789');
const DIGIT = DELIMITER;

export const isBlank = (byte: number | undefined): boolean =>
	byte !== undefined && KINDS[byte] === BLANK;

const isDigit = (byte: number | undefined): boolean =>
	byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** By byte; -1 for what is no hexadecimal digit. */
const HEX = new Int8Array(256).fill(-1);

for (const [value, digit] of [...'0123456789abcdef'].entries()) {
	HEX[digit.charCodeAt(0)] = value;
	HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The bytes that hexadecimal digits stand for; an odd number of these ends with a zero (7.3.4.3). */
export function unhexed(digits: Uint8Array): Uint8Array {
	const bytes = new Uint8Array((digits.length + 1) >> 1);
	let count = 0;
	for (let at = 0; at < digits.length; at++) {
		const value = HEX[digits[at] as number] as number;
		if (value < 0) continue;
		if (count % 2 === 0) bytes[count >> 1] = value << 4;
		else bytes[count >> 1] = (bytes[count >> 1] as number) | value;
		count += 1;
	}
	return bytes.subarray(0, (count + 1) >> 1);
}

/** The end of the bytes. */
export const END = new Keyword('');

export type Token = number | string | Name | Keyword;

const ESCAPES = new Map(
	[...'nrtbf'].map((letter, at) => [letter.charCodeAt(0), '\n\r\t\b\f'.charCodeAt(at)]),
);

/** So many bytes of a token are counted at once. */
const BLOCK_OF_TOKEN = 4_096;

/**
 * Cuts bytes into numbers, strings, names and words (7.2, 7.3). It never fails on them: odd bytes become words. Each
 * token is a part of the budget, and each byte of it, since it may reach to the end of the file.
 */
export class Lexer {
	/** By their bytes, as long as there are no more than three: no operator is longer. */
	private readonly words = new Map<number, Keyword>();

	constructor(
		readonly bytes: Uint8Array,
		private readonly budget: Budget,
		public at = 0,
	) {}

	next(): Token {
		this.budget.step();
		this.skipBlanks();
		const { bytes } = this;
		if (this.at >= bytes.length) return END;
		const byte = bytes[this.at] as number;
		if (isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e) return this.number();
		if (KINDS[byte] === REGULAR) return this.word(this.at + 1);
		if (byte === 0x2f) return this.name();
		if (byte === 0x28) return this.string();
		const isDouble = (byte === 0x3c || byte === 0x3e) && bytes[this.at + 1] === byte;
		if (byte === 0x3c && !isDouble) return this.hexString();
		return this.word(this.at + (isDouble ? 2 : 1), false);
	}

	/** Blanks and comments. */
	skipBlanks(): void {
		const { bytes } = this;
		for (;;) {
			if (KINDS[bytes[this.at] as number] === BLANK) this.pass(KINDS, BLANK);
			if (bytes[this.at] !== 0x25) return;
			this.budget.step();
			this.pass(ENDS_OF_LINES, REGULAR);
		}
	}

	/** Goes on while the bytes are of this kind. */
	private pass(kinds: Uint8Array, kind: number): void {
		const { bytes } = this;
		for (let { at } = this; ;) {
			const end = Math.min(at + BLOCK_OF_TOKEN, bytes.length);
			while (at < end && kinds[bytes[at] as number] === kind) at += 1;
			this.budget.stepOver(at - this.at);
			this.at = at;
			if (at < end || at === bytes.length) return;
		}
	}

	private number(): number | Keyword {
		const { bytes } = this;
		const start = this.at;
		const sign = bytes[start] === 0x2d ? -1 : 1;
		const first = bytes[start] === 0x2d || bytes[start] === 0x2b ? start + 1 : start;
		const end = Math.min(first + MAX.digits, bytes.length);
		let [value, scale, at] = [0, 0, first];
		for (; at < end; at++) {
			const byte = bytes[at] as number;
			if (isDigit(byte)) {
				value = value * 10 + byte - 0x30;
				scale *= 10;
			} else if (byte === 0x2e && scale === 0) scale = 1;
			else break;
		}
		if (at === first) return this.word(start + 1);
		this.budget.stepOver(at - first);
		this.at = at;
		if (at === end) this.pass(DIGITS, DIGIT);
		return scale > 1 ? (sign * value) / scale : sign * value;
	}

	/** A word that reaches at least to `end`, and on while letters follow; a bracket is a word by itself. */
	private word(end: number, goesOn = true): Keyword {
		const { bytes } = this;
		const start = this.at;
		this.at = end;
		if (goesOn) this.pass(KINDS, REGULAR);
		const length = this.at - start;
		let key = 0;
		for (let at = start; at < this.at && length <= 3; at++) key = key * 256 + (bytes[at] as number);
		const known = this.words.get(key);
		if (known) return known;
		const word = new Keyword(fromCodes(bytes.subarray(start, start + Math.min(length, 128))));
		if (length <= 3 && this.words.size < MAX.keptWords) this.words.set(key, word);
		return word;
	}

	private name(): Name {
		const { bytes } = this;
		const start = this.at + 1;
		this.at = start;
		this.pass(KINDS, REGULAR);
		const given = fromCodes(bytes.subarray(start, this.at));
		const isEscaped = given.includes('#');
		this.budget.step(STEPS.text);
		// Each sign is replaced by itself.
		if (isEscaped) this.budget.step(given.length);
		const text = isEscaped ? unescapedName(given) : given;
		return new Name(text);
	}

	/** Its end is looked for first: letters that are added one by one take thirty times their memory. */
	private string(): string {
		const { bytes } = this;
		const start = this.at + 1;
		let [open, escapes] = [1, false];
		for (this.at = start; ; this.at++) {
			this.pass(SIGNS_IN_STRINGS, REGULAR);
			this.budget.step();
			const byte = bytes[this.at];
			if (byte === 0x5c) {
				escapes = true;
				this.at += 1;
			} else if (byte === 0x28) open += 1;
			else open -= 1;
			if (open === 0 || this.at >= bytes.length) break;
		}
		const content = bytes.subarray(start, this.at);
		this.budget.stepOver(content.length * (escapes ? 4 : 1));
		this.at += 1;
		return fromCodes(escapes ? unescaped(content) : content);
	}

	private hexString(): string {
		const { bytes } = this;
		const start = this.at + 1;
		this.at = start;
		this.pass(ENDS_OF_HEX, REGULAR);
		const end = this.at;
		this.budget.step(STEPS.text);
		this.budget.stepOver(2 * (end - start));
		this.at += 1;
		return fromCodes(unhexed(bytes.subarray(start, end)));
	}
}

/** With `#20` and the like in place of other bytes (7.3.5). */
const unescapedName = (text: string): string =>
	text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);

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
			byte = digits === '' ? (ESCAPES.get(byte) ?? byte) : Number.parseInt(digits, 8) & 0xff;
			at += Math.max(0, digits.length - 1);
		}
		result[length] = byte;
		length += 1;
	}
	return result.subarray(0, length);
}

/** The octal digits that stand there, three at most. */
function octalAt(bytes: Uint8Array, at: number): string {
	let digits = '';
	for (let next = at; digits.length < 3 && ((bytes[next] ?? 0) & 0xf8) === 0x30; next++) {
		digits += (bytes[next] as number) & 7;
	}
	return digits;
}
