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
