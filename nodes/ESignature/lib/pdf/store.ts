import { findIn, indexOf, startsWith } from './bytes';
import { unpack, type Unpacked } from './filters';
import { isBlank, isDigit, Lexer } from './lexer';
import { MAX, PdfError, pdfErrorOf, STEPS, UNITS, type Budget } from './limits';
import {
	isDict,
	isWholeNumber,
	nameOf,
	PdfStream,
	Ref,
	type Dict,
	type PdfObject,
} from './objects';
import { Parser, readHead, readIndirect } from './parser';
import { readTables, type Entry, type Section } from './tables';

/** Where `12 0 obj` begins whose last word is at `at`; undefined if that is something else. */
function startOfObject(bytes: Uint8Array, at: number): number | undefined {
	const generation = numberBefore(bytes, at);
	return generation === undefined ? undefined : numberBefore(bytes, generation);
}

/** Where the number begins that stands before `at`, with blanks between. */
function numberBefore(bytes: Uint8Array, at: number): number | undefined {
	let end = at;
	while (isBlank(bytes[end - 1]) && at - end < MAX.blanksInHead) end -= 1;
	let start = end;
	while (isDigit(bytes[start - 1]) && end - start < 10) start -= 1;
	return start < end ? start : undefined;
}

function takeFrom(dict: Dict, trailer: Dict): void {
	for (const key of ['Root', 'Encrypt']) {
		const value = dict.get(key);
		if (value !== undefined && value !== null) trailer.set(key, value);
	}
}

/** A reference to an object of which the tables give a wrong place. */
class WrongTable extends Error {}

interface ObjectStream {
	bytes: Uint8Array;
	/** Object number -> place in the unpacked data. */
	places: Map<number, number>;
}

/** Where the value of an object stands: in the file, or in the data of an object stream. */
export interface ObjectSource {
	bytes: Uint8Array;
	at: number;
	generation: number;
}

/** A later revision of the file has to name these (7.5.6). */
export interface Revision {
	/** The newest part of the table. */
	section: Section;
	nextNumber: number;
}

/** All objects of a file, read when they are asked for. */
export class ObjectStore {
	private entries = new Map<number, Entry>();

	private trailer: Dict = new Map();

	private isSearched = false;

	private newest: Revision | undefined;

	private readonly known = new Map<number, PdfObject>();

	private readonly pending = new Set<number>();

	private readonly objectStreams = new Map<number, ObjectStream>();

	private readonly unpacked = new Map<PdfStream, Promise<Unpacked>>();

	private constructor(
		/** From its header on, where offsets count from. */
		readonly bytes: Uint8Array,
		readonly budget: Budget,
	) {}

	/**
	 * Does the work on the objects of a file. Where its tables are lost or turn out to be wrong, the whole file is
	 * searched for objects, and the work is done from the beginning.
	 */
	static async use<Result>(
		bytes: Uint8Array,
		budget: Budget,
		work: (store: ObjectStore) => Promise<Result>,
	): Promise<Result> {
		budget.checkSize(bytes.length);
		const start = indexOf(bytes.subarray(0, MAX.headerOffset + 5), '%PDF-', budget);
		if (start < 0) throw new PdfError('notPdf');
		const file = bytes.subarray(start);
		const store = new ObjectStore(file, budget);
		try {
			await store.open();
			return await work(store);
		} catch (error) {
			if (!(error instanceof WrongTable)) throw pdfErrorOf(error);
		}
		const searched = new ObjectStore(file, budget);
		await searched.search();
		return await work(searched);
	}

	/** The catalog (7.7.2). */
	get root(): Dict {
		return this.dict(this.trailer.get('Root'));
	}

	/** Fails where the file has no table that a later revision could continue. */
	get revision(): Revision {
		return this.newest ?? this.fail();
	}

	/** Fails where the object is missing. */
	source(number: number): ObjectSource {
		const entry = this.entries.get(number);
		if (entry === undefined || entry === 'free') return this.fail();
		if ('offset' in entry) {
			const lexer = new Lexer(this.bytes, this.budget, entry.offset);
			const head = readHead(lexer);
			if (head?.number !== number) return this.fail();
			return { bytes: this.bytes, at: lexer.at, generation: head.generation };
		}
		const stream = this.objectStreams.get(entry.stream);
		const at = stream?.places.get(number);
		return stream && at !== undefined ? { bytes: stream.bytes, at, generation: 0 } : this.fail();
	}

	/** To be called where the objects make no sense. */
	fail(): never {
		throw this.isSearched ? new PdfError('damaged') : new WrongTable();
	}

	private async open(): Promise<void> {
		const table = await readTables(this.bytes, this.budget);
		if (!table) throw new WrongTable();
		({ entries: this.entries, trailer: this.trailer } = table);
		const { newest: section, nextNumber } = table;
		if (section) {
			const size = this.number(this.trailer.get('Size')) ?? 0;
			this.newest = { section, nextNumber: Math.max(nextNumber, size) };
		}
		this.refuseEncrypted();
		for (const number of table.streams) {
			const stream = this.get(number);
			if (!(stream instanceof PdfStream)) throw new WrongTable();
			this.objectStreams.set(number, await this.readObjectStream(stream));
		}
		if (this.dict(this.root.get('Pages')).size === 0) throw new WrongTable();
	}

