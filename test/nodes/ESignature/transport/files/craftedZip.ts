/** A ZIP written by hand, with names that a library would refuse. Nothing in it is compressed. */
export function craftedZip(entries: Array<{ name: string; content?: string }>): Buffer {
	const bodies: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const { name, content = 'x' } of entries) {
		const body = Buffer.concat([localHeader(name, content), Buffer.from(content)]);
		directory.push(directoryEntry(name, content, at));
		bodies.push(body);
		at += body.length;
	}
	const size = Buffer.concat(directory).length;
	const end = Buffer.alloc(22);
	end.writeUInt32LE(0x06054b50, 0);
	end.writeUInt16LE(entries.length, 8);
	end.writeUInt16LE(entries.length, 10);
	end.writeUInt32LE(size, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...bodies, ...directory, end]);
}

function localHeader(name: string, { length }: string): Buffer {
	const header = Buffer.alloc(30);
	header.writeUInt32LE(0x04034b50, 0);
	header.writeUInt32LE(length, 18);
	header.writeUInt32LE(length, 22);
	header.writeUInt16LE(Buffer.byteLength(name), 26);
	return Buffer.concat([header, Buffer.from(name)]);
}

function directoryEntry(name: string, { length }: string, at: number): Buffer {
	const header = Buffer.alloc(46);
	header.writeUInt32LE(0x02014b50, 0);
	// Names are UTF-8.
	header.writeUInt16LE(0x0800, 8);
	header.writeUInt32LE(length, 20);
	header.writeUInt32LE(length, 24);
	header.writeUInt16LE(Buffer.byteLength(name), 28);
	header.writeUInt32LE(at, 42);
	return Buffer.concat([header, Buffer.from(name)]);
}
