import { createHash } from 'crypto';

import type { UUID } from '../../api';
import type { Call } from '../../core';
import type { EvidenceFile } from './evidence';

/** How files are named: after the ID of their envelope and, if the user wants, its name and their checksum. */
export interface Naming {
	envelopeID: UUID;
	envelopeName: string;
	hasChecksums: boolean;
}

function nameOf(
	{ envelopeID, envelopeName, hasChecksums }: Naming,
	suffix: string,
	sha256: string,
): string {
	const checksum = hasChecksums ? sha256.slice(0, DIGITS_IN_NAMES) : '';
	const parts = [envelopeID, fileNamePart(envelopeName), checksum, suffix];
	return parts.filter((part) => part !== '').join('-');
}

/** The file under the name that the user wants; until now it has the ID of the envelope alone. */
export function renamed({ binary, file, ...rest }: EvidenceFile, naming: Naming): EvidenceFile {
	const suffix = file.name.slice(naming.envelopeID.length + 1);
	const name = nameOf(naming, suffix, file.sha256);
	return { ...rest, binary: { ...binary, fileName: name }, file: { ...file, name } };
}

/** 64 bits are enough to tell the files of one envelope apart. */
const DIGITS_IN_NAMES = 16;

/** With the ID, a checksum and the end, a file name has at most 200 bytes. */
const MAX_NAME_BYTES = 120;

/** Only letters and digits, which every file system takes, cut after a whole letter. */
export function fileNamePart(name: string): string {
	const words = String(name ?? '')
		.normalize('NFC')
		.match(/[\p{L}\p{M}\p{N}]+/gu);
	let part = '';
	for (const [letter] of (words ?? []).join('-').matchAll(/.\p{M}*/gu)) {
		if (Buffer.byteLength(part + letter) > MAX_NAME_BYTES) break;
		part += letter;
	}
	return part.replace(/-$/, '');
}

/** Stores the checksums of the files, in the form that `sha256sum -c` and BagIt read. */
export async function storeManifest(
	call: Pick<Call, 'storeFile'>,
	files: readonly EvidenceFile[],
	naming: Naming,
): Promise<EvidenceFile> {
	const content = manifestOf(files);
	const sha256 = createHash('sha256').update(content).digest('hex');
	const name = nameOf(naming, 'manifest-sha256.txt', sha256);
	const mediaType = 'text/plain';
	const binary = await call.storeFile(name, mediaType, content);
	const file = { name, mediaType, bytes: Buffer.byteLength(content), sha256 };
	return { field: 'manifest', IDs: {}, binary, file };
}

/** Names have only letters, digits, hyphens and dots, so none needs escaping. Sorted: equal files have equal manifests. */
const manifestOf = (files: readonly EvidenceFile[]): string =>
	files
		.map(({ file }) => `${file.sha256}  ${file.name}\n`)
		.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))
		.join('');
