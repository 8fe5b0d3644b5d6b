/** One entry of a ZIP in which anything may be a lie. */
export interface CraftedEntry {
	/** Bytes, where they are not UTF-8. */
	name: string | Buffer;
	content?: string;
	/** What the directory says, where it is not the truth. */
	says?: { start?: number; packed?: number; size?: number; flags?: number; method?: number };
	extra?: Buffer;
}

export interface Crafted {
	/** What the end record says, where it is not the truth. */
	says?: { count?: number; size?: number; start?: number; disk?: number };
	comment?: Buffer;
	/** Bytes between the entries and the directory, or between the directory and the end. */
	gap?: Buffer;
	beforeEnd?: (directory: { start: number; size: number; count: number }) => Buffer;
}

/** A ZIP written by hand, byte by byte. */
export function craftedZip(entries: CraftedEntry[], zip: Crafted = {}): Buffer {
	const bodies: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const entry of entries) {
		const body = localEntry(entry);
		directory.push(directoryEntry(entry, at));
		bodies.push(body);
		at += body.length;
	}
	const gap = zip.gap ?? Buffer.alloc(0);
	const facts = {
		start: at + gap.length,
		size: Buffer.concat(directory).length,
		count: entries.length,
	};
	const between = zip.beforeEnd?.(facts) ?? Buffer.alloc(0);
	return Buffer.concat([...bodies, gap, ...directory, between, endRecord(facts, zip)]);
}

const bytesOf = (name: string | Buffer): Buffer => Buffer.from(name as string);

function localEntry({ name, content = 'x', extra }: CraftedEntry): Buffer {
	const header = Buffer.alloc(30);
	header.writeUInt32LE(0x04034b50, 0);
	header.writeUInt32LE(content.length, 18);
	header.writeUInt32LE(content.length, 22);
	header.writeUInt16LE(bytesOf(name).length, 26);
	header.writeUInt16LE(extra?.length ?? 0, 28);
	return Buffer.concat([header, bytesOf(name), extra ?? Buffer.alloc(0), Buffer.from(content)]);
}

function directoryEntry({ name, content = 'x', says = {}, extra }: CraftedEntry, at: number) {
	const header = Buffer.alloc(46);
	header.writeUInt32LE(0x02014b50, 0);
	header.writeUInt16LE(says.flags ?? 0x0800, 8);
	// Two sizes are a lie only where nothing is compressed, so such an entry is said to be.
	const resized = says.size !== undefined || says.packed !== undefined;
	header.writeUInt16LE(says.method ?? (resized ? 8 : 0), 10);
	header.writeUInt32LE(says.packed ?? content.length, 20);
	header.writeUInt32LE(says.size ?? content.length, 24);
	header.writeUInt16LE(bytesOf(name).length, 28);
	header.writeUInt16LE(extra?.length ?? 0, 30);
	header.writeUInt32LE(says.start ?? at, 42);
	return Buffer.concat([header, bytesOf(name), extra ?? Buffer.alloc(0)]);
}

function endRecord(
	{ start, size, count }: { start: number; size: number; count: number },
	{ says = {}, comment = Buffer.alloc(0) }: Crafted,
): Buffer {
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(says.disk ?? 0, 4);
	end.writeUInt16LE(says.count ?? count, 8);
	end.writeUInt16LE(says.count ?? count, 10);
	end.writeUInt32LE(says.size ?? size, 12);
	end.writeUInt32LE(says.start ?? start, 16);
	end.writeUInt16LE(comment.length, 20);
	return Buffer.concat([end, comment]);
}

/** A field of the extra part of an entry. */
export function extraField(id: number, data: Buffer, saidLength = data.length): Buffer {
	const header = Buffer.alloc(4);
	header.writeUInt16LE(id, 0);
	header.writeUInt16LE(saidLength, 2);
	return Buffer.concat([header, data]);
}

/** The wide end record and its locator, for a directory that may be another one. */
export function wideEnd(
	directory: { start: number; size: number; count: number },
	at: number,
): Buffer {
	const record = Buffer.alloc(56);
	record.writeUInt32LE(0x06064b50, 0);
	record.writeBigUInt64LE(44n, 4);
	record.writeBigUInt64LE(BigInt(directory.count), 24);
	record.writeBigUInt64LE(BigInt(directory.count), 32);
	record.writeBigUInt64LE(BigInt(directory.size), 40);
	record.writeBigUInt64LE(BigInt(directory.start), 48);
	const locator = Buffer.alloc(20);
	locator.writeUInt32LE(0x07064b50, 0);
	locator.writeBigUInt64LE(BigInt(at), 8);
	locator.writeUInt32LE(1, 16);
	return Buffer.concat([record, locator]);
}

/** The field with the name in Unicode, for an entry that is called `a`. */
export function unicodePath(name: string): Buffer {
	const version = Buffer.from([1, 0x43, 0xbe, 0xb7, 0xe8]);
	return extraField(0x7075, Buffer.concat([version, Buffer.from(name)]));
}

/** The field with the wide size of an entry. */
export const wideSize = (size: bigint): Buffer => wideValues(size);

/** The field with wide values of an entry: of size, packed size and start those that are in it. */
export function wideValues(...values: bigint[]): Buffer {
	const data = Buffer.alloc(8 * values.length);
	values.forEach((value, at) => data.writeBigUInt64LE(value, 8 * at));
	return extraField(0x0001, data);
}
