import type { IDataObject } from 'n8n-workflow';

import type { Envelope } from '../../api';
import { Explained, InputError, unlessRefused, type Call, type StoredFile } from '../../core';
import { oneOf } from '../inputs';
import { listParticipants } from '../participant/addParticipants';
import { shownParticipant } from '../participant/shownParticipant';
import { wholeList } from '../wholeList';

export type Part = 'sealed' | 'auditTrail' | 'documents' | 'original';

export const PARTS: Array<{ name: string; value: Part; description: string }> = [
	{ name: 'Audit Trail', value: 'auditTrail', description: 'PDF that lists what happened' },
	{
		name: 'Each Sealed Document',
		value: 'documents',
		description: 'One PDF for each signed document',
	},
	{ name: 'Original ZIP', value: 'original', description: 'The documents before they were signed' },
	{ name: 'Sealed ZIP', value: 'sealed', description: 'All signed documents and the audit trail' },
];

/** What to fetch. An archive that lacks a part because of a typing error would be found years later. */
export function partsOf(value: unknown): Set<Part> {
	const known = PARTS.map((part) => part.value);
	const parts = [value].flat().map((one) => oneOf(known, one, 'Include'));
	if (parts.length > 0) return new Set(parts);
	throw new InputError(
		"Nothing is chosen in 'Include'",
		'Choose at least one part. Nothing was read.',
	);
}

interface ArchivedFile extends StoredFile {
	/** Name of the binary field. */
	field: string;
	IDs: Record<string, string>;
}

interface Archived {
	files: ArchivedFile[];
	documents: IDataObject[];
	participants: IDataObject[];
	/** What the envelope does not have, and why. */
	notIncluded: Array<{ part: Part; reason: string }>;
}

const FINISHED = ['sealed', 'rejected', 'cancelled'];
const OPTION_OFF = { option: <Value>(_: string, fallback: Value) => fallback };

export function assertFinished({ status }: Envelope): void {
	if (FINISHED.includes(status)) return;
	throw new Explained(
		`The envelope is not finished: its status is '${status}'`,
		"It can be archived once it is sealed, rejected or cancelled. Filter by status first, e.g. with the 'Get Many' operation.",
	);
}

/** The files that stand for the whole envelope, in the order in which they are fetched. */
const WHOLE = [
	['sealed', 'GET /sign/envelopes/{envelopeID}:download-sealed', 'sealed.zip'],
	['auditTrail', 'GET /sign/envelopes/{envelopeID}:download-audit-trail', 'audit-trail.pdf'],
	['original', 'GET /sign/envelopes/{envelopeID}:download-original', 'original.zip'],
] as const;
const SEALED_DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed';

export async function archiveOnce(
	call: Call,
	{ ID: envelopeID, status }: Envelope,
	include: Set<Part>,
): Promise<Archived> {
	const items = wholeList(
		await call.request('GET /sign/envelopes/{envelopeID}/documents', { envelopeID }),
		'documents',
	);
	const participants = await listParticipants(call, envelopeID);
	const files: ArchivedFile[] = [];
	const notIncluded: Archived['notIncluded'] = [];
	const take = async (
		part: Part,
		fetched: Promise<StoredFile>,
		named: Omit<ArchivedFile, keyof StoredFile>,
	) => {
		// A sealed envelope has everything; one that ended otherwise has what it has.
		const stored = status === 'sealed' ? await fetched : await unlessRefused(fetched);
		if (stored) files.push({ ...stored, ...named });
		else notIncluded.push({ part, ...named.IDs, reason: `the envelope is ${status} and has none` });
	};
	for (const [part, route, suffix] of WHOLE) {
		if (!include.has(part)) continue;
		const fileName = `${envelopeID}-${suffix}`;
		await take(part, call.download(route, { envelopeID, fileName }), { field: part, IDs: {} });
	}
	for (const [index, { ID: documentID }] of include.has('documents') ? items.entries() : []) {
		const fileName = `${envelopeID}-document-${index + 1}.pdf`;
		await take('documents', call.download(SEALED_DOCUMENT, { envelopeID, documentID, fileName }), {
			field: `document_${index + 1}`,
			IDs: { documentID },
		});
	}
	assertComplete(files, items.length);
	return {
		files,
		documents: items.map((document) => ({ ...document })),
		participants: participants.map((participant) => shownParticipant(OPTION_OFF, participant)),
		notIncluded,
	};
}

/** A ZIP that is whole as a file may still lack a document. */
function assertComplete(files: ArchivedFile[], documents: number): void {
	for (const { field, file } of files) {
		// The sealed one holds the audit trail, too.
		const least = field === 'sealed' ? documents + 1 : documents;
		if (file.entries === undefined || file.entries >= least) continue;
		throw new Explained(
			`The ${field} ZIP has ${file.entries} files, but must have at least ${least}`,
			'It must hold each document of the envelope, the sealed one also the audit trail. Nothing was archived. Run this step again; if it happens again, ask the operator of the service.',
		);
	}
}
