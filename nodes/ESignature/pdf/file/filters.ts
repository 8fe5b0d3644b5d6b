import type { Budget } from './limits';
import { inflate, OutputBytes, type Unpacked } from './inflate';
import { hexValue, isBlank } from './lexer';
import { isDict, nameOf, type Dict, type PdfObject } from './objects';

type Resolve = (value: PdfObject | undefined) => PdfObject;

export type { Unpacked } from './inflate';

/** Filters of other kinds are for images. */
const UNKNOWN: Unpacked = { bytes: new Uint8Array(0), whole: false };

/** Filters are applied one after the other; no writer needs more than two. */
const MOST_FILTERS = 8;

/** Unpacks a stream by the filters that its dictionary names (ISO 32000-1, 7.4). */
export function unpack(bytes: Uint8Array, dict: Dict, resolve: Resolve, budget: Budget): Unpacked {
	const filters = listOf(resolve(dict.get('Filter') ?? dict.get('F')));
	const parameters = listOf(resolve(dict.get('DecodeParms') ?? dict.get('DP')));
	if (filters.length > MOST_FILTERS) return UNKNOWN;
	let data: Unpacked = { bytes, whole: true };
	for (const [at, filter] of filters.entries()) {
		const option = numbersIn(resolve(parameters[at]), resolve);
		const decoded = decode(data.bytes, nameOf(resolve(filter)), option, budget);
		if (!decoded) return UNKNOWN;
		data = { bytes: decoded.bytes, whole: data.whole && decoded.whole };
		budget.spend('unpackedBytes', data.bytes.length);
		budget.passOver(data.bytes.length);
	}
	budget.check('streamBytes', data.bytes.length);
	return data;
}

const listOf = (value: PdfObject): PdfObject[] => (Array.isArray(value) ? value : [value]);

type Numbers = (key: string, otherwise: number) => number;

function numbersIn(options: PdfObject, resolve: Resolve): Numbers {
	return (key, otherwise) => {
		const value = isDict(options) ? resolve(options.get(key)) : undefined;
		return typeof value === 'number' && Number.isInteger(value) ? value : otherwise;
	};
}

function decode(
	bytes: Uint8Array,
	filter: string | undefined,
	option: Numbers,
	budget: Budget,
): Unpacked | undefined {
	switch (filter) {
		case 'FlateDecode':
		case 'Fl':
			return unpredicted(inflate(bytes, budget), option);
		case 'LZWDecode':
		case 'LZW':
			return unpredicted(decodeLzw(bytes, budget, option('EarlyChange', 1)), option);
		case 'ASCII85Decode':
		case 'A85':
			return decodeAscii85(bytes, budget);
		case 'ASCIIHexDecode':
		case 'AHx':
			return decodeHex(bytes, budget);
		case 'RunLengthDecode':
		case 'RL':
			return decodeRunLength(bytes, budget);
		// No filter at all; and `Crypt`, which changes nothing in a file that is not encrypted.
		case undefined:
		case 'Crypt':
			return { bytes, whole: true };
		default:
			return undefined;
	}
}

function unpredicted(unpacked: Unpacked, option: Numbers): Unpacked {
	const { bytes, whole } = unpredict(unpacked.bytes, rowsOf(option));
	return { bytes, whole: unpacked.whole && whole };
}

/** Numbers beyond these come from damage, and would make rows that fill the memory. */
const within = (value: number, most: number): number => Math.min(Math.max(value, 1), most);

const rowsOf = (option: Numbers) => ({
	predictor: option('Predictor', 1),
	colors: within(option('Colors', 1), 32),
	bits: within(option('BitsPerComponent', 8), 16),
	columns: within(option('Columns', 1), 1_000_000),
});

type Decoder = (bytes: Uint8Array, budget: Budget) => Unpacked;

const areBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => isBlank(byte));

/** ISO 32000-1, 7.4.2. */
const decodeHex: Decoder = (bytes, budget) => {
	const output = new OutputBytes(budget, bytes.length / 2);
	const end = bytes.indexOf(0x3e);
	let whole = end >= 0 && areBlank(bytes.subarray(end + 1));
	let high = -1;
	for (const byte of end < 0 ? bytes : bytes.subarray(0, end)) {
		const value = hexValue(byte);
		if (value < 0 && !isBlank(byte)) whole = false;
		if (value >= 0 && high >= 0) output.push(high * 16 + value);
		if (value >= 0) high = high >= 0 ? -1 : value;
	}
	if (high >= 0) output.push(high * 16);
	return { bytes: output.result(), whole };
};

/** 7.4.3: five letters from `!` to `u` make four bytes; `z` is four zeros. */
const decodeAscii85: Decoder = (bytes, budget) => {
	const output = new OutputBytes(budget, bytes.length);
	let group: number[] = [];
	const start = bytes[0] === 0x3c && bytes[1] === 0x7e ? 2 : 0;
	const end = bytes.indexOf(0x7e, start);
	const sign = bytes.indexOf(0x3e, end + 1);
	// The end is `~>`; blanks may stand between the two, and some writers leave out the second.
	let whole =
		end >= 0 && areBlank(bytes.subarray(end + 1).filter((_, at) => end + 1 + at !== sign));
	for (const byte of bytes.subarray(start, end < 0 ? bytes.length : end)) {
		if (isBlank(byte)) continue;
		if (byte === 0x7a && group.length === 0) output.append(new Uint8Array(4));
		else if (byte >= 0x21 && byte <= 0x75) group.push(byte - 0x21);
		else whole = false;
		if (group.length === 5) {
			pushGroup(output, group, 4);
			group = [];
		}
	}
	// One letter alone is less than a byte.
	if (group.length === 1) whole = false;
	if (group.length > 1) {
		const count = group.length - 1;
		while (group.length < 5) group.push(84);
		pushGroup(output, group, count);
	}
	return { bytes: output.result(), whole };
};