	/**
	 * Looks for `12 0 obj` everywhere. Of two objects with one number the later one counts, as the later revision does
	 * in a whole file.
	 */
	private async search(): Promise<void> {
		const { bytes, budget, entries, trailer } = this;
		this.isSearched = true;
		for (let at = 0; (at = await findIn(bytes, 'trailer', budget, at)) >= 0;) {
			const lexer = new Lexer(bytes, budget, at + 7);
			lexer.skipBlanks();
			// Not a string, which in the middle of other data may reach to the end of the file.
			const isStart = startsWith(bytes, '<<', lexer.at);
			const dict = isStart ? new Parser(lexer, budget).next() : null;
			if (isDict(dict)) takeFrom(dict, trailer);
			at += 7;
		}
		let catalog: Ref | undefined;
		for (let at = 0; (at = await findIn(bytes, 'obj', budget, at)) >= 0;) {
			budget.step(STEPS.object);
			const offset = startOfObject(bytes, at);
			const object = offset === undefined ? undefined : readIndirect(bytes, offset, budget);
			if (object && offset !== undefined) {
				const { number, value } = object;
				budget.keep(UNITS.entry);
				entries.set(number, { offset });
				const dict = value instanceof PdfStream ? value.dict : value;
				const type = isDict(dict) ? nameOf(dict.get('Type')) : undefined;
				if (type === 'Catalog') catalog = new Ref(number);
				if (type === 'XRef') takeFrom(dict as Dict, trailer);
				if (type === 'ObjStm' && value instanceof PdfStream && !trailer.has('Encrypt')) {
					const stream = await this.readObjectStream(value);
					this.objectStreams.set(number, stream);
					for (const inner of stream.places.keys()) {
						budget.step();
						if (budget.isTired) await budget.rest();
						entries.set(inner, { stream: number });
					}
				}
			}
			at = Math.max(at + 3, object?.end ?? 0);
		}
		if (catalog && !trailer.has('Root')) trailer.set('Root', catalog);
		// Lengths of streams could not be looked up before.
		this.known.clear();
		this.refuseEncrypted();
	}

	/** The object itself where a reference to it is given; null for what is missing. */
	resolve(value: PdfObject | undefined): PdfObject {
		let current = value ?? null;
		for (let hop = 0; current instanceof Ref; hop++) {
			if (hop === MAX.hops) return null;
			current = this.get(current.number);
		}
		return current;
	}

	dict(value: PdfObject | undefined): Dict {
		const found = this.resolve(value);
		return isDict(found) ? found : new Map();
	}

	/** Its length counts as work, since any number of objects may refer to one long array. */
	array(value: PdfObject | undefined): PdfObject[] {
		const found = this.resolve(value);
		if (!Array.isArray(found)) return [];
		this.budget.step(found.length);
		return found;
	}

	number(value: PdfObject | undefined): number | undefined {
		const found = this.resolve(value);
		return typeof found === 'number' ? found : undefined;
	}

	name(value: PdfObject | undefined): string | undefined {
		return nameOf(this.resolve(value));
	}

	/** The first numbers of an array, this many; undefined if one of them is something else. */
	numbers(value: PdfObject | undefined, count: number): number[] | undefined {
		const given = this.resolve(value);
		if (!Array.isArray(given)) return undefined;
		const found = given.slice(0, count).map((one) => this.resolve(one));
		return found.length === count && found.every((one) => Number.isFinite(one))
			? (found as number[])
			: undefined;
	}

	/** The data of a stream, unpacked once. */
	async unpack(stream: PdfStream): Promise<Unpacked> {
		const known = this.unpacked.get(stream);
		if (known) return await known;
		const data = unpack(stream.bytes, stream.dict, (value) => this.resolve(value), this.budget);
		this.unpacked.set(stream, data);
		return await data;
	}

	private get(number: number): PdfObject {
		const known = this.known.get(number);
		if (known !== undefined) return known;
		// An object that needs itself, such as a stream whose length is inside of it.
		if (this.pending.has(number)) return null;
		this.pending.add(number);
		try {
			const value = this.read(number);
			this.known.set(number, value);
			return value;
		} finally {
			this.pending.delete(number);
		}
	}

	private read(number: number): PdfObject {
		const entry = this.entries.get(number);
		if (entry === undefined || entry === 'free') return null;
		const value =
			'offset' in entry
				? this.readAt(entry.offset, number)
				: this.readInStream(entry.stream, number);
		if (value !== undefined) return value;
		return this.isSearched ? null : this.fail();
	}

	private readAt(offset: number, number: number): PdfObject | undefined {
		const resolve = (value: PdfObject | undefined) => this.resolve(value);
		const found = readIndirect(this.bytes, offset, this.budget, resolve);
		return found?.number === number ? found.value : undefined;
	}

	private readInStream(streamNumber: number, number: number): PdfObject | undefined {
		const stream = this.objectStreams.get(streamNumber);
		const place = stream?.places.get(number);
		if (!stream || place === undefined) return undefined;
		return new Parser(new Lexer(stream.bytes, this.budget, place), this.budget).next();
	}

	/** Several objects in one stream, behind a list of their numbers and places (7.5.7). */
	private async readObjectStream(stream: PdfStream): Promise<ObjectStream> {
		const { bytes } = await this.unpack(stream);
		const lexer = new Lexer(bytes, this.budget);
		const first = this.number(stream.dict.get('First')) ?? 0;
		const count = this.number(stream.dict.get('N')) ?? 0;
		const places = new Map<number, number>();
		for (let index = 0; index < count; index++) {
			const [number, place] = [lexer.next(), lexer.next()];
			if (!isWholeNumber(number) || !isWholeNumber(place)) break;
			this.budget.keep(UNITS.entry);
			if (this.budget.isTired) await this.budget.rest();
			places.set(number, first + place);
		}
		return { bytes, places };
	}

	/** Every string of an encrypted file is unreadable (7.6), so nothing could be found in it. */
	private refuseEncrypted(): void {
		if ((this.trailer.get('Encrypt') ?? null) !== null) throw new PdfError('encrypted');
	}
}
