import { bytesOf } from './bytes';

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

/** A text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 with a mark, otherwise close enough to Latin-1. */
export function decodedText(value: string): string {
	if (value.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(bytesOf(value));
	if (value.startsWith('\xef\xbb\xbf')) return new TextDecoder().decode(bytesOf(value));
	return value;
}
