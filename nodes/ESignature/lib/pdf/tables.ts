import { findLastIn, startsWith } from './bytes';
import { unpack } from './filters';
import { Lexer } from './lexer';
import { UNITS, type Budget } from './limits';
import { isDict, isKeyword, isWholeNumber, PdfStream, type Dict, type PdfObject } from './objects';
import { Parser, readIndirect } from './parser';

/** Where an object is: at a place of the file, or inside an object stream. */
export type Entry = { offset: number } | { stream: number } | 'free';

interface CrossReference {
	entries: Map<number, Entry>;
	/** The object streams that they name. */
	streams: Set<number>;
	trailer: Dict;
	/** A number that is not in use. */
	nextNumber: number;
	newest?: Section;
}

/** A table or a stream, and the dictionary that belongs to it (7.5.5, 7.5.8.2). */
export interface Section {
	offset: number;
	isStream: boolean;
	dictAt: number;
	dict: Dict;
}

/** Newer sections come first, so what is known already stays. */
function addEntry(found: CrossReference, number: number, entry: Entry, budget: Budget): void {
	const { entries, streams } = found;
	if (entries.has(number)) return;
	budget.keep(UNITS.entry);
	found.nextNumber = Math.max(found.nextNumber, number + 1);
	entries.set(number, entry);
	if (entry !== 'free' && 'stream' in entry) streams.add(entry.stream);
}

/**
 * Follows the sections from the last to the first (ISO 32000-1, 7.5.4 to 7.5.8). Undefined where one of them is not to
 * be found: then the whole file has to be searched.
 */
export async function readTables(
	bytes: Uint8Array,
	budget: Budget,
): Promise<CrossReference | undefined> {
	const found: CrossReference = {
		entries: new Map(),
		streams: new Set(),
		trailer: new Map(),
		nextNumber: 1,
	};
	const seen = new Set<number>();
	const at = await findLastIn(bytes, 'startxref', budget);
	const next: PdfObject[] = [at < 0 ? null : new Lexer(bytes, budget, at + 9).next()];
	for (let offset = next.pop(); offset !== undefined; offset = next.pop()) {
		if (!isWholeNumber(offset)) return undefined;
		if (seen.has(offset)) continue;
		seen.add(offset);
		const section = await readSection(bytes, offset, found, budget);
		if (!section) return undefined;
		found.newest ??= section;
		for (const [key, value] of section.dict) {
			if (!found.trailer.has(key)) found.trailer.set(key, value);
		}
		// A hybrid file (7.5.8.4) has objects for newer readers in a stream, which comes before what is older.
		for (const key of ['Prev', 'XRefStm']) {
			const earlier = section.dict.get(key);
			if (earlier !== undefined) next.push(earlier);
		}
	}
	return found;
}

async function readSection(
	bytes: Uint8Array,
	offset: number,
	found: CrossReference,
	budget: Budget,
): Promise<Section | undefined> {
	await budget.rest();
	const lexer = new Lexer(bytes, budget, offset);
	lexer.skipBlanks();
	return startsWith(bytes, 'xref', lexer.at)
		? await readTable(lexer, offset, found, budget)
		: await readTableStream(bytes, offset, found, budget);
}

async function readTable(
	lexer: Lexer,
	offset: number,
	found: CrossReference,
	budget: Budget,
): Promise<Section | undefined> {
	lexer.at += 4;
	let number = 0;
	// Three words per entry, two for the head of a part; where a part ends, the words tell.
	for (;;) {
		if (budget.isTired) await budget.rest();
		const [first, second] = [lexer.next(), lexer.next()];
		if (isKeyword(first, 'trailer') && isKeyword(second, '<<')) {
			lexer.at -= 2;
			break;
		}
		if (!isWholeNumber(first) || !isWholeNumber(second)) return undefined;
		const back = lexer.at;
		const type = lexer.next();
		const used = isKeyword(type, 'n');
		if (!used && !isKeyword(type, 'f')) {
			lexer.at = back;
			number = first;
			continue;
		}
		addEntry(found, number, used && first > 0 ? { offset: first } : 'free', budget);
		number += 1;
	}
	const dictAt = lexer.at;
	const dict = new Parser(lexer, budget).next();
	return isDict(dict) ? { offset, isStream: false, dictAt, dict } : undefined;
}

/** A table in a stream (7.5.8). */
async function readTableStream(
	bytes: Uint8Array,
	offset: number,
	found: CrossReference,
	budget: Budget,
): Promise<Section | undefined> {
	const object = readIndirect(bytes, offset, budget);
	const stream = object?.value;
	if (!object || !(stream instanceof PdfStream)) return undefined;
	const { dict } = stream;
	const section = { offset, isStream: true, dictAt: object.start, dict };
	const widths = dict.get('W');
	const index = dict.get('Index') ?? [0, dict.get('Size') ?? 0];
	const data = await unpack(stream.bytes, dict, (value) => value ?? null, budget);
	if (!data.whole || !isWidths(widths)) return undefined;
	if (!Array.isArray(index) || !index.every(isWholeNumber)) return undefined;
	const length = widths.reduce((sum, width) => sum + width, 0);
	let at = 0;
	const field = (width: number, otherwise: number): number => {
		if (width === 0) return otherwise;
		let value = 0;
		for (const end = at + width; at < end; at++) value = value * 256 + (data.bytes[at] ?? 0);
		return value;
	};
	for (let part = 0; part + 1 < index.length; part += 2) {
		const [first, count] = [index[part], index[part + 1]] as [number, number];
		for (let number = first; number < first + count; number++) {
			if (length === 0 || at + length > data.bytes.length) return section;
			budget.step();
			if (budget.isTired) await budget.rest();
			const row = at;
			const type = field(widths[0] as number, 1);
			const place = field(widths[1] as number, 0);
			at = row + length;
			if (type === 0) addEntry(found, number, 'free', budget);
			if (type === 1) addEntry(found, number, { offset: place }, budget);
			if (type === 2) addEntry(found, number, { stream: place }, budget);
		}
	}
	return section;
}

const isWidths = (value: PdfObject | undefined): value is number[] =>
	Array.isArray(value) &&
	value.length >= 3 &&
	value.every((width) => isWholeNumber(width) && width < 9);
