import { fromBufferPromise } from 'yauzl';

import { DamagedFile } from '../../../../../nodes/ESignature/transport/failureOf';
import {
	checkZip,
	filesIn,
	type FileEnds,
} from '../../../../../nodes/ESignature/transport/files/zip';
import { zipOf as zipOfEntries, type ZipForm } from '../../../../support/files';

/** Both ends of a file, as the download hands them to the check. */
export function endsOf(...chunks: Buffer[]): FileEnds {
	const file = Buffer.concat(chunks);
	return { bytes: file.length, head: file.subarray(0, 1024), tail: file.subarray(-1024 * 1024) };
}

/** The error in a ZIP, if there is one. */
export function zipFault(ends: FileEnds): string | undefined {
	try {
		checkZip(ends);
		return undefined;
	} catch (error) {
		return error instanceof DamagedFile ? error.message : undefined;
	}
}

/** Names of the files with content; none for a file with a fault. */
export function zipNames(zip: Buffer): string[] {
	const found = filesIn(zip);
	return typeof found === 'string' ? [] : found.map(({ name }) => name);
}

export interface ZipOptions extends ZipForm {
	/** Name and content; two documents and an audit trail unless given. */
	files?: Array<[name: string, content: string | Buffer]>;
}

const ENVELOPE: Array<[string, string]> = [
	['documents/contract.pdf', '%PDF-1.7 contract contract contract %%EOF'],
	['documents/annex.pdf', '%PDF-1.7 annex annex %%EOF'],
	['audit-trail.pdf', '%PDF-1.7 sent, signed, sealed %%EOF'],
];

export const zipOf = async ({ files = ENVELOPE, ...form }: ZipOptions = {}): Promise<Buffer> =>
	await zipOfEntries(Object.fromEntries(files), form);

/** The names of the files with content as another reader finds them, or why it refuses the file. */
export async function listedElsewhere(bytes: Buffer): Promise<string[] | Error> {
	const names: string[] = [];
	try {
		const zip = await fromBufferPromise(bytes, { decodeStrings: false });
		for await (const { fileNameRaw, uncompressedSize } of zip.eachEntry()) {
			if (uncompressedSize > 0) names.push(nameOf(fileNameRaw));
		}
		return names;
	} catch (error) {
		return error as Error;
	}
}

/** Each byte a letter where it is no UTF-8. */
const nameOf = (bytes: Buffer): string => {
	const text = bytes.toString('utf8');
	return Buffer.from(text).equals(bytes) ? text : bytes.toString('latin1');
};
