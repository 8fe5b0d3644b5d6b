import type { IDataObject } from 'n8n-workflow';

import { FINISHED_STATUSES, type Envelope, type UUID } from '../../api';
import { unlessRefused, UserError, type Call, type FileRecord, type StoredFile } from '../../core';
import { listDocuments } from '../document/document';
import { shownParticipant } from '../participant/form';
import { listParticipants } from '../participant/participant';

export type Part = 'sealed' | 'auditTrail' | 'documents' | 'original';

export interface EvidenceFile extends StoredFile {
	/** Name of the binary field. */
	field: string;
	IDs: Record<string, string>;
}

interface Evidence {
	files: EvidenceFile[];
	documents: IDataObject[];
	participants: IDataObject[];
	/** What the envelope does not have, and why. */
	notIncluded: Array<{ part: Part; reason: string }>;
}

/** The files of a whole envelope, in the order of the output. */
const WHOLE = [
	['sealed', 'GET /sign/envelopes/{envelopeID}:download-sealed', 'sealed.zip'],
	['auditTrail', 'GET /sign/envelopes/{envelopeID}:download-audit-trail', 'audit-trail.pdf'],
	['original', 'GET /sign/envelopes/{envelopeID}:download-original', 'original.zip'],
] as const;
const SEALED_DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed';

export function assertFinished({ status }: Envelope): void {
	if (FINISHED_STATUSES.includes(status)) return;
	throw new UserError(
		`The envelope is not finished: its status is '${status}'`,
		"Its evidence can be downloaded once it is sealed, rejected or canceled. Filter by status first, e.g. with the 'Get Many' operation.",
	);
}

/** Reads the lists and downloads the files of a finished envelope, all at the same time: it no longer changes. */
export async function downloadEvidence(
	call: Call,
	envelopeID: UUID,
	status: string,
	include: Set<Part>,
): Promise<Evidence> {
	type Taken = EvidenceFile | Evidence['notIncluded'][number];
	const take = async (
		part: Part,
		download: Promise<StoredFile>,
		named: Omit<EvidenceFile, keyof StoredFile>,
	): Promise<Taken> => {
		// A sealed envelope has every file; one that ended otherwise has some of them.
		const stored = status === 'sealed' ? await download : await unlessRefused(download);
		if (stored) return { ...stored, ...named };
		return { part, ...named.IDs, reason: `a ${status} envelope does not have this file` };
	};
	const listing = listDocuments(call, envelopeID);
	const whole = WHOLE.filter(([part]) => include.has(part)).map(async ([part, route, suffix]) => {
		const download = call.download(route, { envelopeID, fileName: `${envelopeID}-${suffix}` });
		return await take(part, download, { field: part, IDs: {} });
	});
	const each = listing.then(async (documents) => {
		const wanted = include.has('documents') ? documents : [];
		return await allOf(
			wanted.map(async ({ ID: documentID }, index) => {
				const fileName = `${envelopeID}-document-${index + 1}.pdf`;
				const download = call.download(SEALED_DOCUMENT, { envelopeID, documentID, fileName });
				const field = `document_${index + 1}`;
				return await take('documents', download, { field, IDs: { documentID } });
			}),
		);
	});
	const [documents, participants, wholes, single] = await allOf([
		listing,
		listParticipants(call, envelopeID),
		allOf(whole),
		each,
	]);
	const taken = [...wholes, ...single];
	const files = taken.filter((one) => 'binary' in one);
	for (const file of files) assertHoldsAll(file, documents.length);
	return {
		files,
		documents: documents.map((document) => ({ ...document })),
		participants: participants.map((participant) => shownParticipant(WITHOUT_CODES, participant)),
		notIncluded: taken.filter((one) => 'reason' in one),
	};
}

/** Evidence never shows access codes, whatever the options say. */
const WITHOUT_CODES = { option: <V>(_: string, fallback: V) => fallback, codes: new Set<string>() };

/** Like `Promise.all`, but an error waits until no download is under way any more. */
async function allOf<Values extends readonly unknown[]>(begun: {
	readonly [Key in keyof Values]: Promise<Values[Key]>;
}): Promise<Values> {
	await Promise.allSettled(begun);
	return (await Promise.all(begun)) as unknown as Values;
}

/** A ZIP that is whole as a file may still lack a document, which would be noticed years later. */
export function assertHoldsAll(
	{ field, file }: { field: string; file: Pick<FileRecord, 'entries'> },
	documents: number,
): void {
	// Contract, Download Sealed Envelope: all signed documents and the audit trail.
	const least = field === 'sealed' ? documents + 1 : documents;
	if (file.entries === undefined || file.entries >= least) return;
	throw new UserError(
		`The ${field} ZIP is incomplete: ${file.entries} of at least ${least} expected files were found`,
		"It must contain every document of the envelope, and the sealed ZIP also the audit trail. Nothing was kept. Run this step again; if it happens again, contact the service's support team.",
	);
}

/**
 * The form that `sha256sum -c` and BagIt read: checksum, two spaces, name. Names are made from IDs, so
 * none needs escaping; they are sorted, so equal archives have equal manifests.
 */
export const manifestOf = (files: Array<{ file: Pick<FileRecord, 'name' | 'sha256'> }>): string =>
	files
		.map(({ file }) => `${file.sha256}  ${file.name}\n`)
		.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))
		.join('');

/** 64 bits are enough to tell the files of one envelope apart. */
const DIGITS_IN_NAMES = 16;

export const nameWithChecksum = (envelopeID: UUID, name: string, sha256: string): string =>
	`${envelopeID}-${sha256.slice(0, DIGITS_IN_NAMES)}${name.slice(envelopeID.length)}`;

export const withChecksumInName = (envelopeID: UUID, one: EvidenceFile): EvidenceFile => {
	const name = nameWithChecksum(envelopeID, one.file.name, one.file.sha256);
	return { ...one, binary: { ...one.binary, fileName: name }, file: { ...one.file, name } };
};
