import type { Envelope } from '../../api';
import { Explained, type FileRecord } from '../../core';

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

/** A ZIP that is whole as a file may still lack a document. Folders and empty files are none. */
export function assertComplete(
	{ field, file: { entries } }: { field: string; file: Pick<FileRecord, 'entries'> },
	documents: number,
): void {
	// The sealed one holds the audit trail, too.
	const least = field === 'sealed' ? documents + 1 : documents;
	if (entries === undefined || entries >= least) return;
	throw new Explained(
		`The ${field} ZIP has ${entries} files, but must have at least ${least}`,
		`It must hold each document of the envelope, the sealed one also the audit trail. ${AGAIN}`,
	);
}
