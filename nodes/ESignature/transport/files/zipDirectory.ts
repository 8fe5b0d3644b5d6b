import type { FileEnds } from './fileEnds';

const DIRECTORY_ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const MOST_ENTRIES = 1_000;
const IN_ZIP64 = 0xffffffff;
const EXTRA = { zip64: 0x0001, unicodePath: 0x7075 };

export interface Entry {
	name: string;
	/** A second name that some readers prefer. */
	otherName?: string;
	start: number;
	packed: number;
	size: number;
	stored: boolean;
	encrypted: boolean;
}

export interface Directory {
	entries: Entry[];
	/** Where the entries end and the directory begins. */
	start: number;
}

/** Raised inside this module only; its message completes "because it ...". */
class Damage extends Error {}

/** The list at the end of a ZIP (APPNOTE 4.3.12 to 4.3.16), or what is wrong with it. */
export function readDirectory(ends: FileEnds): Directory | string {
	try {
		return parse(ends);
	} catch (error) {
		// Everything else is a number that leads out of the file.
		return error instanceof Damage ? error.message : 'its directory is damaged';
	}
}

function parse({ tail, bytes }: FileEnds): Directory {
	const tailStart = bytes - tail.length;
	const { count, size, start, at: end } = readEnd(tail, tailStart);
	if (count > MOST_ENTRIES) throw new Damage('it has too many files');
	// Nothing may stand between the directory and the end: it would be another archive's.
	if (start < tailStart || start + size !== tailStart + end) {
		throw new Damage('its directory is damaged');
	}
	const entries: Entry[] = [];
	let at = start - tailStart;
	for (let index = 0; index < count; index++) {
		if (tail.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Damage('its directory is damaged');
		const nameEnd = at + 46 + tail.readUInt16LE(at + 28);
		const extraEnd = nameEnd + tail.readUInt16LE(at + 30);
		entries.push(readEntry(tail.subarray(at, nameEnd), tail.subarray(nameEnd, extraEnd)));
		at = extraEnd + tail.readUInt16LE(at + 32);
	}
	if (at !== end) throw new Damage('its directory is damaged');
	return { entries, start };
}

function readEnd(tail: Buffer, tailStart: number) {
	const at = findEnd(tail);
	const narrow = {
		count: tail.readUInt16LE(at + 10),
		size: tail.readUInt32LE(at + 12),
		start: tail.readUInt32LE(at + 16),
	};
	if (tail.readUInt32LE(at + 4) !== 0) throw new Damage('it is only one of several parts');
	const locator = at - 20;
	const hasLocator = locator >= 0 && tail.readUInt32LE(locator) === LOCATOR_64;
	if (!hasLocator) {
		const elsewhere = [narrow.size, narrow.start].includes(IN_ZIP64) || narrow.count === 0xffff;
		if (elsewhere) throw new Damage('its end is damaged');
		return { ...narrow, at };
	}
	const wideAt = Number(tail.readBigUInt64LE(locator + 8)) - tailStart;
	if (wideAt + 56 > locator || tail.readUInt32LE(wideAt) !== END_64) {
		throw new Damage('its end is damaged');
	}
	if (tail.readBigUInt64LE(wideAt + 16) !== 0n) throw new Damage('it is only one of several parts');
	const wide = {
		count: Number(tail.readBigUInt64LE(wideAt + 32)),
		size: Number(tail.readBigUInt64LE(wideAt + 40)),
		start: Number(tail.readBigUInt64LE(wideAt + 48)),
	};
	// Two records that disagree would show two archives to two readers.
	const agree =
		[wide.count, 0xffff].includes(narrow.count) &&
		[wide.size, IN_ZIP64].includes(narrow.size) &&
		[wide.start, IN_ZIP64].includes(narrow.start);
	if (!agree) throw new Damage('its end is damaged');
	return { ...wide, at: wideAt };
}

function readEntry(header: Buffer, extra: Buffer): Entry {
	const fields = readExtra(extra);
	const wide = fields.get(EXTRA.zip64) ?? Buffer.alloc(0);
	let wideAt = 0;
	// The wide values come in this order: size, packed size, start.
	const [size, packed, start] = [24, 20, 42].map((offset) => {
		const narrow = header.readUInt32LE(offset);
		if (narrow !== IN_ZIP64) return narrow;
		wideAt += 8;
		return wideAt <= wide.length ? Number(wide.readBigUInt64LE(wideAt - 8)) : Infinity;
	}) as [number, number, number];
	return {
		name: header.toString('utf8', 46),
		otherName: fields.get(EXTRA.unicodePath)?.toString('utf8', 5),
		...{ size, packed, start },
		stored: header.readUInt16LE(10) === 0,
		// Bit 0, and bit 6 for strong encryption.
		encrypted: (header.readUInt16LE(8) & 0x41) !== 0,
	};
}

function readExtra(extra: Buffer): Map<number, Buffer> {
	const fields = new Map<number, Buffer>();
	for (let at = 0; at < extra.length - 3; ) {
		const end = at + 4 + extra.readUInt16LE(at + 2);
		if (end > extra.length) throw new Damage('its directory is damaged');
		const type = extra.readUInt16LE(at);
		// Of two fields of one type, some readers take the first and some the last.
		if (fields.has(type)) throw new Damage('its directory is damaged');
		fields.set(type, extra.subarray(at + 4, end));
		at = end;
	}
	return fields;
}

/** The end record closes the file, save for a comment of the length it states. */
function findEnd(tail: Buffer): number {
	for (let at = tail.length - 22; at >= 0 && at >= tail.length - 22 - 0xffff; at--) {
		const isEnd = tail.readUInt32LE(at) === END;
		if (isEnd && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return at;
	}
	throw new Damage('its end is missing');
}
