import { indexOf, startsWith } from './bytes';
import { END, isBlank, Lexer, type Token } from './lexer';
import type { Budget } from './limits';
import {
	isDict,
	isKeyword,
	isWholeNumber,
	Keyword,
	Name,
	PdfStream,
	Ref,
	type Dict,
	type PdfObject,
} from './objects';

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
			const value = this.build(this.lexer.next(), depth);
			if (isEnd(value, '>>')) return entries;
			if (!(value instanceof Keyword)) entries.set(key.value, value);
		}
	}
}

/** How much memory a value takes, in units of the budget; a list or a dictionary, even if it is empty. */
function unitsOf(token: Token): number {
	if (typeof token === 'number') return 1;
	if (token instanceof Keyword) return token.value === '[' || token.value === '<<' ? 8 : 1;
	return 2 + Math.floor((token instanceof Name ? token.value : token).length / 16);
}

/** The closing sign, the end of the bytes, or a word that shows that the closing sign was lost. */
const isEnd = (token: PdfObject, sign: string): boolean =>
	token === END || isKeyword(token, sign) || isKeyword(token, 'endobj');

/** `12 0 obj`, before an object (7.3.10). */
interface Head {
	number: number;
	generation: number;
}

/** Reads `12 0 obj`; undefined where no such thing stands. */
export function readHead(lexer: Lexer): Head | undefined {
	const [number, generation] = [lexer.next(), lexer.next()];
	if (!isWholeNumber(number) || !isWholeNumber(generation)) return undefined;
	return isKeyword(lexer.next(), 'obj') ? { number, generation } : undefined;
}

interface Indirect {
	number: number;
	value: PdfObject;
	/** Where its value begins in the file. */
	start: number;
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
	const head = readHead(lexer);
	if (!head) return undefined;
	const { number } = head;
	const start = lexer.at;
	const parsed = new Parser(lexer, budget).next();
	// `endobj` right away: an empty object is null.
	const value = isKeyword(parsed, 'endobj') ? null : parsed;
	const end = lexer.at;
	if (!isDict(value) || !isKeyword(lexer.next(), 'stream')) return { number, value, start, end };
	const data = readData(bytes, lexer.at, resolve(value.get('Length')), budget);
	return {
		number,
		value: new PdfStream(value, data),
		start,
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
	return bytes.subarray(start, end);
}

function endsAt(bytes: Uint8Array, offset: number): boolean {
	let at = offset;
	while (at < offset + 4 && isBlank(bytes[at])) at += 1;
	return startsWith(bytes, 'endstream', at);
}

/** An entry of a dictionary as it stands in the file. */
interface RawEntry {
	key: string;
	/** Its key and its value. */
	bytes: Uint8Array;
	value: Uint8Array;
}

/** The dictionary at a place, to be copied byte by byte; undefined where none stands that is whole. */
export function readRawEntries(
	bytes: Uint8Array,
	at: number,
	budget: Budget,
): RawEntry[] | undefined {
	const lexer = new Lexer(bytes, budget, at);
	const parser = new Parser(lexer, budget);
	if (!isKeyword(lexer.next(), '<<')) return undefined;
	const entries: RawEntry[] = [];
	for (;;) {
		lexer.skipBlanks();
		const start = lexer.at;
		const key = lexer.next();
		if (isKeyword(key, '>>')) return entries;
		const end = lexer.at;
		if (!(key instanceof Name) || parser.next() instanceof Keyword) return undefined;
		const value = bytes.subarray(end, lexer.at);
		entries.push({ key: key.value, bytes: bytes.subarray(start, lexer.at), value });
	}
}

/** The bytes between the brackets of the list at a place; undefined if there is no whole list. */
export function readRawList(bytes: Uint8Array, at: number, budget: Budget): Uint8Array | undefined {
	const lexer = new Lexer(bytes, budget, at);
	lexer.skipBlanks();
	const start = lexer.at;
	const isList = Array.isArray(new Parser(lexer, budget).next()) && bytes[lexer.at - 1] === 0x5d;
	return isList ? bytes.subarray(start + 1, lexer.at - 1) : undefined;
}
