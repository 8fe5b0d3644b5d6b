import type { IDataObject } from 'n8n-workflow';

import type { Envelope, UUID } from '../../api';
import { InputError, unlessRefused, type Call, type StoredFile } from '../../core';
import { oneOf } from '../inputs';
import { listParticipants } from '../participant/addParticipants';
import { shownParticipant } from '../participant/shownParticipant';
import { listAll } from '../listAll';
import { partHints } from '../wholeList';
import { assertComplete, assertDocuments } from './archiveChecks';

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

export interface ArchivedFile extends StoredFile {
	/** Name of the binary field. */
	field: string;
	IDs: Record<string, string>;
}

export interface Archived {
	files: ArchivedFile[];
	documents: IDataObject[];
	participants: IDataObject[];
	/** What the envelope does not have, and why. */
	notIncluded: Array<{ part: Part; reason: string }>;
	/** Lists of which the service announces more than it shows. */
	incomplete: string[];
}

const OPTION_OFF = {
	option: <Value>(_: string, fallback: Value) => fallback,
	codes: new Set<string>(),
};

/** The files that stand for the whole envelope, in the order in which they are fetched. */
const WHOLE = [
	['sealed', 'GET /sign/envelopes/{envelopeID}:download-sealed', 'sealed.zip'],
	['auditTrail', 'GET /sign/envelopes/{envelopeID}:download-audit-trail', 'audit-trail.pdf'],
	['original', 'GET /sign/envelopes/{envelopeID}:download-original', 'original.zip'],
] as const;
const SEALED_DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed';

/** One pass. Names are made from the ID that was asked for, not from one that the service returns. */
export async function archiveOnce(
	call: Call,
	envelopeID: UUID,
	{ status }: Envelope,
	include: Set<Part>,
): Promise<Archived> {
	const documents = await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents', {
		envelopeID,
	});
	const { items } = documents;
	assertDocuments(status, items.length);
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
	const names = items.map(({ name }) => String(name ?? ''));
	for (const one of files) assertComplete(one, names);
	return {
		files,
		documents: items.map((document) => ({ ...document })),
		participants: participants.items.map((participant) =>
			shownParticipant(OPTION_OFF, participant),
		),
		notIncluded,
		incomplete: partHints({ documents, participants }),
	};
}
