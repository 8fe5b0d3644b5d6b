import { Damage } from './damage';
import type { FileEnds } from './fileEnds';
import { isEntry, readEnd } from './zipEnd';

const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_SIGNATURE = 0x05054b50;
const IN_ZIP64 = 0xffffffff;
const EXTRA = { zip64: 0x0001, unicodePath: 0x7075 };

export interface Entry {
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
	entries?: Entry[];
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
	const entries: Entry[] = [];
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
	for (let at = 0; at < extra.length - 3; ) {
		const end = at + 4 + extra.readUInt16LE(at + 2);
		if (end > extra.length) throw new Damage('its directory is damaged');
		const type = extra.readUInt16LE(at);
		// Writers pad with fields of type 0; of two of one type, readers take the first.
		if (!fields.has(type)) fields.set(type, extra.subarray(at + 4, end));
		at = end;
	}
	return fields;
}
