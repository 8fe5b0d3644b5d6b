import type { Budget } from './limits';
import { unpack } from './filters';
import { isBlank, Lexer } from './lexer';
import {
	indexOf,
	isDict,
	isKeyword,
	isWholeNumber,
	lastIndexOf,
	nameOf,
	PdfStream,
	Ref,
	startsWith,
	type Dict,
	type PdfObject,
} from './objects';
import { Parser, readIndirect } from './parser';

/** Where an object is: at a place of the file, or inside an object stream. */
type Entry = { offset: number } | { stream: number } | 'free';

export interface CrossReference {
	entries: Map<number, Entry>;
	trailer: Dict;
}

/** Each saved revision adds a section; nobody saves a document so often. */
const MOST_SECTIONS = 4_096;

/**
 * Follows the sections from the last to the first (ISO 32000-1, 7.5.4 to 7.5.8). Undefined where one of them
 * is not to be found: then only a look at the whole file helps.
 */
export function readCrossReference(bytes: Uint8Array, budget: Budget): CrossReference | undefined {
	const found: CrossReference = { entries: new Map(), trailer: new Map() };
	const seen = new Set<number>();
	const next = [startOf(bytes)];
	for (let offset = next.pop(); offset !== undefined; offset = next.pop()) {
		if (seen.has(offset)) continue;
		seen.add(offset);
		if (seen.size > MOST_SECTIONS) return undefined;
		const section = readSection(bytes, offset, found.entries, budget);
		if (!section) return undefined;
		for (const [key, value] of section) {
			if (!found.trailer.has(key)) found.trailer.set(key, value);
		}
		// A hybrid file (7.5.8.4) hides objects from old readers in a stream, which comes before what is older.
		for (const key of ['Prev', 'XRefStm']) {
			const earlier = section.get(key);
			if (isWholeNumber(earlier)) next.push(earlier);
		}
	}
	return found;
}

/** What stands behind the last `startxref`. */
function startOf(bytes: Uint8Array): number {
	const at = lastIndexOf(bytes, 'startxref');
	const offset = at < 0 ? undefined : new Lexer(bytes, at + 9).next();
	return isWholeNumber(offset) ? offset : bytes.length;
}

type Entries = Map<number, Entry>;

function readSection(
	bytes: Uint8Array,
	offset: number,
	entries: Entries,
	budget: Budget,
): Dict | undefined {
	const lexer = new Lexer(bytes, offset);
	lexer.skipBlanks();
	return startsWith(bytes, 'xref', lexer.at)
		? readTable(lexer, entries, budget)
		: readStream(bytes, offset, entries, budget);
}

/** Newer sections come first, so what is known already stays. */
function add(entries: Entries, number: number, entry: Entry, budget: Budget): void {
	budget.step();
	if (entries.has(number)) return;
	entries.set(number, entry);
	budget.check('objects', entries.size);
}

function readTable(lexer: Lexer, entries: Entries, budget: Budget): Dict | undefined {
	lexer.at += 4;
	for (;;) {
		const first = lexer.next();
		if (isKeyword(first, 'trailer')) break;
		const count = lexer.next();
		if (!isWholeNumber(first) || !isWholeNumber(count)) return undefined;
		if (!readSubsection(lexer, first, count, entries, budget)) return undefined;
	}
	const trailer = new Parser(lexer, budget).next();
	return isDict(trailer) ? trailer : undefined;
}

function readSubsection(
	lexer: Lexer,
	first: number,
	count: number,
	entries: Entries,
	budget: Budget,
): boolean {
	let start = first;
	for (let index = 0; index < count; index++) {
		const back = lexer.at;
		const offset = lexer.next();
		// Some writers state more entries than they print.
		if (isKeyword(offset, 'trailer')) {
			lexer.at = back;
			return true;
		}
		const generation = lexer.next();
		const type = lexer.next();
		const used = isKeyword(type, 'n');
		if (!isWholeNumber(offset) || !(used || isKeyword(type, 'f'))) return false;
		// The head of the list of free entries is object 0, whatever the subsection says.
		if (index === 0 && first === 1 && !used && offset === 0 && generation === 65_535) start = 0;
		add(entries, start + index, used && offset > 0 ? { offset } : 'free', budget);
	}
	return true;
}

/** A table in a stream (7.5.8). */
function readStream(
	bytes: Uint8Array,
	offset: number,
	entries: Entries,
	budget: Budget,
): Dict | undefined {
	const stream = readIndirect(bytes, offset, budget)?.value;
	if (!(stream instanceof PdfStream)) return undefined;
	const { dict } = stream;
	const widths = dict.get('W');
	const data = unpack(stream.bytes, dict, (value) => value ?? null, budget);
	if (!data.whole || !isWidths(widths)) return undefined;
	const index = dict.get('Index') ?? [0, dict.get('Size') ?? 0];
	if (!Array.isArray(index) || !index.every(isWholeNumber)) return undefined;
	const rows = new Rows(data.bytes, widths);
	for (let at = 0; at + 1 < index.length; at += 2) {
		const [first, count] = [index[at], index[at + 1]] as [number, number];
		for (let number = first; number < first + count && rows.more; number++) {
			const entry = rows.next();
			if (entry) add(entries, number, entry, budget);
		}
	}
	return dict;
}