function pushGroup(output: OutputBytes, group: number[], count: number): void {
	const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
	for (let at = 0; at < count; at++) output.push(Math.floor(value / 256 ** (3 - at)) & 0xff);
}

/** 7.4.5. */
const decodeRunLength: Decoder = (bytes, budget) => {
	const output = new OutputBytes(budget, bytes.length * 2);
	let at = 0;
	while (at < bytes.length) {
		const length = bytes[at] as number;
		if (length === 128) break;
		if (length < 128) {
			output.append(bytes.subarray(at + 1, at + 2 + length));
			at += 2 + length;
		} else {
			output.append(new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0));
			at += 2;
		}
	}
	// Many writers leave out the end; a run that is cut is another thing.
	return { bytes: output.result(), whole: at <= bytes.length };
};

const CLEAR = 256;
const END = 257;
const MOST = 4_096;

/** 7.4.4.2; `early` is 1 where codes grow one entry before they have to, as they normally do. */
function decodeLzw(bytes: Uint8Array, budget: Budget, early: number): Unpacked {
	const output = new OutputBytes(budget, bytes.length * 3);
	// Each entry is a part of the output: the entry before it and one byte more.
	const starts = new Uint32Array(MOST + 1);
	const lengths = new Uint16Array(MOST + 1);
	let [size, width, buffer, count] = [END + 1, 9, 0, 0];
	let [previous, ended, broken] = [-1, false, false];
	for (const byte of bytes) {
		buffer = ((buffer << 8) | byte) & 0xffffff;
		count += 8;
		if (count < width) continue;
		count -= width;
		const code = (buffer >>> count) & ((1 << width) - 1);
		ended = code === END;
		if (ended) break;
		if (code === CLEAR) {
			[size, width, previous] = [END + 1, 9, -1];
			continue;
		}
		const start = output.length;
		if (code < 256) output.push(code);
		else if (code < size) copy(output, starts[code] as number, lengths[code] as number);
		else {
			// The code that is just being made. A higher one is damaged: readers take it for this one, and go on.
			broken ||= code > size || previous < 0;
			if (previous < 0) continue;
			copy(output, previous, start - previous + 1);
		}
		if (previous >= 0 && size < MOST) {
			starts[size] = previous;
			lengths[size] = start - previous + 1;
			size += 1;
			if (size + early >= 1 << width && width < 12) width += 1;
		}
		previous = start;
	}
	return { bytes: output.result(), whole: ended && !broken };
}

function copy(output: OutputBytes, start: number, length: number): void {
	for (let at = start; at < start + length; at++) output.push(output.bytes[at] as number);
}

/** The shape of the rows that a predictor works on (ISO 32000-1, table 8). */
interface Rows {
	predictor: number;
	colors: number;
	bits: number;
	columns: number;
}

const TIFF = 2;

/** Undoes the prediction that was made before packing (7.4.4.4). */
export function unpredict(bytes: Uint8Array, rows: Rows): Unpacked {
	if (rows.predictor < TIFF) return { bytes, whole: true };
	const pixel = Math.max(1, (rows.colors * rows.bits + 7) >> 3);
	const stated = Math.max(1, (rows.columns * rows.colors * rows.bits + 7) >> 3);
	// The only row may be shorter than stated; memory for the rest of it would be in vain.
	const width = Math.min(stated, bytes.length);
	return rows.predictor === TIFF
		? unpredictTiff(bytes, width, rows)
		: unpredictPng(bytes, width, pixel);
}

/** Only whole bytes: other depths occur in images, which nobody reads here. */
function unpredictTiff(bytes: Uint8Array, width: number, { colors, bits }: Rows): Unpacked {
	const result = bytes.slice();
	if (bits !== 8) return { bytes: result, whole: false };
	for (let start = 0; start < result.length; start += width) {
		const end = Math.min(start + width, result.length);
		for (let at = start + colors; at < end; at++) {
			result[at] = (result[at] as number) + (result[at - colors] as number);
		}
	}
	return { bytes: result, whole: true };
}

/** Each row begins with the number of its filter (PNG specification, 9.2). */
function unpredictPng(bytes: Uint8Array, width: number, pixel: number): Unpacked {
	const count = Math.ceil(bytes.length / (width + 1));
	const result = new Uint8Array(count * width);
	let [length, whole] = [0, true];
	for (let row = 0; row < count; row++) {
		const from = row * (width + 1);
		const filter = bytes[from] as number;
		// No such filter: the rows are not where they should be.
		if (filter > 4) whole = false;
		const to = row * width;
		const end = Math.min(width, bytes.length - from - 1);
		for (let at = 0; at < end; at++) {
			const left = at < pixel ? 0 : (result[to + at - pixel] as number);
			const up = row === 0 ? 0 : (result[to + at - width] as number);
			const corner = row === 0 || at < pixel ? 0 : (result[to + at - width - pixel] as number);
			result[to + at] = (bytes[from + 1 + at] as number) + predicted(filter, left, up, corner);
		}
		length += end;
	}
	return { bytes: result.subarray(0, length), whole };
}

function predicted(filter: number, left: number, up: number, corner: number): number {
	switch (filter) {
		case 1:
			return left;
		case 2:
			return up;
		case 3:
			return (left + up) >> 1;
		case 4:
			return paeth(left, up, corner);
		default:
			return 0;
	}
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner;
	const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
		number,
		number,
		number,
	];
	if (toLeft <= toUp && toLeft <= toCorner) return left;
	return toUp <= toCorner ? up : corner;
}
