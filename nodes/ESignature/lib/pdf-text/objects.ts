import { MAX, STEPS, type Budget } from './limits';

/** The types of objects of ISO 32000-1, 7.3. Strings are kept as one letter per byte. */
export type PdfObject =
	| null
	| boolean
	| number
	| string
	| Name
	| Ref
	| Keyword
	| PdfStream
	| PdfObject[]
	| Dict;

export type Dict = Map<string, PdfObject>;

export class Name {
	constructor(readonly value: string) {}
}

export class Ref {
	constructor(readonly number: number) {}
}

/** A word that is no object: an operator of a content stream, `obj`, `endobj`, `xref`, ... */
export class Keyword {
	constructor(readonly value: string) {}
}

export class PdfStream {
	constructor(
		readonly dict: Dict,
		/** As they stand in the file, packed. */
		readonly bytes: Uint8Array,
	) {}
}

export const isDict = (value: unknown): value is Dict => value instanceof Map;

export const isKeyword = (value: unknown, word: string): boolean =>
	value instanceof Keyword && value.value === word;

export const nameOf = (value: unknown): string | undefined =>
	value instanceof Name ? value.value : undefined;

export const isWholeNumber = (value: unknown): value is number =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** As many codes as one call takes. */
const LONGEST_CALL = 8_192;

/** One letter per byte, or per code of UTF-16. */
export function fromCodes(codes: Uint8Array | number[]): string {
	// Faster than to spread them.
	if (codes.length <= LONGEST_CALL) return Reflect.apply(String.fromCharCode, undefined, codes);
	let text = '';
	for (let at = 0; at < codes.length; at += LONGEST_CALL) {
		text += fromCodes(codes.slice(at, at + LONGEST_CALL));
	}
	return text;
}

export function bytesOf(text: string): Uint8Array {
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
	return bytes;
}

/** A text string (7.9.2.2): UTF-16 or UTF-8 with a mark, otherwise close enough to Latin-1. */
export function decodedText(value: string): string {
	if (value.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(bytesOf(value));
	if (value.startsWith('\xff\xfe')) return new TextDecoder('utf-16le').decode(bytesOf(value));
	if (value.startsWith('\xef\xbb\xbf')) return new TextDecoder().decode(bytesOf(value));
	return value;
}

/** Where a text of ASCII letters stands in the bytes, from `from` on; -1 for nowhere. */
export function indexOf(bytes: Uint8Array, text: string, budget: Budget, from = 0): number {
	const first = text.charCodeAt(0);
	let start = from;
	for (;;) {
		const at = bytes.indexOf(first, start);
		budget.skim((at < 0 ? bytes.length : at + 1) - start);
		if (at < 0 || startsWith(bytes, text, at)) return at;
		start = at + 1;
	}
}

const BLOCK = 65_536;

/** The same in a whole file, block by block. */
export async function findIn(
	bytes: Uint8Array,
	text: string,
	budget: Budget,
	from: number,
): Promise<number> {
	for (let start = from; start < bytes.length; start += BLOCK) {
		if (budget.isTired) await budget.rest();
		const block = bytes.subarray(start, start + BLOCK + text.length - 1);
		const at = indexOf(block, text, budget);
		if (at >= 0) return start + at;
	}
	return -1;
}

/** Where it stands last. */
export async function findLastIn(bytes: Uint8Array, text: string, budget: Budget): Promise<number> {
	for (let end = bytes.length; end > 0; end -= BLOCK) {
		if (budget.isTired) await budget.rest();
		const start = Math.max(0, end - BLOCK);
		const block = bytes.subarray(start, end + text.length - 1);
		let last = -1;
		for (let at = 0; (at = indexOf(block, text, budget, at)) >= 0; at++) last = start + at;
		if (last >= 0) return last;
	}
	return -1;
}

export function startsWith(bytes: Uint8Array, text: string, at: number): boolean {
	for (let index = 0; index < text.length; index++) {
		if (bytes[at + index] !== text.charCodeAt(index)) return false;
	}
	return true;
}

/** What a byte is to the lexer (7.2.2). */
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

/** What ends a comment, a part of a string, and a hex string. */
const ENDS_OF_LINES = kindsOf('\n\r');
const SIGNS_IN_STRINGS = kindsOf('\\()');
const ENDS_OF_HEX = kindsOf('>');
const DIGITS = kindsOf('0123456789');
const DIGIT = DELIMITER;

export const isBlank = (byte: number | undefined): boolean =>
	byte !== undefined && KINDS[byte] === BLANK;

export const isDigit = (byte: number | undefined): boolean =>
	byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** By byte; -1 for what is no hexadecimal digit. */
const HEX = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
	HEX[digit.charCodeAt(0)] = value;
	HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Makes bytes of hexadecimal digits; an odd number of these ends with a zero (7.3.4.3). Returns how many there are. */
export function unhex(
	digits: Uint8Array,
	from: number,
	end: number,
	result: Uint8Array | number[],
): number {
	let count = 0;
	for (let at = from; at < end; at++) {
		const value = HEX[digits[at] as number] as number;
		if (value < 0) continue;
		if (count % 2 === 0) result[count >> 1] = value << 4;
		else result[count >> 1] = (result[count >> 1] as number) | value;
		count += 1;
	}
	return (count + 1) >> 1;
}

/** The end of the bytes. */
export const END = new Keyword('');

type Token = number | string | Name | Keyword;

/** Digits of a string that is made from a list. */
const LONGEST_LIST = 1_024;

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
	private readonly names = new Map<string, Name>();

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
		this.budget.step(STEPS.text);
		const text = unescapedName(
			fromCodes(bytes.subarray(start, Math.min(this.at, start + MAX.nameLength))),
		);
		const name = this.names.get(text) ?? new Name(text);
		if (this.names.size < MAX.keptWords) this.names.set(text, name);
		return name;
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
		// A short list is made sooner than a row of bytes, and most strings of a page are short.
		const codes = end - start > LONGEST_LIST ? new Uint8Array((end - start + 1) >> 1) : [];
		const count = unhex(bytes, start, end, codes);
		return fromCodes(Array.isArray(codes) ? codes : codes.subarray(0, count));
	}
}

