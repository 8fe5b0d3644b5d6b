/** In each of the parts. A difference of several hundred can be read out of so many. */
const CELLS = 256;
const PARTS = [0, 1, 2];
const ID_BYTES = 16;
const KEY_BYTES = ID_BYTES + 1;
const CELL_BYTES = 4 + KEY_BYTES + 4;
const ALL = CELLS * PARTS.length;

/** An envelope and a number that stands for its status. */
export interface SketchEntry {
	/** In lower case. */
	id: string;
	status: number;
}

export interface Difference {
	/** Here, but not there. */
	more: SketchEntry[];
	/** There, but not here. */
	less: SketchEntry[];
	/** False: it was too large, and this is only a part of it. */
	isWhole: boolean;
}

/**
 * A summary of any number of entries in a fixed size (an invertible Bloom lookup table). Entries cannot be
 * listed, but those by which two summaries differ can, as long as they are few: this proves whether a list
 * of a million envelopes holds what it held, and names what it does not, without a copy of the list.
 */
export class Sketch {
	private constructor(private readonly bytes: Buffer) {}

	static empty(): Sketch {
		return new Sketch(Buffer.alloc(ALL * CELL_BYTES));
	}

	/** Undefined where the text is not a summary of this size. */
	static unpack(text: unknown): Sketch | undefined {
		if (typeof text !== 'string') return undefined;
		const bytes = Buffer.from(text, 'base64');
		return bytes.length === ALL * CELL_BYTES ? new Sketch(bytes) : undefined;
	}

	pack(): string {
		return this.bytes.toString('base64');
	}

	copy(): Sketch {
		return new Sketch(Buffer.from(this.bytes));
	}

	add(entry: SketchEntry): void {
		this.put(keyOf(entry), 1);
	}

	remove(entry: SketchEntry): void {
		this.put(keyOf(entry), -1);
	}

	/** What this one has in addition to the other one, and what it lacks. */
	minus(other: Sketch): Sketch {
		const result = this.copy();
		for (let cell = 0; cell < ALL; cell++) {
			const at = cell * CELL_BYTES;
			result.change(at, -other.bytes.readInt32BE(at), other.bytes.subarray(at + 4));
		}
		return result;
	}

	/** Entries that stand alone in a cell are taken out until none is left, or none stands alone. */
	difference(): Difference {
		const rest = this.copy();
		const found: Difference = { more: [], less: [], isWhole: false };
		const waiting = Array.from({ length: ALL }, (_, cell) => cell);
		for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
			const alone = rest.alone(cell);
			if (!alone) continue;
			const { key, count } = alone;
			(count > 0 ? found.more : found.less).push(entryOf(key));
			rest.put(key, count === 1 ? -1 : 1);
			waiting.push(...placesOf(key).cells);
		}
		found.isWhole = rest.bytes.every((byte) => byte === 0);
		return found;
	}

	private alone(cell: number): { key: Buffer; count: 1 | -1 } | undefined {
		const at = cell * CELL_BYTES;
		const count = this.bytes.readInt32BE(at);
		if (count !== 1 && count !== -1) return undefined;
		const key = Buffer.from(this.bytes.subarray(at + 4, at + 4 + KEY_BYTES));
		const { check, cells } = placesOf(key);
		const isOne =
			cells.includes(cell) &&
			check.equals(this.bytes.subarray(at + 4 + KEY_BYTES, at + CELL_BYTES));
		return isOne ? { key, count } : undefined;
	}

	private put(key: Buffer, count: 1 | -1): void {
		const { check, cells } = placesOf(key);
		const content = Buffer.concat([key, check]);
		for (const cell of cells) this.change(cell * CELL_BYTES, count, content);
	}

	/** The count of a cell is added to; all else in it is combined by exclusive or, which undoes itself. */
	private change(at: number, count: number, content: Buffer): void {
		this.bytes.writeInt32BE((this.bytes.readInt32BE(at) + count) | 0, at);
		for (let byte = 0; byte < CELL_BYTES - 4; byte++) {
			const place = at + 4 + byte;
			this.bytes[place] = Number(this.bytes[place]) ^ Number(content[byte]);
		}
	}
}

/** One cell in each part, and a few bytes that tell one entry from a mixture of several. */
function placesOf(key: Buffer): { cells: number[]; check: Buffer } {
	const cells = PARTS.map((part) => part * CELLS + (spread(key, part) % CELLS));
	const check = Buffer.alloc(4);
	check.writeUInt32BE(spread(key, PARTS.length));
	return { cells, check };
}

/**
 * A number of 32 bits, another one for each seed, mixed as in MurmurHash3 by Austin Appleby. IDs are spread as evenly as
 * by a cryptographic digest, in a tenth of the time; nobody gains anything from two that fall together.
 */
function spread(bytes: Buffer, seed: number): number {
	let mixed = seed;
	const whole = bytes.length - (bytes.length % 4);
	for (let at = 0; at < whole; at += 4) mixed = mixedWith(mixed, bytes.readInt32LE(at));
	for (let at = whole; at < bytes.length; at++) mixed = mixedWith(mixed, Number(bytes[at]));
	return finished(mixed);
}

function finished(mixed: number): number {
	const once = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
	return (twice ^ (twice >>> 16)) >>> 0;
}

function mixedWith(mixed: number, word: number): number {
	const scaled = Math.imul(word, 0xcc9e2d51);
	const turned = mixed ^ Math.imul((scaled << 15) | (scaled >>> 17), 0x1b873593);
	return (Math.imul((turned << 13) | (turned >>> 19), 5) + 0xe6546b64) | 0;
}

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * Of the whole ID, since IDs that begin with the time share their first bytes. One that is taken for another is passed
 * over: with a million envelopes, of which 50,000 are remembered at a time, the odds of that are one in 5,000.
 */
export function fewBytes(id: string): number {
	let [one, other] = [0, 1];
	for (let at = 0; at < id.length; at++) {
		const code = id.charCodeAt(at);
		one = mixedWith(one, code);
		other = mixedWith(other, code);
	}
	return finished(one) * 0x10000 + (finished(other) >>> 16);
}

const keyOf = ({ id, status }: SketchEntry): Buffer =>
	Buffer.concat([bytesOf(id), Buffer.from([status])]);

const entryOf = (key: Buffer): SketchEntry => ({
	id: idFrom(key.subarray(0, ID_BYTES)),
	status: Number(key[ID_BYTES]),
});

function idFrom(bytes: Buffer): string {
	const hex = bytes.toString('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20),
	].join('-');
}

/** An ID in 22 characters instead of 36: there may be thousands of them. */
export const shortId = (id: string): string => bytesOf(id).toString('base64url');

export const longId = (short: string): string => idFrom(Buffer.from(short, 'base64url'));
