import { DamagedFile } from '../failureOf';

/** The length of a file and both of its ends. */
export interface FileEnds {
	bytes: number;
	head: Buffer;
	tail: Buffer;
}

/** A file in a ZIP, unpacked when it is read. */
export interface PackedFile {
	name: string;
	/** Of its content, as the ZIP states it. */
	size: number;
	/** The content, or what is wrong with it: completes "because it ...". */
	read(): Promise<Buffer | string>;
}

const NOT_FITTING = 'its files cannot fit into it';

/**
 * How many files with content a ZIP lists; throws if it is cut or damaged. Reads the directory, never the contents:
 * enough to tell a whole archive from a cut one.
 */
export function checkZip(ends: FileEnds): number {
	const { start, entries } = readDirectory(ends);
	if (entries.length === 0) throw new DamagedFile('it is empty');
	if (entries.some(({ at, packed }) => at + LOCAL.length + packed > start)) {
		throw new DamagedFile(NOT_FITTING);
	}
	return entries.filter(({ size }) => size > 0).length;
}

/** It is unpacked in memory. Five times the published limit of a document. */
const MAX_UNPACKED_BYTES = 100 * 1024 ** 2;

/** The files with content in a ZIP that is in memory, in their order, or what is wrong with the ZIP. */
export function filesIn(zip: Buffer): PackedFile[] | string {
	try {
		const { start, entries } = readDirectory({ bytes: zip.length, head: zip, tail: zip });
		return entries
			.filter(({ size }) => size > 0)
			.map((entry) => ({
				name: entry.name,
				size: entry.size,
				read: async () => await unpack(zip.subarray(0, start), entry),
			}));
	} catch (error) {
		return (error as DamagedFile).message;
	}
}

/** Checked against its length and its checksum: what is not exactly what was packed is not handed out. */
async function unpack(zip: Buffer, entry: ZipEntry): Promise<Buffer | string> {
	const { at, packed, size, crc, encrypted, method } = entry;
	if (encrypted || (method !== STORED && method !== DEFLATED)) {
		return 'it is encrypted, or its compression method is not supported';
	}
	if (size > MAX_UNPACKED_BYTES) return 'it would unpack to an unreasonable size';
	const header = zip.subarray(at, at + LOCAL.length);
	if (header.length < LOCAL.length || header.readUInt32LE(0) !== LOCAL.mark) return NOT_FITTING;
	// The names and extra fields here need not be as long as those in the directory.
	const from = at + LOCAL.length + header.readUInt16LE(26) + header.readUInt16LE(28);
	const data = zip.subarray(from, from + packed);
	if (data.length !== packed) return NOT_FITTING;
	const content = method === STORED ? data : await inflate(data, size);
	if (content?.length !== size) return 'it does not unpack to the size that the ZIP states';
	return crc32(content) === crc ? content : 'its checksum is wrong';
}

const STORED = 0;
const DEFLATED = 8;

/** Undefined if it is damaged, or longer than stated: then no more of it is unpacked. */
async function inflate(packed: Buffer, size: number): Promise<Buffer | undefined> {
	const { readable, writable } = new DecompressionStream('deflate-raw');
	const writer = writable.getWriter();
	// The reader gets the error; without a handler here it would end n8n.
	writer.write(packed).catch(() => {});
	writer.close().catch(() => {});
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) {
			length += chunk.length;
			if (length > size) return undefined;
			chunks.push(chunk);
		}
	} catch {
		return undefined;
	}
	return Buffer.concat(chunks);
}

let table: Uint32Array | undefined;

/** As ZIP wants it (APPNOTE 4.4.7): the reversed polynomial 0xedb88320. */
function crc32(bytes: Uint8Array): number {
	table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
		let value = byte;
		for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
		return value;
	});
	let sum = 0xffffffff;
	for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] as number);
	return (sum ^ 0xffffffff) >>> 0;
}

// --- The directory at the end of a ZIP (APPNOTE 4.3) -------------------------------------------

const END = { mark: 0x06054b50, length: 22 };
const END_64 = { mark: 0x06064b50, length: 56 };
const LOCATOR_64 = { mark: 0x07064b50, length: 20 };
const ENTRY = { mark: 0x02014b50, length: 46 };
const LOCAL = { mark: 0x04034b50, length: 30 };
/** A field with this value has its number in a wide one (ZIP64). */
const IN_ZIP64 = 0xffffffff;
const MAX_COMMENT_BYTES = 0xffff;

