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
	constructor(
		readonly number: number,
		readonly generation: number,
	) {}
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

/** One letter per byte. */
export function latin1(bytes: Uint8Array | number[]): string {
	// A short list is handed over sooner than a row of bytes, and most strings of a page are short.
	const isShort = bytes.length <= LONGEST_WORD && !Array.isArray(bytes);
	return fromCodes(isShort ? listOf(bytes) : bytes);
}

/** One letter per code of UTF-16. */
export function fromCodes(codes: Uint8Array | number[]): string {
	// Faster than to spread them.
	if (codes.length <= LONGEST_CALL) return Reflect.apply(String.fromCharCode, undefined, codes);
	let text = '';
	for (let at = 0; at < codes.length; at += LONGEST_CALL) {
		text += fromCodes(codes.slice(at, at + LONGEST_CALL));
	}
	return text;
}

const LONGEST_WORD = 64;
/** No more can be handed over at once. */
const LONGEST_CALL = 8_192;

function listOf(bytes: Uint8Array): number[] {
	const list: number[] = [];
	for (let at = 0; at < bytes.length; at++) list.push(bytes[at] as number);
	return list;
}

/** Where a text of ASCII letters stands in the bytes, from `from` on; -1 for nowhere. */
export function indexOf(bytes: Uint8Array, text: string, from = 0, end = bytes.length): number {
	const first = text.charCodeAt(0);
	for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
		if (at + text.length > end) return -1;
		if (startsWith(bytes, text, at)) return at;
	}
	return -1;
}

export function lastIndexOf(bytes: Uint8Array, text: string): number {
	for (let at = bytes.length - text.length; at >= 0; at--) {
		if (startsWith(bytes, text, at)) return at;
	}
	return -1;
}

export function startsWith(bytes: Uint8Array, text: string, at: number): boolean {
	for (let index = 0; index < text.length; index++) {
		if (bytes[at + index] !== text.charCodeAt(index)) return false;
	}
	return true;
}

const UTF16 = { be: new TextDecoder('utf-16be'), le: new TextDecoder('utf-16le') };

export const bytesOf = (text: string): Uint8Array =>
	Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** A text string (7.9.2.2): UTF-16 or UTF-8 with a mark, otherwise close enough to Latin-1. */
export function decodedText(value: string): string {
	if (value.startsWith('\xfe\xff')) return UTF16.be.decode(bytesOf(value));
	if (value.startsWith('\xff\xfe')) return UTF16.le.decode(bytesOf(value));
	if (value.startsWith('\xef\xbb\xbf')) return new TextDecoder().decode(bytesOf(value));
	return value;
}
