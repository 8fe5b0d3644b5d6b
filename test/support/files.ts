import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { fromBuffer, type Entry, type ZipFile as OpenZip } from 'yauzl';
import { ZipFile } from 'yazl';
import type { Engine } from './engine';

export const PDF = 'application/pdf';
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A small but whole Word document: any office program opens it. */
export async function sampleDocx(text = 'A contract'): Promise<Buffer> {
	const OFFICE = 'http://schemas.openxmlformats.org';
	const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
	return await zipOf({
		'[Content_Types].xml': `${xml}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/></Types>`,
		'_rels/.rels': `${xml}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		'word/document.xml': `${xml}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
	});
}

export interface ZipForm {
	/** Deflated unless told otherwise. */
	compress?: boolean;
	/** 64-bit values where 32-bit ones would do. */
	zip64?: boolean;
	comment?: string;
	/** The lengths follow the data. */
	streamed?: boolean;
}

/** A ZIP as a library writes it. */
export async function zipOf(
	entries: Record<string, string | Buffer>,
	{ compress, zip64: forceZip64Format = false, comment = '', streamed }: ZipForm = {},
): Promise<Buffer> {
	const file = new ZipFile();
	for (const [name, content] of Object.entries(entries)) {
		const bytes = Buffer.from(content);
		const options = { compress, forceZip64Format };
		if (streamed) file.addReadStream(Readable.from([bytes]), name, options);
		else file.addBuffer(bytes, name, options);
	}
	file.end({ comment, forceZip64Format });
	const chunks: Buffer[] = [];
	for await (const chunk of file.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** A file as it arrives at a node. */
export const binaryOf = (content: Buffer, fileName: string, mimeType = PDF): IBinaryData => ({
	data: content.toString('base64'),
	fileName,
	mimeType,
});

/** Reads every entry of a ZIP to its end. Throws if the archive or a checksum is wrong. */
export async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
	const open = await new Promise<OpenZip>((resolve, reject) =>
		fromBuffer(zip, { lazyEntries: true }, (error, file) =>
			error ? reject(error) : resolve(file),
		),
	);
	const entries = new Map<string, Buffer>();
	return await new Promise((resolve, reject) => {
		open.on('error', reject);
		open.on('end', () => resolve(entries));
		open.on('entry', (entry: Entry) => {
			readEntry(open, entry).then((content) => {
				entries.set(entry.fileName, content);
				open.readEntry();
			}, reject);
		});
		open.readEntry();
	});
}

async function readEntry(open: OpenZip, entry: Entry): Promise<Buffer> {
	const chunks: Buffer[] = [];
	const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) =>
		open.openReadStream(entry, (error, made) => (error ? reject(error) : resolve(made))),
	);
	for await (const chunk of stream) chunks.push(chunk);
	const content = Buffer.concat(chunks);
	// The library leaves this check to its users.
	if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`);
	return content;
}

/** The files of an item with their content. */
export const filesOf = async (
	{ readBinary }: Pick<Engine, 'readBinary'>,
	{ binary = {} }: INodeExecutionData,
) =>
	await Promise.all(
		Object.entries(binary).map(async ([field, data]) => ({
			field,
			name: data.fileName ?? '',
			type: data.mimeType,
			content: await readBinary(data),
		})),
	);

/** A folder with the given files, as a user would save them; `remove` it afterward. */
export function folderOf(files: Array<{ name: string; content: Buffer }>) {
	const path = mkdtempSync(join(tmpdir(), 'archive-'));
	for (const { name, content } of files) {
		if (basename(name) !== name) throw new Error(`"${name}" is not the name of a file`);
		writeFileSync(join(path, name), content, { flag: 'wx' });
	}
	return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Output of `sha256sum -c` in a folder, a line per file. Throws if a file does not match. */
export async function sha256sum(folder: string, manifest: string): Promise<string[]> {
	const said = await new Promise<string>((resolve, reject) =>
		execFile('sha256sum', ['-c', '--strict', manifest], { cwd: folder }, (error, out, problem) =>
			error ? reject(new Error(`${out}${problem}`)) : resolve(out),
		),
	);
	return said.trim().split('\n');
}
