import { PdfStop, type Budget } from './limits';
import { headerAt, readCrossReference, scan, type CrossReference } from './crossReference';
import { unpack, type Unpacked } from './filters';
import { Lexer } from './lexer';
import { isDict, isWholeNumber, PdfStream, Ref, type Dict, type PdfObject } from './objects';
import { Parser, readIndirect } from './parser';

const MOST_HOPS = 16;
const UNITS_PER_PLACE = 2;

interface ObjectStream {
	lexer: Lexer;
	/** Object number -> place in the unpacked data. */
	places: Map<number, number>;
}

/** All objects of a file, read when they are asked for. */
export class ObjectStore {
	private readonly bytes: Uint8Array;

	private table: CrossReference;

	private scanned = false;

	private readonly known = new Map<number, PdfObject>();

	private readonly pending = new Set<number>();

	private readonly objectStreams = new WeakMap<PdfStream, ObjectStream>();

	private readonly unpacked = new WeakMap<PdfStream, Unpacked>();

	constructor(
		bytes: Uint8Array,
		readonly budget: Budget,
	) {
		budget.check('bytes', bytes.length);
		const start = headerAt(bytes);
		if (start < 0) throw new PdfStop({ kind: 'notPdf' });
		this.bytes = bytes.subarray(start);
		const table = readCrossReference(this.bytes, budget);
		this.table = table ?? { entries: new Map(), trailer: new Map() };
		if (!table || !this.hasPages()) this.rescue();
		this.refuseEncrypted();
	}

	/** The catalog (ISO 32000-1, 7.7.2). */
	get root(): Dict {
		return this.dict(this.table.trailer.get('Root'));
	}

	/** Looks for all objects anew, once; false if that was done before. */
	rescue(): boolean {
		if (this.scanned) return false;
		this.scanned = true;
		this.known.clear();
		this.table = scan(this.bytes, this.budget, (stream) => [
			...this.objectStream(stream).places.keys(),
		]);
		this.refuseEncrypted();
		return true;
	}

	/** The object itself where a reference to it is given; null for what is missing. */
	resolve(value: PdfObject | undefined): PdfObject {
		let current = value ?? null;
		for (let hop = 0; current instanceof Ref; hop++) {
			if (hop === MOST_HOPS) return null;
			current = this.get(current.number);
		}
		return current;
	}

	dict(value: PdfObject | undefined): Dict {
		const found = this.resolve(value);
		if (found instanceof PdfStream) return found.dict;
		return isDict(found) ? found : new Map();
	}

	array(value: PdfObject | undefined): PdfObject[] {
		const found = this.resolve(value);
		return Array.isArray(found) ? found : [];
	}

	number(value: PdfObject | undefined): number | undefined {
		const found = this.resolve(value);
		return typeof found === 'number' ? found : undefined;
	}

	/** The first numbers of an array, this many; undefined if one of them is something else. */
	numbers(value: PdfObject | undefined, count: number): number[] | undefined {
		const given = this.array(value).slice(0, count);
		const found = given.map((one) => this.resolve(one));
		return found.length === count && found.every((one) => Number.isFinite(one))
			? (found as number[])
			: undefined;
	}

	/** The data of a stream, unpacked once. */
	unpack(stream: PdfStream): Unpacked {
		const known = this.unpacked.get(stream);
		if (known !== undefined) return known;
		const data = unpack(stream.bytes, stream.dict, (value) => this.resolve(value), this.budget);
		this.unpacked.set(stream, data);
		return data;
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
		const entry = this.table.entries.get(number);
		if (entry === undefined || entry === 'free') return null;
		const value =
			'offset' in entry
				? this.readAt(entry.offset, number)
				: this.readInStream(entry.stream, number);
		if (value !== undefined) return value;
		// The table leads astray.
		return this.rescue() ? this.read(number) : null;
	}

	private readAt(offset: number, number: number): PdfObject | undefined {
		const lengthOf = (dict: Dict) => this.resolve(dict.get('Length'));
		const found = readIndirect(this.bytes, offset, this.budget, lengthOf);
		return found?.number === number ? found.value : undefined;
	}

	private readInStream(streamNumber: number, number: number): PdfObject | undefined {
		const stream = this.get(streamNumber);
		if (!(stream instanceof PdfStream)) return undefined;
		const { lexer, places } = this.objectStream(stream);
		const place = places.get(number);
		if (place === undefined) return undefined;
		lexer.at = place;
		return new Parser(lexer, this.budget).next();
	}

	/** Several objects in one stream, behind a list of their numbers and places (7.5.7). */
	private objectStream(stream: PdfStream): ObjectStream {
		const known = this.objectStreams.get(stream);
		if (known) return known;
		const lexer = new Lexer(this.unpack(stream).bytes);
		const first = this.number(stream.dict.get('First')) ?? 0;
		const count = this.number(stream.dict.get('N')) ?? 0;
		const places = new Map<number, number>();
		for (let index = 0; index < count; index++) {
			const [number, place] = [lexer.next(), lexer.next()];
			if (!isWholeNumber(number) || !isWholeNumber(place)) break;
			this.budget.keep(places.has(number) ? 0 : UNITS_PER_PLACE);
			this.budget.step();
			places.set(number, first + place);
			this.budget.check('objects', places.size);
		}
		const made = { lexer, places };
		this.objectStreams.set(stream, made);
		return made;
	}

	private hasPages(): boolean {
		return this.dict(this.root.get('Pages')).size > 0;
	}

	/** Every string of an encrypted file is unreadable (7.6), so nothing could be found in it. */
	private refuseEncrypted(): void {
		if (this.resolve(this.table.trailer.get('Encrypt')) === null) return;
		throw new PdfStop({ kind: 'encrypted' });
	}
}
