import { findIn, fromCodes, indexOf, startsWith } from './bytes';
import { unpack, type Unpacked } from './filters';
import { Lexer } from './lexer';
import {
	Budget,
	guarded,
	MAX,
	PdfError,
	pdfErrorOf,
	STEPS,
	UNITS,
	type ReadOptions,
} from './limits';
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
import { Tables, WrongTable, type Entry, type Section } from './tables';

/** What stands before the word `obj`: a number and a generation (7.3.10). Writers put a blank between, or the end of a line. */
const HEAD = /\d{1,10}[\0\t\n\f\r ]{1,16}\d{1,10}[\0\t\n\f\r ]{0,16}$/;

const MAX_HEAD_LENGTH = 52;

/** Where `12 0 obj` begins whose last word is at `at`; undefined if that is something else. */
function startOfObject(bytes: Uint8Array, at: number): number | undefined {
	const before = Math.max(0, at - MAX_HEAD_LENGTH);
	const head = HEAD.exec(fromCodes(bytes.subarray(before, at)));
	return head ? before + head.index : undefined;
}

function takeFrom(dict: Dict, trailer: Dict): void {
	for (const key of ['Root', 'Encrypt']) {
		const value = dict.get(key);
		if (value !== undefined && value !== null) trailer.set(key, value);
	}
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
	private readonly entries: Map<number, Entry | undefined>;

	private readonly trailer: Dict;

	private readonly known = new Map<number, PdfObject>();

	/** Of objects that need each other, while they are read. */
	private depth = 0;

	private readonly unpacked = new Map<PdfStream, Promise<Unpacked>>();

	private constructor(
		/** From its header on, where offsets count from. */
		readonly bytes: Uint8Array,
		readonly budget: Budget,
		/** Undefined where the whole file has to be searched. */
		private readonly tables?: Tables,
	) {
		this.entries = tables?.entries ?? new Map();
		this.trailer = tables?.newest?.dict ?? new Map();
	}

	/**
	 * Does the work on the objects of a file. Where its tables are lost or turn out to be wrong, the whole file is
	 * searched for objects, and the work is done from the beginning.
	 */
	static async use<Result>(
		bytes: Uint8Array,
		options: ReadOptions,
		work: (store: ObjectStore) => Promise<Result>,
	): Promise<Result> {
		return await guarded(async () => {
			const budget = new Budget(options);
			budget.checkSize(bytes.length);
			const start = indexOf(bytes.subarray(0, MAX.headerOffset + 5), '%PDF-', budget);
			if (start < 0) throw new PdfError('notPdf');
			const file = bytes.subarray(start);
			try {
				const store = new ObjectStore(file, budget, await Tables.read(file, budget));
				await store.open();
				return await work(store);
			} catch (error) {
				if (!(error instanceof WrongTable)) throw pdfErrorOf(error);
			}
			const store = new ObjectStore(file, budget);
			await store.search();
			return await work(store);
		});
	}

	/** The catalog (7.7.2). */
	get root(): Dict {
		return this.dict(this.trailer.get('Root'));
	}

	/** Fails where the file has no table that a later revision could continue. */
	get revision(): Revision {
		const { newest, nextNumber } = this.tables ?? this.fail();
		return { section: newest ?? this.fail(), nextNumber };
	}

	/** Fails where the object is missing. */
	source(number: number): ObjectSource {
		const entry = this.entries.get(number) ?? this.fail();
		if ('bytes' in entry) return { ...entry, generation: 0 };
		const lexer = new Lexer(
			this.bytes,
			this.budget,
			'offset' in entry ? entry.offset : this.fail(),
		);
		const head = readHead(lexer);
		if (head?.number !== number) return this.fail();
		return { bytes: this.bytes, at: lexer.at, generation: head.generation };
	}

	/** To be called where the objects make no sense. */
	fail(): never {
		throw this.tables ? new WrongTable() : new PdfError('damaged');
	}

	private async open(): Promise<void> {
		this.refuseEncrypted();
		for (const number of this.tables?.streams ?? []) {
			const stream = this.get(number);
			if (!(stream instanceof PdfStream)) throw new WrongTable();
			await this.openObjectStream(stream, number);
		}
		if (this.dict(this.root.get('Pages')).size === 0) throw new WrongTable();
	}

	/**
	 * Looks for `12 0 obj` everywhere. Of two objects with one number the later one counts, as the later revision does
	 * in a whole file.
	 */
	private async search(): Promise<void> {
		const { bytes, budget, entries, trailer } = this;
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
				if (type === 'ObjStm' && value instanceof PdfStream) await this.openObjectStream(value);
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
		return value instanceof Ref ? this.get(value.number) : (value ?? null);
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
		// An object may need itself, such as a stream whose length is inside of it.
		this.known.set(number, null);
		this.budget.checkDepth(this.depth);
		this.depth += 1;
		const value = this.resolve(this.read(number));
		this.depth -= 1;
		this.known.set(number, value);
		return value;
	}

	private read(number: number): PdfObject {
		const { bytes, budget } = this;
		const entry = this.entries.get(number);
		if (entry === undefined) return null;
		if ('bytes' in entry) {
			return new Parser(new Lexer(entry.bytes, budget, entry.at), budget).next();
		}
		const resolve = (value: PdfObject | undefined) => this.resolve(value);
		const found =
			'offset' in entry ? readIndirect(bytes, entry.offset, budget, resolve) : undefined;
		if (found?.number === number) return found.value;
		return this.tables ? this.fail() : null;
	}

	/**
	 * Several objects in one stream, behind a list of their numbers and places (7.5.7): those that the tables look for in
	 * the stream of this number, or all of them.
	 */
	private async openObjectStream(stream: PdfStream, home?: number): Promise<void> {
		const { budget, entries } = this;
		const { bytes } = await this.unpack(stream);
		const lexer = new Lexer(bytes, budget);
		const first = this.number(stream.dict.get('First')) ?? 0;
		const count = this.number(stream.dict.get('N')) ?? 0;
		for (let index = 0; index < count; index++) {
			const [number, place] = [lexer.next(), lexer.next()];
			if (!isWholeNumber(number) || !isWholeNumber(place)) break;
			budget.keep(UNITS.entry);
			if (budget.isTired) await budget.rest();
			const entry = entries.get(number);
			const isHere = entry !== undefined && 'stream' in entry && entry.stream === home;
			if (isHere || home === undefined) entries.set(number, { bytes, at: first + place });
		}
	}

	/** Every string of an encrypted file is unreadable (7.6), so nothing could be found in it. */
	private refuseEncrypted(): void {
		if ((this.trailer.get('Encrypt') ?? null) !== null) throw new PdfError('encrypted');
	}
}