const isWidths = (value: PdfObject | undefined): value is number[] =>
	Array.isArray(value) &&
	value.length >= 3 &&
	value.every((width) => isWholeNumber(width) && width < 9);

class Rows {
	private at = 0;

	private readonly length: number;

	constructor(
		private readonly data: Uint8Array,
		private readonly widths: number[],
	) {
		this.length = widths.reduce((sum, width) => sum + width, 0);
	}

	get more(): boolean {
		return this.length > 0 && this.at + this.length <= this.data.length;
	}

	next(): Entry | undefined {
		const end = this.at + this.length;
		const [type, second, third] = [1, 0, 0].map((otherwise, column) =>
			this.field(this.widths[column] as number, otherwise),
		) as [number, number, number];
		this.at = end;
		if (type === 0) return 'free';
		if (type === 1) return { offset: second };
		return type === 2 && isWholeNumber(third) ? { stream: second } : undefined;
	}

	private field(width: number, otherwise: number): number {
		if (width === 0) return otherwise;
		let value = 0;
		for (let end = this.at + width; this.at < end; this.at++) {
			value = value * 256 + (this.data[this.at] as number);
		}
		return value;
	}
}

/** Where the file begins: programs that pass PDFs on may have put something in front (annex H, 3.4.1). */
export function headerAt(bytes: Uint8Array): number {
	return indexOf(bytes, '%PDF-', 0, 1_024 + 5);
}

/** The numbers of the objects in an object stream. */
type ContentsOf = (stream: PdfStream) => number[];

/**
 * Finds the objects of a file whose tables are lost or wrong, by looking for `12 0 obj` everywhere. Of two
 * objects with one number the later one counts, as the later revision does in a whole file.
 */
export function scan(bytes: Uint8Array, budget: Budget, contentsOf: ContentsOf): CrossReference {
	const found: CrossReference = { entries: new Map(), trailer: trailerIn(bytes, budget) };
	const { entries, trailer } = found;
	let catalog: Ref | undefined;
	for (let at = indexOf(bytes, 'obj'); at >= 0;) {
		budget.step();
		const offset = startOfObject(bytes, at);
		const object = offset === undefined ? undefined : readIndirect(bytes, offset, budget);
		if (object && offset !== undefined) {
			const { number, generation, value } = object;
			entries.set(number, { offset });
			const dict = value instanceof PdfStream ? value.dict : value;
			const type = isDict(dict) ? nameOf(dict.get('Type')) : undefined;
			if (type === 'Catalog') catalog = new Ref(number, generation);
			if (type === 'XRef') merge(trailer, dict as Dict);
			if (type === 'ObjStm' && value instanceof PdfStream && !trailer.has('Encrypt')) {
				for (const inner of contentsOf(value)) entries.set(inner, { stream: number });
			}
			budget.check('objects', entries.size);
		}
		at = indexOf(bytes, 'obj', Math.max(at + 3, object?.end ?? 0));
	}
	if (catalog && !trailer.has('Root')) trailer.set('Root', catalog);
	return found;
}

/** Where `12 0 obj` begins whose last word is at `at`; undefined if that is something else. */
function startOfObject(bytes: Uint8Array, at: number): number | undefined {
	const generation = numberBefore(bytes, at);
	return generation === undefined ? undefined : numberBefore(bytes, generation);
}

/** Where the number begins that stands before `at`, with blanks between. */
function numberBefore(bytes: Uint8Array, at: number): number | undefined {
	let end = at;
	while (end > 0 && isBlank(bytes[end - 1])) end -= 1;
	let start = end;
	while (start > 0 && isDigit(bytes[start - 1]) && end - start < 10) start -= 1;
	return start < end ? start : undefined;
}

const isDigit = (byte: number | undefined): boolean =>
	byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** What all trailers say; the later ones overrule the earlier ones. */
function trailerIn(bytes: Uint8Array, budget: Budget): Dict {
	const found: Dict = new Map();
	for (let at = indexOf(bytes, 'trailer'); at >= 0; at = indexOf(bytes, 'trailer', at + 7)) {
		const dict = new Parser(new Lexer(bytes, at + 7), budget).next();
		if (isDict(dict)) merge(found, dict);
	}
	return found;
}

function merge(found: Dict, dict: Dict): void {
	for (const key of ['Root', 'Encrypt']) {
		const value = dict.get(key);
		if (value !== undefined && value !== null) found.set(key, value);
	}
}
