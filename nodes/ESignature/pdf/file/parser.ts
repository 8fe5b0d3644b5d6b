import { Budget } from './limits';
import { END, isBlank, Lexer, type Token } from './lexer';
import {
	indexOf,
	isDict,
	isKeyword,
	isWholeNumber,
	Keyword,
	Name,
	PdfStream,
	Ref,
	startsWith,
	type Dict,
	type PdfObject,
} from './objects';

/** Puts tokens together to objects (ISO 32000-1, 7.3.6 to 7.3.10). */
export class Parser {
	constructor(
		readonly lexer: Lexer,
		private readonly budget: Budget,
		/** Content streams know no references: `1 0 R` would be two numbers and an operator. */
		private readonly references = true,
	) {}

	/** The next object, or the word that stands there instead; `END` at the end. */
	next(): PdfObject {
		const start = this.lexer.at;
		const value = this.build(this.lexer.next(), 0);
		this.budget.passOver(this.lexer.at - start);
		return value;
	}

	private build(token: Token, depth: number): PdfObject {
		this.budget.step();
		// Those of a content stream are forgotten with their command.
		if (this.references) this.budget.spend('kept', unitsOf(token));
		if (typeof token === 'number') return this.references ? this.numberOrReference(token) : token;
		if (!(token instanceof Keyword)) return token;
		this.budget.check('depth', depth);
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
		// Cheap to refuse: a reference goes on with a blank and a digit.
		const generation = lexer.next();
		if (isWholeNumber(generation) && isKeyword(lexer.next(), 'R'))
			return new Ref(first, generation);
		lexer.at = back;
		return first;
	}

	private array(depth: number): PdfObject[] {
		const values: PdfObject[] = [];
		for (;;) {
			const token = this.lexer.next();
			if (isEnd(token, ']')) return values;
			const value = this.build(token, depth);
			if (!(value instanceof Keyword)) values.push(value);
		}
	}

	private dict(depth: number): Dict {
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
	generation: number;
	value: PdfObject;
	/** Where it ends in the file. */
	end: number;
}

/** The length that a stream states; a reference where it was not known when the stream began. */
type LengthOf = (dict: Dict) => PdfObject | undefined;

const statedLength: LengthOf = (dict) => dict.get('Length');

/** Reads `12 0 obj ... endobj` (ISO 32000-1, 7.3.10); undefined where no such thing stands. */
export function readIndirect(
	bytes: Uint8Array,
	offset: number,
	budget: Budget,
	lengthOf: LengthOf = statedLength,
): Indirect | undefined {
	if (!isWholeNumber(offset) || offset >= bytes.length) return undefined;
	const lexer = new Lexer(bytes, offset);
	const number = lexer.next();
	const generation = lexer.next();
	if (!isWholeNumber(number) || !isWholeNumber(generation) || !isKeyword(lexer.next(), 'obj'))
		return undefined;
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
	if (isWholeNumber(length) && endsAt(bytes, start + length)) {
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

/**
 * Skips `BI ... ID data EI` (ISO 32000-1, 8.9.7); the parser stands behind `BI`. False where the data have no end, so
 * that all that follows is lost.
 */
export function skipInlineImage(parser: Parser): boolean {
	const { lexer } = parser;
	const entries: Dict = new Map();
	let key: string | undefined;
	for (let next = parser.next(); !isKeyword(next, 'ID'); next = parser.next()) {
		if (next instanceof Keyword) {
			// The end of the content, or something that is no image.
			if (next.value === '' || next.value === 'EI') return true;
			continue;
		}
		if (key === undefined) key = next instanceof Name ? next.value : undefined;
		else {
			entries.set(key, next);
			key = undefined;
		}
	}
	const start = lexer.at + 1;
	const length = imageLength(entries);
	const end =
		length !== undefined && imageEndsAt(lexer, start + length) ? start + length : findEnd(lexer);
	lexer.at = end ?? lexer.end;
	lexer.next();
	return end !== undefined;
}

/** The length of the data, where the dictionary tells: as such (PDF 2.0), or by the size of an unpacked image. */
function imageLength(entries: Dict): number | undefined {
	const number = (...keys: string[]): number | undefined => {
		const value = keys.map((key) => entries.get(key)).find((one) => one !== undefined);
		return typeof value === 'number' && value >= 0 ? value : undefined;
	};
	const stated = number('L', 'Length');
	if (stated !== undefined) return stated;
	if (entries.has('F') || entries.has('Filter')) return undefined;
	const [width, height] = [number('W', 'Width'), number('H', 'Height')];
	const space = entries.get('CS') ?? entries.get('ColorSpace');
	const isMask = (entries.get('IM') ?? entries.get('ImageMask')) === true;
	const colors = COLORS.get(space instanceof Name ? space.value : '');
	const bits = isMask ? 1 : (number('BPC', 'BitsPerComponent') ?? 8) * (colors ?? NaN);
	if (width === undefined || height === undefined || Number.isNaN(bits)) return undefined;
	return Math.ceil((width * bits) / 8) * height;
}

const COLORS = new Map([
	['G', 1],
	['DeviceGray', 1],
	['RGB', 3],
	['DeviceRGB', 3],
	['CMYK', 4],
	['DeviceCMYK', 4],
]);

/** `EI` stands there, after a blank or none. */
function imageEndsAt({ bytes, end }: Lexer, offset: number): boolean {
	let at = offset;
	while (at < offset + 3 && isBlank(bytes[at])) at += 1;
	const after = bytes[at + 2];
	return startsWith(bytes, 'EI', at) && (at + 2 >= end || isBlank(after));
}

/** How many bytes behind `EI` must look like drawing commands, and before it like letters, to be taken for those. */
const LOOK_AHEAD = 12;

const isPlain = (byte: number): boolean => isBlank(byte) || (byte >= 0x20 && byte < 0x7f);

/**
 * The data may hold the letters `EI`, too, but hardly ever followed by plain text. Some writers leave out the blank
 * before it. In data that are letters themselves, such an end counts only behind their own end, `>`, or where there is
 * no other.
 */
function findEnd({ bytes, at: start, end }: Lexer): number | undefined {
	let doubtful: number | undefined;
	for (let at = start; at < end; at++) {
		if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
		const after = bytes.subarray(at + 2, Math.min(at + 2 + LOOK_AHEAD, end));
		if (!after.every(isPlain) || (after.length > 0 && !isBlank(after[0]))) continue;
		const before = bytes.subarray(Math.max(start, at - LOOK_AHEAD), at);
		const last = before.at(-1);
		if (isBlank(last) || last === 0x3e || !before.every(isPlain)) return at;
		doubtful ??= at;
	}
	return doubtful;
}
