import { joined } from './bytes';
import { isBlank, unhexed } from './lexer';
import type { Budget } from './limits';
import { isDict, nameOf, type Dict, type PdfObject } from './objects';

export interface Unpacked {
	bytes: Uint8Array;
	/** False where the data are damaged, or packed in a way that only images are. */
	whole: boolean;
}

type Resolve = (value: PdfObject | undefined) => PdfObject;

const NOTHING: Unpacked = { bytes: new Uint8Array(0), whole: false };

/** Unpacks a stream by the filters that its dictionary names (ISO 32000-1, 7.4). */
export async function unpack(
	packed: Uint8Array,
	dict: Dict,
	resolve: Resolve,
	budget: Budget,
): Promise<Unpacked> {
	const filters = listOf(resolve(dict.get('Filter')));
	const parameters = listOf(resolve(dict.get('DecodeParms')));
	let data: Unpacked = { bytes: packed, whole: true };
	for (const [at, filter] of filters.entries()) {
		budget.step();
		const decoded = await decode(data.bytes, nameOf(resolve(filter)), budget);
		if (!decoded) return NOTHING;
		await budget.rest();
		const bytes = await unpredicted(decoded.bytes, resolve(parameters[at]), resolve, budget);
		data = {
			bytes: bytes ?? decoded.bytes,
			whole: data.whole && decoded.whole && bytes !== undefined,
		};
	}
	return data;
}

const listOf = (value: PdfObject): PdfObject[] => (Array.isArray(value) ? value : [value]);

async function decode(
	bytes: Uint8Array,
	filter: string | undefined,
	budget: Budget,
): Promise<Unpacked | undefined> {
	switch (filter) {
		case 'FlateDecode':
			return await inflated(bytes, budget);
		case 'ASCII85Decode':
			return await decodeAscii85(bytes, budget);
		case 'ASCIIHexDecode': {
			budget.unpack(bytes.length);
			budget.stepOver(bytes.length);
			const end = bytes.indexOf(0x3e);
			return { bytes: unhexed(end < 0 ? bytes : bytes.subarray(0, end)), whole: end >= 0 };
		}
		// No filter at all.
		case undefined:
			return { bytes, whole: true };
		default:
			return undefined;
	}
}

/** Writers may count the end of the line behind the data as a part of it, which Node 24 and browsers refuse. */
const MAX_LINE_END_BYTES = 2;

async function inflated(bytes: Uint8Array, budget: Budget): Promise<Unpacked> {
	let best = NOTHING;
	for (let more = 0; more <= MAX_LINE_END_BYTES; more++) {
		if (more > 0 && !isBlank(bytes[bytes.length - more])) break;
		const found = await inflate(bytes.subarray(0, bytes.length - more), budget);
		if (found.whole) return found;
		if (found.bytes.length > best.bytes.length) best = found;
	}
	return best;
}

/** Unpacks the data, up to where they are damaged. */
async function inflate(bytes: Uint8Array, budget: Budget): Promise<Unpacked> {
	// Any number of streams may share bytes that unpack to nothing.
	budget.feed(bytes.length);
	const stream = new DecompressionStream('deflate');
	const writer = stream.writable.getWriter();
	// The reader gets the same error.
	writer.write(bytes).catch(() => {});
	writer.close().catch(() => {});
	const reader = stream.readable.getReader();
	const parts: Uint8Array[] = [];
	try {
		for (;;) {
			const part = await reader.read().catch(() => undefined);
			if (!part?.value) return { bytes: await joined(parts, budget), whole: part?.done === true };
			budget.unpack(part.value.length);
			parts.push(part.value);
			await budget.rest();
		}
	} finally {
		reader.cancel().catch(() => {});
	}
}

/** `z` is four zeros. */
const MAX_BYTES_PER_LETTER = 4;

/** Letters between two pauses. */
const BLOCK = 4_096;

/** 7.4.3: five letters from `!` to `u` make four bytes. */
async function decodeAscii85(bytes: Uint8Array, budget: Budget): Promise<Unpacked> {
	const output = new Uint8Array(bytes.length * MAX_BYTES_PER_LETTER);
	let [length, value, digits] = [0, 0, 0];
	const tilde = bytes.indexOf(0x7e);
	const end = tilde < 0 ? bytes.length : tilde;
	let whole = tilde >= 0;
	const flush = (): void => {
		for (let at = 0; at < digits - 1; at++) output[length + at] = value >>> (24 - 8 * at);
		length += digits - 1;
		[value, digits] = [0, 0];
	};
	for (let at = 0; at < end; at++) {
		if (at % BLOCK === 0) {
			budget.unpack(BLOCK * MAX_BYTES_PER_LETTER);
			await budget.rest();
		}
		const byte = bytes[at] as number;
		if (isBlank(byte)) continue;
		if (byte === 0x7a && digits === 0) length += 4;
		else if (byte >= 0x21 && byte <= 0x75) {
			value = value * 85 + byte - 0x21;
			digits += 1;
		} else whole = false;
		if (digits === 5) flush();
	}
	if (digits > 1) {
		for (let missing = digits; missing < 5; missing++) value = value * 85 + 84;
		flush();
	}
	return { bytes: output.subarray(0, length), whole };
}

/** From this number on, each row begins with the number of its filter. */
const PNG = 10;

/** Undoes the prediction that was made before packing (7.4.4.4); undefined for one that only images have. */
async function unpredicted(
	bytes: Uint8Array,
	options: PdfObject,
	resolve: Resolve,
	budget: Budget,
): Promise<Uint8Array | undefined> {
	const number = (key: string, otherwise: number): number => {
		const value = isDict(options) ? resolve(options.get(key)) : undefined;
		return typeof value === 'number' ? value : otherwise;
	};
	const predictor = number('Predictor', 1);
	if (predictor < 2) return bytes;
	const pixelBits = number('Colors', 1) * number('BitsPerComponent', 8);
	const width = Math.ceil((pixelBits * number('Columns', 1)) / 8);
	const isSane = pixelBits >= 1 && width >= 1 && Number.isFinite(width);
	return predictor >= PNG && isSane
		? await unpredictPng(bytes, width, Math.ceil(pixelBits / 8), budget)
		: undefined;
}

/** Rows as they are, or as differences from the left or from above (PNG specification, 9.2); others pack images only. */
const COPIED = 0;
const LEFT = 1;
const UP = 2;

async function unpredictPng(
	bytes: Uint8Array,
	width: number,
	pixel: number,
	budget: Budget,
): Promise<Uint8Array | undefined> {
	const count = Math.ceil(bytes.length / (width + 1));
	// The last row may be shorter than the others.
	const result = new Uint8Array(bytes.length - count);
	for (let row = 0; row < count; row++) {
		const from = row * (width + 1) + 1;
		const end = Math.min(width, bytes.length - from);
		budget.step();
		budget.stepOver(end);
		if (budget.isTired) await budget.rest();
		const filter = bytes[from - 1];
		if (filter !== COPIED && filter !== LEFT && filter !== UP) return undefined;
		const to = row * width;
		for (let at = 0; at < end; at++) {
			let before = 0;
			if (filter === LEFT && at >= pixel) before = result[to + at - pixel] as number;
			if (filter === UP && row > 0) before = result[to + at - width] as number;
			result[to + at] = (bytes[from + at] as number) + before;
		}
	}
	return result;
}
