import type { FileEnds } from './fileEnds';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const MOST_ENTRIES = 1_000;
const MOST_EXPANSION = 1_000;
const IN_ZIP64 = 0xffffffff;

interface Entry {
	name: string;
	start: number;
	packed: number;
	size: number;
}

/**
 * Reads the end record and the directory, never the contents: enough to tell a whole archive from a
 * cut or a hostile one (APPNOTE 4.3).
 */
export function zipFault(ends: FileEnds): string | undefined {
	if (ends.head.length < 4 || ends.head.readUInt32LE(0) !== LOCAL_HEADER) return 'it is not a ZIP';
	const entries = readDirectory(ends);
	return typeof entries === 'string' ? entries : entriesFault(entries, ends.bytes);
}

/** Names as the directory lists them; only for a file without fault. */
export function zipNames(ends: FileEnds): string[] {
	const entries = readDirectory(ends);
	return typeof entries === 'string' ? [] : entries.map(({ name }) => name);
}

function readDirectory({ tail, bytes }: FileEnds): Entry[] | string {
	const tailStart = bytes - tail.length;
	const end = findEnd(tail);
	if (end === undefined) return 'its end is missing';
	let count = tail.readUInt16LE(end + 10);
	let size = tail.readUInt32LE(end + 12);
	let start = tail.readUInt32LE(end + 16);
	if (count === 0xffff || size === IN_ZIP64 || start === IN_ZIP64) {
		const wide = findEnd64(tail, end, tailStart);
		if (wide === undefined) return 'its end is damaged';
		count = Number(tail.readBigUInt64LE(wide + 32));
		size = Number(tail.readBigUInt64LE(wide + 40));
		start = Number(tail.readBigUInt64LE(wide + 48));
	}
	if (count > MOST_ENTRIES) return 'it has too many entries';
	if (start < tailStart || start + size > tailStart + end) return 'its directory is damaged';

	const entries: Entry[] = [];
	let at = start - tailStart;
	const stop = at + size;
	for (let index = 0; index < count; index++) {
		if (at + 46 > stop || tail.readUInt32LE(at) !== DIRECTORY_ENTRY)
			return 'its directory is damaged';
		const nameEnd = at + 46 + tail.readUInt16LE(at + 28);
		const next = nameEnd + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
		if (next > stop) return 'its directory is damaged';
		entries.push(readEntry(tail, at, nameEnd));
		at = next;
	}
	return at === stop ? entries : 'its directory is damaged';
}

function readEntry(tail: Buffer, at: number, nameEnd: number): Entry {
	const wide = wideValues(tail, nameEnd, tail.readUInt16LE(at + 30));
	const value = (offset: number) => {
		const narrow = tail.readUInt32LE(at + offset);
		return narrow === IN_ZIP64 ? (wide.shift() ?? Infinity) : narrow;
	};
	// The wide values come in this order: size, packed size, start.
	const size = value(24);
	const packed = value(20);
	const start = value(42);
	return { name: tail.toString('utf8', at + 46, nameEnd), size, packed, start };
}

function wideValues(tail: Buffer, from: number, length: number): number[] {
	for (let at = from; at + 4 <= from + length; at += 4 + tail.readUInt16LE(at + 2)) {
		const end = Math.min(at + 4 + tail.readUInt16LE(at + 2), from + length);
		if (tail.readUInt16LE(at) !== 0x0001) continue;
		const values: number[] = [];
		for (let v = at + 4; v + 8 <= end; v += 8) values.push(Number(tail.readBigUInt64LE(v)));
		return values;
	}
	return [];
}

function entriesFault(entries: Entry[], bytes: number): string | undefined {
	if (entries.length === 0) return 'it is empty';
	const names = new Set(entries.map(({ name }) => name));
	if (names.size !== entries.length) return 'it has two entries of one name';
	if ([...names].some((name) => /^[/\\]|^[a-z]:|\\|\0|(^|\/)\.\.(\/|$)/i.test(name))) {
		return 'it has an entry with a dangerous name';
	}
	if (entries.some(({ size, packed }) => size > MOST_EXPANSION * Math.max(packed, 1024))) {
		return 'it would expand without measure';
	}
	let free = 0;
	for (const { start, packed } of [...entries].sort((a, b) => a.start - b.start)) {
		if (start < free || start + 30 + packed > bytes) return 'its entries do not fit into it';
		free = start + 30 + packed;
	}
	return undefined;
}

/** The end record closes the file, save for a comment of the length it states. */
function findEnd(tail: Buffer): number | undefined {
	for (let at = tail.length - 22; at >= 0 && at >= tail.length - 22 - 0xffff; at--) {
		if (tail.readUInt32LE(at) === END && at + 22 + tail.readUInt16LE(at + 20) === tail.length)
			return at;
	}
	return undefined;
}

function findEnd64(tail: Buffer, end: number, tailStart: number): number | undefined {
	const locator = end - 20;
	if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_64) return undefined;
	const at = Number(tail.readBigUInt64LE(locator + 8)) - tailStart;
	return at >= 0 && at + 56 <= locator && tail.readUInt32LE(at) === END_64 ? at : undefined;
}
