/* eslint-disable @n8n/community-nodes/no-restricted-imports */
import { crc32, deflateRawSync } from 'node:zlib';

import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** A name is bytes: which letters they are depends on who reads them. */
export interface WrittenEntry {
	name: Buffer;
	content: Buffer;
}

/** The ways in which the same archive can be written. */
export interface ZipForm {
	/** Whether the flag for names in UTF-8 is set; it is unless told otherwise. */
	utf8?: boolean;
	deflate?: boolean;
	descriptors?: boolean;
	zip64?: boolean;
	comment?: string;
}

const VERSION = 45;
const LATER = 0xffffffff;

export async function readZip(bytes: Buffer): Promise<WrittenEntry[]> {
	const file = await new Promise<ZipFile>((resolve, reject) =>
		fromBuffer(bytes, { lazyEntries: true, decodeStrings: false }, (error, opened) =>
			error ? reject(error) : resolve(opened),
		),
	);
	const entries: WrittenEntry[] = [];
	await new Promise((resolve, reject) => {
		file.on('error', reject).on('end', resolve);
		file.on('entry', (entry: Entry) => {
			contentOf(file, entry).then((content) => {
				entries.push({ name: Buffer.from(entry.fileNameRaw), content });
				file.readEntry();
			}, reject);
		});
		file.readEntry();
	});
	return entries;
}

async function contentOf(file: ZipFile, entry: Entry): Promise<Buffer> {
	const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) =>
		file.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
	);
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** APPNOTE.TXT 6.3.10: local headers with the data, central directory, end records. */
export function writeZip(entries: WrittenEntry[], form: ZipForm): Buffer {
	const parts: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	const add = (part: Buffer) => {
		parts.push(part);
		offset += part.length;
	};
	for (const { name, content } of entries) {
		const data = form.deflate && content.length > 0 ? deflateRawSync(content) : content;
		const method = data === content ? 0 : 8;
		const sizes = [crc32(content), data.length, content.length] as const;
		const deferred = form.descriptors && method === 8;
		const flags = (deferred ? 8 : 0) | (form.utf8 === false ? 0 : 0x800);
		const common = [u16(flags), u16(method), u16(0), u16(0x5a21)];
		const at = offset;
		const shown = form.zip64 && !deferred ? ([sizes[0], LATER, LATER] as const) : sizes;
		const local = deferred ? [0, 0, 0] : shown;
		const extra = form.zip64 && !deferred ? extra64([sizes[2], sizes[1]]) : Buffer.alloc(0);
		add(
			Buffer.concat([
				...[u32(0x04034b50), u16(VERSION), ...common, ...local.map(u32)],
				...[u16(name.length), u16(extra.length), name, extra],
			]),
		);
		add(data);
		if (deferred) add(Buffer.concat([u32(0x08074b50), ...sizes.map(u32)]));
		const more = form.zip64 ? extra64([sizes[2], sizes[1], at]) : Buffer.alloc(0);
		const listed = form.zip64 ? [sizes[0], LATER, LATER] : sizes;
		directory.push(
			Buffer.concat([
				...[u32(0x02014b50), u16(VERSION), u16(VERSION), ...common, ...listed.map(u32)],
				...[u16(name.length), u16(more.length), u16(0), u16(0), u16(0), u32(0)],
				...[u32(form.zip64 ? LATER : at), name, more],
			]),
		);
	}
	const start = offset;
	directory.forEach(add);
	return Buffer.concat([...parts, endRecords(entries.length, start, offset - start, form)]);
}

function endRecords(count: number, start: number, size: number, form: ZipForm): Buffer {
	const comment = Buffer.from(form.comment ?? '');
	const end64 = start + size;
	const records64 = [
		...[u32(0x06064b50), u64(44), u16(VERSION), u16(VERSION), u32(0), u32(0)],
		...[u64(count), u64(count), u64(size), u64(start)],
		...[u32(0x07064b50), u32(0), u64(end64), u32(1)],
	];
	const counts = form.zip64
		? [u16(0xffff), u16(0xffff), u32(LATER), u32(LATER)]
		: [u16(count), u16(count), u32(size), u32(start)];
	return Buffer.concat([
		...(form.zip64 ? records64 : []),
		...[u32(0x06054b50), u16(0), u16(0), ...counts, u16(comment.length), comment],
	]);
}

const extra64 = (values: number[]) =>
	Buffer.concat([u16(1), u16(values.length * 8), ...values.map(u64)]);

function u16(value: number): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16LE(value);
	return bytes;
}

function u32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}

function u64(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64LE(BigInt(value));
	return bytes;
}
