import type { Budget } from './limits';

export interface Unpacked {
	bytes: Uint8Array;
	/** False where a part is missing, because it is damaged or packed in a way that nobody here knows. */
	whole: boolean;
}

/** Bytes that grow while a stream is unpacked, up to what the limits allow. */
export class OutputBytes {
	bytes: Uint8Array;

	length = 0;

	constructor(
		private readonly budget: Budget,
		expected: number,
	) {
		this.bytes = new Uint8Array(Math.max(64, Math.min(expected, 1 << 20)));
	}

	/** Makes room for this many more bytes. */
	reserve(count: number): void {
		const needed = this.length + count;
		if (needed <= this.bytes.length) return;
		this.budget.check('streamBytes', needed);
		this.budget.checkTime();
		const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
		larger.set(this.bytes.subarray(0, this.length));
		this.bytes = larger;
	}

	push(byte: number): void {
		if (this.length === this.bytes.length) this.reserve(1);
		this.bytes[this.length] = byte;
		this.length += 1;
	}

	append(bytes: Uint8Array): void {
		this.reserve(bytes.length);
		this.bytes.set(bytes, this.length);
		this.length += bytes.length;
	}

	result(): Uint8Array {
		return this.bytes.subarray(0, this.length);
	}
}

/**
 * DEFLATE (RFC 1951) inside zlib (RFC 1950). The platform has this, too, but only as a stream that forgets
 * what it had unpacked as soon as it meets a fault. Many PDFs have a wrong checksum or a cut end; readers
 * show what comes before, so it must be found as well.
 */
export function inflate(bytes: Uint8Array, budget: Budget): Unpacked {
	const output = new OutputBytes(budget, bytes.length * 4);
	const bits = new Bits(bytes, hasHeader(bytes) ? 2 : 0);
	readBlocks(bits, output);
	return { bytes: output.result(), whole: !bits.broken };
}

