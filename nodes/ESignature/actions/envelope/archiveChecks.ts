import type { Envelope } from '../../api';
import { Explained, type StoredFile } from '../../core';
import { countDocuments } from './zipContents';

const FINISHED = ['sealed', 'rejected', 'cancelled'];
const AGAIN =
	'Nothing was archived. Run this step again; if it happens again, ask the operator of the service.';

export function assertFinished({ status }: Envelope): void {
	if (FINISHED.includes(status)) return;
	throw new Explained(
		`The envelope is not finished: its status is '${status}'`,
		"It can be archived once it is sealed, rejected or cancelled. Filter by status first, e.g. with the 'Get Many' operation.",
	);
}

/** Somebody has signed something, so that an empty list is not all of it. */
export function assertDocuments(status: string, documents: number): void {
	if (status !== 'sealed' || documents > 0) return;
	throw new Explained(
		'The service lists no document of this envelope, although it is sealed',
		AGAIN,
	);
}

/**
 * A ZIP that is whole as a file may still lack a document. The files are told by their names and sizes;
 * nobody looks into them.
 */
export function assertComplete(
	{ field, file, listed }: { field: string } & Pick<StoredFile, 'file' | 'listed'>,
	names: string[],
): void {
	if (file.entries === undefined) return;
	// The sealed one holds the audit trail, too.
	const least = field === 'sealed' ? names.length + 1 : names.length;
	const counted = listed && countDocuments(listed, names);
	const trail = field === 'sealed' && counted?.auditTrail ? 1 : 0;
	const found = counted ? counted.documents + trail : file.entries;
	if (found >= least) return;
	throw new Explained(
		`The ${field} ZIP has ${found} files, but must have at least ${least}`,
		`It must hold each document of the envelope, the sealed one also the audit trail; copies, lists and empty files do not count. ${AGAIN}`,
	);
}
