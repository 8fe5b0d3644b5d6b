import { readable } from './zip';
import { readDirectory, type ZipEntry } from './zipDirectory';

/** A file in a ZIP, unpacked when it is read. */
export interface PackedFile {
	name: string;
	/** Of its content, as the ZIP states them. */
	size: number;
	crc: number;
	/** The content, or what is wrong with it: completes "because it ...". */
	read(): Promise<Buffer | string>;
}

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;
const NOT_FITTING = 'its files cannot fit into it';
/** Unpacked in memory; five times what the service has published for a document. */
const LARGEST = 100 * 1024 ** 2;

/** The files with content in a ZIP that is in memory, in their order, or what is wrong with the ZIP. */
export function filesIn(zip: Buffer): PackedFile[] | string {
	const directory = readDirectory({ bytes: zip.length, head: zip, tail: zip, end: zip });
	if (typeof directory === 'string') return directory;
	const { entries = [], start: end } = directory;
	return entries
		.filter(({ size }) => size > 0)
		.map((entry) => ({
			...{ name: readable(entry.name), size: entry.size, crc: entry.crc },
			read: async () => await unpack(zip.subarray(0, end), entry),
		}));
}

/** Checked against its length and its checksum: what is not exactly what was packed is not handed out. */
async function unpack(zip: Buffer, entry: ZipEntry): Promise<Buffer | string> {
	const { start, packed, size, crc, encrypted } = entry;
	if (encrypted) return 'it opens only with a password';
	if (size > LARGEST) return 'it would unpack to an unreasonable size';
	const header = zip.subarray(start, start + LOCAL_HEADER_LENGTH);
	if (header.length < LOCAL_HEADER_LENGTH || header.readUInt32LE(0) !== LOCAL_HEADER) {
		return NOT_FITTING;
	}
	// The names and extra fields here need not be as long as those in the directory.
	const from = start + LOCAL_HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
	const data = zip.subarray(from, from + packed);
	if (data.length !== packed) return NOT_FITTING;
	const method = header.readUInt16LE(8);
	if (method !== STORED && method !== DEFLATED) {
		return 'it is packed in a way that cannot be read here';
	}
	const content = method === STORED ? data : await inflate(data, size);
	if (content?.length !== size) return 'it does not unpack to the size that the ZIP states';
	return crc32(content) === crc ? content : 'its checksum is wrong';
}

/** Undefined if it is damaged, or longer than stated: then no more of it is unpacked. */
async function inflate(packed: Buffer, size: number): Promise<Buffer | undefined> {
	const { readable: output, writable } = new DecompressionStream('deflate-raw');
	const writer = writable.getWriter();
	// What is wrong is told to whoever reads; unheard here, it would end n8n.
	writer.write(packed).catch(() => {});
	writer.close().catch(() => {});
	const reader = output.getReader();
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			const chunk = next.value as Uint8Array;
			length += chunk.length;
			if (length > size) {
				await reader.cancel();
				return undefined;
			}
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