/** With `#20` and the like in place of other bytes (7.3.5). */
const unescapedName = (text: string): string =>
	text.includes('#')
		? text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
				String.fromCharCode(Number.parseInt(code, 16)),
			)
		: text;

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

/** Puts tokens together to objects (7.3.6 to 7.3.10). */
export class Parser {
	constructor(
		readonly lexer: Lexer,
		private readonly budget: Budget,
		/** Content streams have no references: `1 0 R` would be two numbers and an operator. */
		private readonly references = true,
	) {}

	/** The next object, or the word that stands there instead; `END` at the end. */
	next(): PdfObject {
		return this.build(this.lexer.next(), 0);
	}

	private build(token: Token, depth: number): PdfObject {
		// Those of a content stream are forgotten with their command.
		if (this.references) this.budget.keep(unitsOf(token));
		if (typeof token === 'number') return this.references ? this.numberOrReference(token) : token;
		if (!(token instanceof Keyword)) return token;
		switch (token.value) {
			case '[':
				return this.array(depth + 1);
			case '<<':
				return this.dict(depth + 1);
			case 'true':
				return true;
			case 'false':
				return false;
			case 'null':
				return null;
			default:
				return token;
		}
	}

	private numberOrReference(first: number): number | Ref {
		if (!isWholeNumber(first)) return first;
		const { lexer } = this;
		const back = lexer.at;
		if (isWholeNumber(lexer.next()) && isKeyword(lexer.next(), 'R')) return new Ref(first);
		lexer.at = back;
		return first;
	}

	private array(depth: number): PdfObject[] {
		this.budget.checkDepth(depth);
		const values: PdfObject[] = [];
		for (;;) {
			const token = this.lexer.next();
			if (isEnd(token, ']')) return values;
			const value = this.build(token, depth);
			if (!(value instanceof Keyword)) values.push(value);
		}
	}

	private dict(depth: number): Dict {
		this.budget.checkDepth(depth);
		const entries: Dict = new Map();
		for (;;) {
			const key = this.lexer.next();
			if (isEnd(key, '>>')) return entries;
			if (!(key instanceof Name)) continue;
			const back = this.lexer.at;
			const token = this.lexer.next();
			if (isEnd(token, '>>')) {
				this.lexer.at = back;
				continue;
			}
			const value = this.build(token, depth);
			if (!(value instanceof Keyword)) entries.set(key.value, value);
		}
	}
}

