import {
	bytesOf,
	PdfError,
	readRawEntries,
	readRawList,
	Ref,
	type ObjectStore,
	type PageSource,
	type Section,
} from '../pdf';

/** A part of a file: one letter per byte, or bytes that are copied. */
type Part = string | Uint8Array;

/** Readers take no file with more objects (ISO 32000-1, annex C). */
const MAX_OBJECTS = 8_388_607;

/** Of what is kept, per unit of the budget. */
const BYTES_PER_UNIT = 24;

/** What a trailer takes from the one before it. The rest is about the table itself. */
const TRAILER_KEYS = ['Root', 'Info', 'ID'];

/** Of a stream of cross references. */
const ENTRY_BYTES = 7;

interface Entry {
	number: number;
	generation: number;
	offset: number;
}

/**
 * A later revision of a file (ISO 32000-1, 7.5.6): all its bytes stay, and new and changed objects follow them. It ends
 * with a table or a stream of cross references, whichever the file has: readers refuse a mixture.
 */
export class Update {
	private readonly parts: Uint8Array[] = [];

	private readonly entries: Entry[] = [];

	private readonly section: Section;

	private nextNumber: number;

	/** Offsets count from the header of the file, which may have something in front of it. */
	private offset: number;

	constructor(private readonly store: ObjectStore) {
		const { section, nextNumber } = store.revision;
		this.section = section;
		this.nextNumber = nextNumber;
		this.offset = store.bytes.length;
		this.write('\n');
	}

	/** Adds an object and returns its number. */
	add(object: string): number {
		const number = this.reserve();
		this.writeObject(number, 0, [object]);
		return number;
	}

	addStream(entries: string, data: string): number {
		return this.add(`<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`);
	}

	/** Copies a page byte by byte, with more annotations behind those that it has. */
	annotate({ number, dict }: PageSource, annotations: readonly number[]): void {
		const { store } = this;
		if (number === undefined) throw new PdfError('damaged');
		const { bytes, at, generation } = store.source(number);
		const entries = readRawEntries(bytes, at, store.budget) ?? store.fail();
		const others = entries.filter(({ key }) => key !== 'Annots');
		// The last one counts, as it does for the reader of the page.
		const own = entries.filter(({ key }) => key === 'Annots').at(-1)?.value;
		this.writeObject(number, generation, [
			'<<\n',
			...others.flatMap((entry) => [entry.bytes, '\n']),
			'/Annots [',
			this.annotationsOf(dict, own),
			`\n${annotations.map((one) => `${one} 0 R`).join(' ')}]\n>>`,
		]);
	}

	/** The list of the page, or the one that it refers to: other pages may share that one, so it has to stay. */
	private annotationsOf(page: PageSource['dict'], own: Uint8Array | undefined): Part {
		const { store } = this;
		const value = page.get('Annots');
		if (!own || !Array.isArray(store.resolve(value))) return '';
		const { bytes, at } = value instanceof Ref ? store.source(value.number) : { bytes: own, at: 0 };
		return readRawList(bytes, at, store.budget) ?? store.fail();
	}

	/** What to append to the file. */
	finish(): Uint8Array[] {
		const start = this.offset;
		if (this.section.isStream) this.writeTableStream();
		else this.writeTable();
		this.write(`\nstartxref\n${start}\n%%EOF\n`);
		return this.parts;
	}

	/** 7.5.4: an entry has 20 bytes. */
	private writeTable(): void {
		const parts = this.entries
			.sort(byNumber)
			.map(
				({ number, generation, offset }) =>
					`${number} 1\n${padded(offset, 10)} ${padded(generation, 5)} n \n`,
			);
		for (const part of ['xref\n', ...parts, 'trailer\n<<\n', ...this.trailer(), '>>']) {
			this.write(part);
		}
	}

	/** 7.5.8: an entry has a byte for its type, four for the offset, and two for the generation. */
	private writeTableStream(): void {
		const number = this.reserve();
		const entries = [...this.entries, { number, generation: 0, offset: this.offset }].sort(
			byNumber,
		);
		const index = entries.map((entry) => `${entry.number} 1`).join(' ');
		const data = new DataView(new ArrayBuffer(ENTRY_BYTES * entries.length));
		for (const [row, { generation, offset }] of entries.entries()) {
			data.setUint8(ENTRY_BYTES * row, 1);
			data.setUint32(ENTRY_BYTES * row + 1, offset);
			data.setUint16(ENTRY_BYTES * row + 5, generation);
		}
		this.writeObject(number, 0, [
			'<<\n',
			...this.trailer(),
			`/Type /XRef /W [1 4 2] /Index [${index}] /Length ${data.byteLength} >>\nstream\n`,
			new Uint8Array(data.buffer),
			'\nendstream',
		]);
	}

	private trailer(): Part[] {
		const { store, section, nextNumber } = this;
		const old = readRawEntries(store.bytes, section.dictAt, store.budget) ?? store.fail();
		const kept = old.filter(({ key }) => TRAILER_KEYS.includes(key));
		if (!kept.some(({ key }) => key === 'Root')) return store.fail();
		const table = `/Size ${nextNumber} /Prev ${section.offset}\n`;
		return [...kept.flatMap((entry) => [entry.bytes, '\n']), table];
	}

	private reserve(): number {
		const number = this.nextNumber;
		if (!(number < MAX_OBJECTS)) throw new PdfError('damaged');
		this.nextNumber += 1;
		return number;
	}

	private writeObject(number: number, generation: number, content: Part[]): void {
		this.entries.push({ number, generation, offset: this.offset });
		for (const part of [`${number} ${generation} obj\n`, ...content, '\nendobj\n'])
			this.write(part);
	}

	private write(part: Part): void {
		this.store.budget.keep(1 + Math.ceil(part.length / BYTES_PER_UNIT));
		this.parts.push(typeof part === 'string' ? bytesOf(part) : part);
		this.offset += part.length;
	}
}

const byNumber = (one: Entry, other: Entry): number => one.number - other.number;

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');
