import {
	FINISHED_STATUSES,
	type Envelope,
	type ListedDocument,
	type Participant,
	type UUID,
} from '../../api';
import { unlessRefused, UserError, type Call, type StoredFile } from '../../core';
import { quoted } from '../../values/text';
import { listDocuments } from '../document/document';
import { listParticipants } from '../participant/participant';

export type Part = 'sealed' | 'auditTrail' | 'documents' | 'original';

export interface EvidenceFile {
	/** Name of the binary field. */
	field: string;
	IDs: { documentID?: UUID };
	binary: StoredFile['binary'];
	file: Pick<StoredFile['file'], 'name' | 'bytes' | 'sha256' | 'entries'> & { mediaType: string };
}

/** A file that the envelope does not have. */
interface MissingFile {
	part: Part;
	documentID?: UUID;
	reason: string;
}

export interface Evidence {
	documents: ListedDocument[];
	participants: Participant[];
	files: EvidenceFile[];
	notIncluded: MissingFile[];
}

/** The files of a whole envelope, in the order of the output. */
const ENVELOPE_FILES = [
	['sealed', 'GET /sign/envelopes/{envelopeID}:download-sealed', 'sealed.zip'],
	['auditTrail', 'GET /sign/envelopes/{envelopeID}:download-audit-trail', 'audit-trail.pdf'],
	['original', 'GET /sign/envelopes/{envelopeID}:download-original', 'original.zip'],
] as const;
const SEALED_DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed';

export function assertFinished({ status }: Envelope): void {
	if (FINISHED_STATUSES.includes(status)) return;
	throw new UserError(
		`The envelope is not finished: its status is ${quoted(status)}`,
		"Evidence exists once an envelope is sealed, rejected or canceled. Filter by status first, e.g. with an 'If' node.",
	);
}

/** Reads the lists and downloads the files of a finished envelope, all at the same time: it no longer changes. */
export async function downloadParts(
	call: Call,
	envelopeID: UUID,
	status: string,
	parts: ReadonlySet<Part>,
): Promise<Evidence> {
	const take = async (
		part: Part,
		download: Promise<StoredFile>,
		{ field, IDs = {} }: { field: string; IDs?: EvidenceFile['IDs'] },
	): Promise<EvidenceFile | MissingFile> => {
		// A sealed envelope has every file; one that ended otherwise has some of them.
		const stored = status === 'sealed' ? await download : await unlessRefused(download);
		if (stored) return { ...stored, field, IDs };
		return { part, ...IDs, reason: `a ${status} envelope does not have this file` };
	};
	const listing = listDocuments(call, envelopeID);
	const ofEnvelope = ENVELOPE_FILES.filter(([part]) => parts.has(part)).map(
		async ([part, route, suffix]) => {
			const file = call.download(route, { envelopeID, fileName: `${envelopeID}-${suffix}` });
			return await take(part, file, { field: part });
		},
	);
	const ofDocuments = listing.then(async (documents) => {
		if (!parts.has('documents')) return [];
		if (documents.length === 0) return [noDocuments(status)];
		return await allOf(
			documents.map(async ({ ID: documentID }, index) => {
				const fileName = `${envelopeID}-document-${index + 1}.pdf`;
				const file = call.download(SEALED_DOCUMENT, { envelopeID, documentID, fileName });
				const field = `document_${index + 1}`;
				return await take('documents', file, { field, IDs: { documentID } });
			}),
		);
	});
	const [documents, participants, ...taken] = await allOf([
		listing,
		listParticipants(call, envelopeID),
		allOf(ofEnvelope),
		ofDocuments,
	]);
	const all = taken.flat();
	return {
		documents,
		participants,
		files: all.filter((one) => 'file' in one),
		notIncluded: all.filter((one) => 'reason' in one),
	};
}

/** An envelope is sealed because its documents are: if none is listed, the evidence is not whole. */
function noDocuments(status: string): MissingFile {
	if (status !== 'sealed') return { part: 'documents', reason: 'the service lists no documents' };
	throw new UserError(
		'The envelope is sealed, but the service lists no documents in it',
		"Run this step again later. If it happens again, contact the service's support team.",
	);
}

/** Like `Promise.all`, but settles all downloads before it rejects. */
async function allOf<Values extends readonly unknown[]>(begun: {
	readonly [Key in keyof Values]: Promise<Values[Key]>;
}): Promise<Values> {
	await Promise.allSettled(begun);
	return (await Promise.all(begun)) as unknown as Values;
}

/** A ZIP that is whole as a file may still lack a document, which would be noticed years later. */
export function warningAbout(
	{ field, file }: EvidenceFile,
	{ documents: { length } }: Pick<Evidence, 'documents'>,
): string | undefined {
	// All signed documents and the audit trail (docs/api.md, Downloads).
	const least = field === 'sealed' ? length + 1 : length;
	if (file.entries === undefined || file.entries >= least) return undefined;
	return `The ZIP has only ${file.entries} of at least ${least} expected files`;
}