/** How much memory a value takes, in units of the budget; a list or a dictionary, even if it is empty. */
function unitsOf(token: Token): number {
	if (typeof token === 'number') return 1;
	if (token instanceof Keyword) return token.value === '[' || token.value === '<<' ? 8 : 1;
	return typeof token === 'string' ? 2 + token.length / 16 : 2;
}

/** The closing sign, the end of the bytes, or a word that shows that the closing sign was lost. */
const isEnd = (token: Token, sign: string): boolean =>
	token === END || isKeyword(token, sign) || isKeyword(token, 'endobj');

interface Indirect {
	number: number;
	value: PdfObject;
	/** Where it ends in the file. */
	end: number;
}

/** Reads `12 0 obj ... endobj` (7.3.10); undefined where no such thing stands. */
export function readIndirect(
	bytes: Uint8Array,
	offset: number,
	budget: Budget,
	/** The length of a stream may be an object of its own. */
	resolve: (value: PdfObject | undefined) => PdfObject = (value) => value ?? null,
): Indirect | undefined {
	const lexer = new Lexer(bytes, budget, offset);
	const number = lexer.next();
	if (!isWholeNumber(number) || !isWholeNumber(lexer.next())) return undefined;
	if (!isKeyword(lexer.next(), 'obj')) return undefined;
	const parsed = new Parser(lexer, budget).next();
	// `endobj` right away: an empty object is null.
	const value = isKeyword(parsed, 'endobj') ? null : parsed;
	const end = lexer.at;
	if (!isDict(value) || !isKeyword(lexer.next(), 'stream')) return { number, value, end };
	const data = readData(bytes, lexer.at, resolve(value.get('Length')), budget);
	return {
		number,
		value: new PdfStream(value, data),
		end: data.byteOffset - bytes.byteOffset + data.length,
	};
}

/** The bytes behind the word `stream` (7.3.8.1). */
function readData(bytes: Uint8Array, from: number, length: PdfObject, budget: Budget): Uint8Array {
	let start = from;
	if (bytes[start] === 13) start += 1;
	if (bytes[start] === 10) start += 1;
	if (isWholeNumber(length) && endsAt(bytes, start + length)) {
		return bytes.subarray(start, start + length);
	}
	// The length is wrong: everything up to the word that ends a stream, or an object, or the file.
	let end = indexOf(bytes, 'endstream', budget, start);
	if (end < 0) end = indexOf(bytes, 'endobj', budget, start);
	if (end < 0) end = bytes.length;
	if (bytes[end - 1] === 10 && end > start) end -= 1;
	if (bytes[end - 1] === 13 && end > start) end -= 1;
	return bytes.subarray(start, end);
}

function endsAt(bytes: Uint8Array, offset: number): boolean {
	let at = offset;
	while (at < offset + 4 && isBlank(bytes[at])) at += 1;
	return startsWith(bytes, 'endstream', at);
}

/** How many bytes before and behind `EI` tell data from drawing commands. */
const LOOK_AHEAD = 12;

const isPlain = (byte: number): boolean => isBlank(byte) || (byte >= 0x20 && byte < 0x7f);

/**
 * Skips the data of an image among the commands, `ID data EI` (8.9.7); the lexer stands behind `ID`. The data may hold
 * the letters `EI`, too, but hardly ever followed by plain text. False where the data have no end.
 */
export function skipImageData(lexer: Lexer, budget: Budget): boolean {
	const { bytes } = lexer;
	const next = (from: number) => indexOf(bytes, 'EI', budget, from);
	for (let at = next(lexer.at); at >= 0; at = next(at + 1)) {
		budget.step(STEPS.imageEnd);
		const after = bytes.subarray(at + 2, at + 2 + LOOK_AHEAD);
		const before = bytes.subarray(Math.max(lexer.at, at - LOOK_AHEAD), at);
		// Some writers leave out the blank before it; data that are letters end with `>`.
		const isBehindData = isBlank(before.at(-1)) || before.at(-1) === 0x3e || !before.every(isPlain);
		if (!isBehindData || !after.every(isPlain) || (after.length > 0 && !isBlank(after[0])))
			continue;
		lexer.at = at + 2;
		return true;
	}
	lexer.at = bytes.length;
	return false;
}