/** RFC 1950, 2.2: method 8, and a check of the two bytes. */
const hasHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
	(first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

class Bits {
	/** The data ended too early, or make no sense: what was unpacked so far is all there is. */
	broken = false;

	private buffer = 0;

	private count = 0;

	constructor(
		private readonly bytes: Uint8Array,
		private at: number,
	) {}

	read(count: number): number {
		while (this.count < count && !this.broken) this.fill();
		const value = this.buffer & ((1 << count) - 1);
		this.buffer >>>= count;
		this.count -= count;
		return value;
	}

	/** The next symbol of a code; the end of the data may be shorter than the longest code. */
	symbol({ table, length: longest }: Code): number {
		while (this.count < longest && this.at < this.bytes.length) this.fill();
		const entry = table[this.buffer & ((1 << longest) - 1)] as number;
		const length = entry >>> 16;
		if (length === 0 || length > this.count) this.broken = true;
		this.buffer >>>= length;
		this.count -= length;
		return entry & 0xffff;
	}

	/** Whole bytes, from the next boundary of a byte on. */
	take(count: number): Uint8Array {
		const start = this.at - (this.count >> 3);
		this.buffer = 0;
		this.count = 0;
		this.at = Math.min(start + count, this.bytes.length);
		return this.bytes.subarray(start, this.at);
	}

	private fill(): void {
		if (this.at >= this.bytes.length) this.broken = true;
		this.buffer |= (this.bytes[this.at] ?? 0) << this.count;
		this.at += 1;
		this.count += 8;
	}
}

interface Code {
	/** By the next `length` bits: length of the symbol's code in the high half, the symbol in the low. */
	table: Uint32Array;
	length: number;
}

/** RFC 1951, 3.2.2. */
function codeOf(lengths: ArrayLike<number>): Code {
	const longest = Math.max(1, ...Array.from(lengths));
	const table = new Uint32Array(1 << longest);
	let code = 0;
	for (let length = 1; length <= longest; length++) {
		for (let symbol = 0; symbol < lengths.length; symbol++) {
			if (lengths[symbol] !== length) continue;
			const step = 1 << length;
			for (let at = reversed(code, length); at < table.length; at += step) {
				table[at] = (length << 16) | symbol;
			}
			code += 1;
		}
		code <<= 1;
	}
	return { table, length: longest };
}

function reversed(code: number, length: number): number {
	let result = 0;
	for (let bit = 0; bit < length; bit++) result |= ((code >> bit) & 1) << (length - 1 - bit);
	return result;
}

/** RFC 1951, 3.2.5: extra bits and first values of lengths and distances. */
const extraBits = (count: number, plain: number, each: number): number[] =>
	Array.from({ length: count }, (_, at) => Math.max(0, Math.floor((at - plain) / each)));
const LENGTH_BITS = [...extraBits(28, 4, 4), 0];
const DISTANCE_BITS = extraBits(30, 2, 2);

function firstValues(bits: number[], first: number): number[] {
	let next = first;
	return bits.map((count) => {
		const value = next;
		next += 1 << count;
		return value;
	});
}
// The longest length has a symbol of its own.
const LENGTHS = [...firstValues(LENGTH_BITS.slice(0, 28), 3), 258];
const DISTANCES = firstValues(DISTANCE_BITS, 1);

/** The order in which the lengths of the code length code are sent (3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

let fixed: [Code, Code] | undefined;

function fixedCodes(): [Code, Code] {
	const lengths = Array.from({ length: 288 }, (_, symbol) =>
		symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
	);
	fixed ??= [codeOf(lengths), codeOf(Array.from({ length: 30 }, () => 5))];
	return fixed;
}

function sentCodes(bits: Bits): [Code, Code] {
	const literals = bits.read(5) + 257;
	const distances = bits.read(5) + 1;
	const sent = bits.read(4) + 4;
	const codeLengths = new Uint8Array(19);
	for (const symbol of ORDER.slice(0, sent)) codeLengths[symbol] = bits.read(3);
	const code = codeOf(codeLengths);
	const lengths = new Uint8Array(literals + distances);
	for (let at = 0; at < lengths.length && !bits.broken;) {
		const symbol = bits.symbol(code);
		if (symbol < 16) {
			lengths[at] = symbol;
			at += 1;
			continue;
		}
		const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
		const count =
			symbol === 16 ? 3 + bits.read(2) : symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7);
		lengths.fill(value, at, at + count);
		at += count;
	}
	return [codeOf(lengths.subarray(0, literals)), codeOf(lengths.subarray(literals))];
}

function readBlocks(bits: Bits, output: OutputBytes): void {
	for (let last = false; !last && !bits.broken;) {
		last = bits.read(1) === 1;
		const type = bits.read(2);
		if (type === 3) bits.broken = true;
		else if (type === 0) copyStored(bits, output);
		else readSymbols(bits, output, type === 1 ? fixedCodes() : sentCodes(bits));
	}
}

function copyStored(bits: Bits, output: OutputBytes): void {
	const [low = 0, high = 0] = bits.take(4);
	const length = low + high * 256;
	const stored = bits.take(length);
	output.append(stored);
	if (stored.length < length) bits.broken = true;
}

function readSymbols(bits: Bits, output: OutputBytes, [literals, distances]: [Code, Code]): void {
	for (;;) {
		const symbol = bits.symbol(literals);
		if (symbol === 256 || bits.broken) return;
		if (symbol < 256) {
			output.push(symbol);
			continue;
		}
		const length = (LENGTHS[symbol - 257] ?? 0) + bits.read(LENGTH_BITS[symbol - 257] ?? 0);
		const code = bits.symbol(distances);
		const distance = (DISTANCES[code] ?? 0) + bits.read(DISTANCE_BITS[code] ?? 0);
		if (length === 0 || distance === 0 || distance > output.length) bits.broken = true;
		if (bits.broken) return;
		repeat(output, distance, length);
	}
}

/** The repeated part may overlap with what it makes, so it is copied byte by byte. */
function repeat(output: OutputBytes, distance: number, length: number): void {
	output.reserve(length);
	const { bytes } = output;
	let from = output.length - distance;
	for (let at = output.length; at < output.length + length; at++, from++) {
		bytes[at] = bytes[from] as number;
	}
	output.length += length;
}
