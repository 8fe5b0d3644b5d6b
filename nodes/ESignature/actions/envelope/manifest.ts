import type { FileRecord } from '../../core';

/**
 * The form that `sha256sum -c` and BagIt read: checksum, two spaces, name. Names are made from IDs, so
 * that none needs escaping; the order is that of the names, so that equal archives have equal manifests.
 */
export const manifestOf = (files: Array<{ file: Pick<FileRecord, 'name' | 'sha256'> }>): string =>
	files
		.map(({ file }) => `${file.sha256}  ${file.name}\n`)
		.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))
		.join('');