interface ZipEntry {
	name: string;
	/** Where its local header stands. */
	at: number;
	packed: number;
	size: number;
	crc: number;
	method: number;
	encrypted: boolean;
}

/** The list of files, and where it begins. */
function readDirectory(ends: FileEnds): { start: number; entries: ZipEntry[] } {
	try {
		return entriesIn(ends);
	} catch (error) {
		// Every other error is a number that leads out of the file.
		throw error instanceof DamagedFile ? error : new DamagedFile('its directory is damaged');
	}
}

function entriesIn({ head, tail, bytes }: FileEnds): { start: number; entries: ZipEntry[] } {
	const tailStart = bytes - tail.length;
	const { count, size, start, at: end } = readEnd(head, tail, tailStart);
	// A cut archive may end with the end of an archive that is inside it.
	if (start + size !== tailStart + end) throw new DamagedFile('its end is missing');
	if (start < tailStart) throw new DamagedFile('its list of files is unreasonably long');
	const entries: ZipEntry[] = [];
	let at = start - tailStart;
	for (let index = 0; index < count; index++) {
		if (tail.readUInt32LE(at) !== ENTRY.mark) throw new DamagedFile('its directory is damaged');
		const nameEnd = at + ENTRY.length + tail.readUInt16LE(at + 28);
		const extraEnd = nameEnd + tail.readUInt16LE(at + 30);
		entries.push(readEntry(tail.subarray(at, nameEnd), tail.subarray(nameEnd, extraEnd)));
		at = extraEnd + tail.readUInt16LE(at + 32);
	}
	if (at !== end) throw new DamagedFile('its directory is damaged');
	return { start, entries };
}

/** The end record, and where in the tail the directory ends. */
function readEnd(head: Buffer, tail: Buffer, tailStart: number) {
	const at = findEnd(tail);
	if (at < 0) {
		const isZip = head.length >= 4 && head.readUInt32LE(0) === LOCAL.mark;
		throw new DamagedFile(isZip ? 'its end is missing' : 'it is not a ZIP');
	}
	const locator = at - LOCATOR_64.length;
	if (locator >= 0 && tail.readUInt32LE(locator) === LOCATOR_64.mark) {
		const wide = Number(tail.readBigUInt64LE(locator + 8)) - tailStart;
		if (wide < 0 || tail.readUInt32LE(wide) !== END_64.mark)
			throw new DamagedFile('its end is damaged');
		const [count, size, start] = [32, 40, 48].map((offset) =>
			Number(tail.readBigUInt64LE(wide + offset)),
		) as [number, number, number];
		return { count, size, start, at: wide };
	}
	if (tail.readUInt32LE(at + 4) !== 0) throw new DamagedFile('it is only one of several parts');
	return {
		count: tail.readUInt16LE(at + 10),
		size: tail.readUInt32LE(at + 12),
		start: tail.readUInt32LE(at + 16),
		at,
	};
}

/** The end record closes the file, except for a comment of the length that it states. */
function findEnd(tail: Buffer): number {
	const last = tail.length - END.length;
	for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at--) {
		const isMark = tail.readUInt32LE(at) === END.mark;
		if (isMark && at + END.length + tail.readUInt16LE(at + 20) === tail.length) return at;
	}
	return -1;
}

function readEntry(header: Buffer, extra: Buffer): ZipEntry {
	const wide = zip64Field(extra);
	let wideAt = 0;
	// The wide values come in this order: size, packed size, start.
	const [size, packed, at] = [24, 20, 42].map((offset) => {
		const narrow = header.readUInt32LE(offset);
		if (narrow !== IN_ZIP64) return narrow;
		wideAt += 8;
		return Number(wide.readBigUInt64LE(wideAt - 8));
	}) as [number, number, number];
	return {
		size,
		packed,
		at,
		name: readName(header.subarray(ENTRY.length)),
		crc: header.readUInt32LE(16),
		method: header.readUInt16LE(10),
		encrypted: (header.readUInt16LE(8) & 1) !== 0,
	};
}

function zip64Field(extra: Buffer): Buffer {
	let end = 0;
	for (let at = 0; at < extra.length - 3; at = end) {
		end = at + 4 + extra.readUInt16LE(at + 2);
		if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, end);
	}
	return extra.subarray(extra.length);
}

/** Most are in UTF-8; in older character sets at least the ASCII letters are the same. */
function readName(bytes: Buffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return bytes.toString('latin1');
	}
}
