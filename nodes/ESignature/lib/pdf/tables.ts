import { findLastIn, startsWith } from './bytes';
import { unpack } from './filters';
import { Lexer } from './lexer';
import { UNITS, type Budget } from './limits';
import { isDict, isKeyword, isWholeNumber, PdfStream, type Dict, type PdfObject } from './objects';
import { Parser, readIndirect } from './parser';

/** Tables that are lost, or that give a wrong place for an object: then the whole file has to be searched. */
export class WrongTable extends Error {}

/** Where an object is: at `12 0 obj` in the file, or its value inside an object stream, once that is unpacked. */
export type Entry = { offset: number } | { stream: number } | { bytes: Uint8Array; at: number };

/** A table or a stream, and the dictionary that belongs to it (7.5.5, 7.5.8.2). */
export interface Section {
	offset: number;
	isStream: boolean;
	dictAt: number;
	dict: Dict;
}

/** The sections of a file from the last to the first (ISO 32000-1, 7.5.4 to 7.5.8). */
export class Tables {
	/** Undefined for an object that was deleted. */
	readonly entries = new Map<number, Entry | undefined>();

	/** The object streams that they name. */
	readonly streams = new Set<number>();

	/** Its dictionary is the trailer of the file. */
	newest: Section | undefined;

	/** A number that is not in use. */
	nextNumber = 1;

	private constructor(
		private readonly bytes: Uint8Array,
		private readonly budget: Budget,
	) {}

	static async read(bytes: Uint8Array, budget: Budget): Promise<Tables> {
		const tables = new Tables(bytes, budget);
		const at = await findLastIn(bytes, 'startxref', budget);
		const next: PdfObject[] = [at < 0 ? null : new Lexer(bytes, budget, at + 9).next()];
		const seen = new Set<PdfObject>();
		for (let offset = next.pop(); offset !== undefined; offset = next.pop()) {
			if (seen.has(offset)) continue;
			seen.add(offset);
			const section = await tables.readSection(offset);
			tables.newest ??= section;
			// A hybrid file (7.5.8.4) has objects for newer readers in a stream, which comes before what is older.
			for (const key of ['Prev', 'XRefStm']) {
				const earlier = section.dict.get(key);
				if (earlier !== undefined) next.push(earlier);
			}
		}
		return tables;
	}

	private async readSection(offset: PdfObject): Promise<Section> {
		if (!isWholeNumber(offset)) throw new WrongTable();
		await this.budget.rest();
		const lexer = new Lexer(this.bytes, this.budget, offset);
		lexer.skipBlanks();
		return startsWith(this.bytes, 'xref', lexer.at)
			? await this.readTable(lexer, offset)
			: await this.readTableStream(offset);
	}

	private async readTable(lexer: Lexer, offset: number): Promise<Section> {
		const { budget } = this;
		lexer.at += 4;
		let number = 0;
		// Three words per entry, two for the head of a part; where a part ends, the words tell.
		for (;;) {
			if (budget.isTired) await budget.rest();
			const [first, second] = [lexer.next(), lexer.next()];
			if (isKeyword(first, 'trailer') && isKeyword(second, '<<')) break;
			if (!isWholeNumber(first) || !isWholeNumber(second)) throw new WrongTable();
			const back = lexer.at;
			const type = lexer.next();
			if (isKeyword(type, 'n') || isKeyword(type, 'f')) {
				this.add(number, isKeyword(type, 'n') && first > 0 ? { offset: first } : undefined);
				number += 1;
			} else {
				lexer.at = back;
				number = first;
			}
		}
		lexer.at -= 2;
		const dictAt = lexer.at;
		const dict = new Parser(lexer, budget).next();
		if (!isDict(dict)) throw new WrongTable();
		return { offset, isStream: false, dictAt, dict };
	}

	/** A table in a stream (7.5.8). */
	private async readTableStream(offset: number): Promise<Section> {
		const { bytes, budget } = this;
		const { value: stream, start } = readIndirect(bytes, offset, budget) ?? {};
		if (!(stream instanceof PdfStream) || start === undefined) throw new WrongTable();
		const { dict } = stream;
		const widths = dict.get('W');
		const index = dict.get('Index') ?? [0, dict.get('Size') ?? 0];
		const data = await unpack(stream.bytes, dict, (value) => value ?? null, budget);
		if (!data.whole || !isWidths(widths)) throw new WrongTable();
		if (!Array.isArray(index) || !index.every(isWholeNumber)) throw new WrongTable();
		const section = { offset, isStream: true, dictAt: start, dict };
		const [typeWidth, placeWidth] = widths as [number, number];
		const length = widths.reduce((sum, width) => sum + width, 0);
		const field = (from: number, width: number): number => {
			let value = 0;
			for (let at = from; at < from + width; at++) value = value * 256 + (data.bytes[at] as number);
			return value;
		};
		let row = 0;
		for (let part = 0; part + 1 < index.length; part += 2) {
			const [first, count] = [index[part], index[part + 1]] as [number, number];
			for (let number = first; number < first + count; number++, row += length) {
				if (length === 0 || row + length > data.bytes.length) return section;
				budget.step();
				if (budget.isTired) await budget.rest();
				const type = typeWidth === 0 ? 1 : field(row, typeWidth);
				const place = field(row + typeWidth, placeWidth);
				if (type === 0) this.add(number, undefined);
				if (type === 1) this.add(number, { offset: place });
				if (type === 2) this.add(number, { stream: place });
			}
		}
		return section;
	}

	/** Newer sections come first, so what is known already stays. */
	private add(number: number, entry: { offset: number } | { stream: number } | undefined): void {
		const { entries, streams } = this;
		if (entries.has(number)) return;
		this.budget.keep(UNITS.entry);
		this.nextNumber = Math.max(this.nextNumber, number + 1);
		entries.set(number, entry);
		if (entry && 'stream' in entry) streams.add(entry.stream);
	}
}

const isWidths = (value: PdfObject | undefined): value is number[] =>
	Array.isArray(value) &&
	value.length >= 3 &&
	value.every((width) => isWholeNumber(width) && width < 9);
