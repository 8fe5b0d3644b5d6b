import { Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import type { Bytes } from '../http/reply';
import type { SizedBytes } from './sized';

export interface ZipEntry extends SizedBytes {
	name: string;
}

const ZIP_FORMAT = { forceZip64Format: false, comment: '' };

/** A ZIP of stored entries, as a stream: without compression its length is known beforehand. */
export async function zip(entries: ZipEntry[], mtime: Date): Promise<SizedBytes> {
	const file = new ZipFile();
	for (const { name, length, bytes } of entries) {
		file.addReadStream(Readable.from(bytes), name, { size: length, compress: false, mtime });
	}
	const length = await new Promise<number>((resolve) =>
		file.end(ZIP_FORMAT, resolve as () => void),
	);
	return { length, bytes: file.outputStream as unknown as Bytes };
}

/** `01-contract.pdf`: unique by the number, and never a path. */
export const entryName = (index: number, name: string): string =>
	`${String(index + 1).padStart(2, '0')}-${pdfName(name)}`;

/** `contract.docx.pdf`: never a path. */
export const pdfName = (name: string): string =>
	name.replace(/[^\w .()+@-]/g, '_').replace(/(\.pdf)?$/i, '.pdf');
