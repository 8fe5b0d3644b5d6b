import type { Budget } from '../limits';
import { isBlank, Lexer } from './lexer';
import {
	indexOf,
	isDict,
	isKeyword,
	isWhole,
	PdfStream,
	startsWith,
	type Dict,
	type PdfObject,
} from './objects';
import { Parser } from './parser';

export interface Indirect {
	number: number;
	generation: number;
	value: PdfObject;
	/** Where it ends in the file. */
	end: number;
}

/** The length that a stream states; a reference where it was not known when the stream began. */
export type LengthOf = (dict: Dict) => PdfObject | undefined;

export const statedLength: LengthOf = (dict) => dict.get('Length');

/** Reads `12 0 obj ... endobj` (ISO 32000-1, 7.3.10); undefined where no such thing stands. */
export function readIndirect(
	bytes: Uint8Array,
	offset: number,
	budget: Budget,
	lengthOf: LengthOf = statedLength,
): Indirect | undefined {
	if (!isWhole(offset) || offset >= bytes.length) return undefined;
	const lexer = new Lexer(bytes, offset);
	const number = lexer.next();
	const generation = lexer.next();
	if (!isWhole(number) || !isWhole(generation) || !isKeyword(lexer.next(), 'obj')) return undefined;
	const parsed = new Parser(lexer, budget).next();
	// `endobj` right away: an empty object is null.
	const value = isKeyword(parsed, 'endobj') ? null : parsed;
	const end = lexer.at;
	if (!isDict(value) || !isKeyword(lexer.next(), 'stream')) {
		return { number, generation, value, end };
	}
	const data = readData(bytes, lexer.at, lengthOf(value), budget);
	return {
		...{ number, generation },
		value: new PdfStream(value, data),
		end: data.byteOffset - bytes.byteOffset + data.length,
	};
}

/** The bytes behind the word `stream` (7.3.8.1). */
function readData(
	bytes: Uint8Array,
	from: number,
	length: PdfObject | undefined,
	budget: Budget,
): Uint8Array {
	let start = from;
	if (bytes[start] === 13) start += 1;
	if (bytes[start] === 10) start += 1;
	if (isWhole(length) && endsAt(bytes, start + length)) {
		return bytes.subarray(start, start + length);
	}
	// The length is wrong: everything up to the word that ends a stream, or an object, or the file.
	const ends = ['endstream', 'endobj'].map((word) => indexOf(bytes, word, start));
	let end = ends.find((at) => at >= 0) ?? bytes.length;
	budget.passOver(ends[0] === -1 ? bytes.length - start : end - start);
	if (bytes[end - 1] === 10 && end > start) end -= 1;
	if (bytes[end - 1] === 13 && end > start) end -= 1;
	return bytes.subarray(start, end);
}

function endsAt(bytes: Uint8Array, offset: number): boolean {
	let at = offset;
	while (at < offset + 4 && isBlank(bytes[at])) at += 1;
	return startsWith(bytes, 'endstream', at);
}
