import type { FileEnds } from './fileReader';

/** Why a file cannot be read; its message completes "because it ...". */
class Damage extends Error {}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const IN_ZIP64 = 0xffffffff;
const LOCAL_HEADER = 0x04034b50;
/** The longest comment. Other readers look no further back, either. */
const REACH = 0xffff;

/** What the end record of a ZIP says (APPNOTE 4.3.14 to 4.3.16). */
interface ZipEnd {
	count: number;
	size: number;
	/** Where the directory is said to begin. */
	start: number;
	/** Where the directory ends, within the tail. */
	at: number;
	/** How many bytes follow the archive. */
	behind: number;
	/** Where wide values are used: how much further back their record stands than is said. */
	moved?: number;
}

function readEnd({ head, tail, bytes }: FileEnds): ZipEnd {
	const at = findEnd(tail);
	if (at < 0) throw new Damage(isEntry(head) ? 'its end is missing' : 'it is not a ZIP');
	const narrow = {
		count: tail.readUInt16LE(at + 10),
		size: tail.readUInt32LE(at + 12),
		start: tail.readUInt32LE(at + 16),
	};
	const behind = tail.length - at - 22 - tail.readUInt16LE(at + 20);
	const disks = tail.readUInt32LE(at + 4);
	const locator = at - 20;
	if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_64) {
		if (disks !== 0) throw new Damage('it is only one of several parts');
		const elsewhere = [narrow.size, narrow.start].includes(IN_ZIP64) || narrow.count === 0xffff;
		if (elsewhere) throw new Damage('its end is damaged');
		return { ...narrow, at, behind };
	}
	if (disks !== 0 && disks !== IN_ZIP64) throw new Damage('it is only one of several parts');
	const wide = readWide(tail, locator, bytes - tail.length);
	// Two records that disagree would show two archives to two readers.
	const agree =
		[wide.count, 0xffff].includes(narrow.count) &&
		[wide.size, IN_ZIP64].includes(narrow.size) &&
		[wide.start, IN_ZIP64].includes(narrow.start);
	if (!agree) throw new Damage('its end is damaged');
	return { ...wide, behind };
}

const isEntry = (head: Buffer): boolean =>
	head.length >= 4 && head.readUInt32LE(0) === LOCAL_HEADER;

function readWide(tail: Buffer, locator: number, tailStart: number): Omit<ZipEnd, 'behind'> {
	const stated = Number(tail.readBigUInt64LE(locator + 8)) - tailStart;
	// With bytes before the archive the statement is too low, but the record stands right here.
	const at = [stated, locator - 56].find(
		(place) => place >= 0 && place + 56 <= locator && tail.readUInt32LE(place) === END_64,
	);
	if (at === undefined) throw new Damage('its end is damaged');
	if (tail.readBigUInt64LE(at + 16) !== 0n) throw new Damage('it is only one of several parts');
	return {
		count: Number(tail.readBigUInt64LE(at + 32)),
		size: Number(tail.readBigUInt64LE(at + 40)),
		start: Number(tail.readBigUInt64LE(at + 48)),
		at,
		moved: at - stated,
	};
}

/**
 * The end record closes the file, save for a comment of the length it states. Other readers (Info-ZIP,
 * Python) also take one that bytes follow; one whose comment is not all there was cut.
 */
function findEnd(tail: Buffer): number {
	let followed = -1;
	for (let at = tail.length - 22; at >= 0 && at >= tail.length - 22 - REACH; at--) {
		if (tail.readUInt32LE(at) !== END) continue;
		const after = at + 22 + tail.readUInt16LE(at + 20);
		if (after === tail.length) return at;
		if (after < tail.length && followed < 0) followed = at;
	}
	return followed;
}

const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_SIGNATURE = 0x05054b50;
const EXTRA = { zip64: 0x0001, unicodePath: 0x7075 };

export interface ZipEntry {
	/** As bytes: which character set they are in is often not said. */
	name: Buffer;
	/** A second name that some readers prefer. */
	otherName?: Buffer;
	start: number;
	packed: number;
	size: number;
	/** Checksum of the content. */
	crc: number;
	stored: boolean;
	encrypted: boolean;
}

export interface Directory {
	/** Absent when the list is longer than what is kept of a file. */
	entries?: ZipEntry[];
	count: number;
	/** Where the entries end and the directory begins. */
	start: number;
	/** How many bytes stand before and behind the archive. */
	before: number;
	behind: number;
}

/** The list at the end of a ZIP (APPNOTE 4.3.12, 4.3.13), or what is wrong with it. */
export function readDirectory(ends: FileEnds): Directory | string {
	try {
		return parse(ends);
	} catch (error) {
		// Everything else is a number that leads out of the file.
		return error instanceof Damage ? error.message : 'its directory is damaged';
	}
}

function parse(ends: FileEnds): Directory {
	const { head, tail, bytes } = ends;
	const { count, size, start: stated, at: end, behind, moved } = readEnd(ends);
	const tailStart = bytes - tail.length;
	const start = tailStart + end - size;
	const before = start - stated;
	const agree = moved === undefined || moved === before;
	if (start < 0 || before < 0 || !agree) throw new Damage('its directory is damaged');
	// A cut archive may end with the end of an archive that is inside it.
	if (before > 0 && isEntry(head)) throw new Damage('its end is missing');
	const directory = { count, start, before, behind };
	if (start < tailStart) return directory;
	const entries: ZipEntry[] = [];
	let at = start - tailStart;
	for (let index = 0; index < count; index++) {
		if (tail.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Damage('its directory is damaged');
		const nameEnd = at + 46 + tail.readUInt16LE(at + 28);
		const extraEnd = nameEnd + tail.readUInt16LE(at + 30);
		const entry = readEntry(tail.subarray(at, nameEnd), tail.subarray(nameEnd, extraEnd));
		entries.push({ ...entry, start: entry.start + before });
		at = extraEnd + tail.readUInt16LE(at + 32);
	}
	const signed = at < end && tail.readUInt32LE(at) === DIRECTORY_SIGNATURE;
	if (signed) at += 6 + tail.readUInt16LE(at + 4);
	if (at !== end) throw new Damage('its directory is damaged');
	return { ...directory, entries };
}

function readEntry(header: Buffer, extra: Buffer): ZipEntry {
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
		name: header.subarray(46),
		otherName: fields.get(EXTRA.unicodePath)?.subarray(5),
		...{ size, packed, start },
		crc: header.readUInt32LE(16),
		stored: header.readUInt16LE(10) === 0,
		// Bit 0, and bit 6 for strong encryption.
		encrypted: (header.readUInt16LE(8) & 0x41) !== 0,
	};
}

function readExtra(extra: Buffer): Map<number, Buffer> {
	const fields = new Map<number, Buffer>();
	for (let at = 0; at < extra.length - 3;) {
		const end = at + 4 + extra.readUInt16LE(at + 2);
		if (end > extra.length) throw new Damage('its directory is damaged');
		const type = extra.readUInt16LE(at);
		// Writers pad with fields of type 0; of two of one type, readers take the first.
		if (!fields.has(type)) fields.set(type, extra.subarray(at + 4, end));
		at = end;
	}
	return fields;
}
