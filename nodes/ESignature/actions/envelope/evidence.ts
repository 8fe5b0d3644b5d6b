import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { FINISHED_STATUSES, type Envelope, type UUID } from '../../api';
import {
	sameId,
	unlessRefused,
	UserError,
	wrongInput,
	type Call,
	type FileRecord,
	type StoredFile,
} from '../../core';
import { listDocuments } from '../document/document';
import { listParticipants } from '../participant/participant';
import { shownParticipant } from '../participant/form';
import { choices, someOf, type Choice } from '../shared/inputs';
import { NOT_KEPT, assertComplete } from './completeZip';

/**
 * The form that `sha256sum -c` and BagIt read: checksum, two spaces, name. Names are made from IDs, so
 * that none needs escaping; the order is that of the names, so that equal archives have equal manifests.
 */
export const manifestOf = (files: Array<{ file: Pick<FileRecord, 'name' | 'sha256'> }>): string =>
	files
		.map(({ file }) => `${file.sha256}  ${file.name}\n`)
		.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))
		.join('');

export function assertFinished({ status }: Envelope): void {
	if (FINISHED_STATUSES.includes(status)) return;
	throw new UserError(
		`The envelope is not finished: its status is '${status}'`,
		"Its evidence can be downloaded once it is sealed, rejected or canceled. Filter by status first, e.g. with the 'Get Many' operation.",
	);
}

/** Somebody has signed something, so that an empty list is not all of it. */
function assertDocuments(status: string, documents: number): void {
	if (status !== 'sealed' || documents > 0) return;
	throw new UserError(
		'The service lists no document of this envelope, although it is sealed',
		NOT_KEPT,
	);
}

type Part = 'sealed' | 'auditTrail' | 'documents' | 'original';

export const include: Choice<Part, Part[]> = {
	displayName: 'Include',
	name: 'include',
	type: 'multiOptions',
	options: choices({
		auditTrail: { name: 'Audit Trail', description: 'PDF that lists everything that happened' },
		documents: {
			name: 'Each Sealed Document',
			description: 'One PDF for each signed document',
		},
		original: { name: 'Original ZIP', description: 'The documents before they were signed' },
		sealed: { name: 'Sealed ZIP', description: 'All signed documents and the audit trail' },
	}),
	default: ['auditTrail', 'sealed'],
	required: true,
	description: 'Which files to download. Rejected and canceled envelopes have no sealed files.',
};

/** What to fetch. An archive that lacks a part because of a typing error would be found years later. */
export function partsOf(value: unknown): Set<Part> {
	const parts = someOf(value, include);
	if (parts.length > 0) return new Set(parts);
	throw wrongInput("Nothing is selected in 'Include'", 'Choose at least one part.');
}

export const checksumsInNames: INodeProperties = {
	displayName: 'Checksums in File Names',
	name: 'checksumsInNames',
	type: 'boolean',
	default: false,
	description:
		"Whether each file name has the beginning of the file's SHA-256 after the ID of the envelope. Files that differ then never have the same name, so a later download does not overwrite an earlier one.",
};

/** 64 bits: nobody comes across two files of one envelope that share them. */
const DIGITS_IN_NAMES = 16;

export const nameWithChecksum = (envelopeID: UUID, name: string, sha256: string): string =>
	`${envelopeID}-${sha256.slice(0, DIGITS_IN_NAMES)}${name.slice(envelopeID.length)}`;

export const withChecksumInName = (envelopeID: UUID, one: EvidenceFile): EvidenceFile => {
	const name = nameWithChecksum(envelopeID, one.file.name, one.file.sha256);
	return { ...one, binary: { ...one.binary, fileName: name }, file: { ...one.file, name } };
};

interface EvidenceFile extends StoredFile {
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

const OPTION_OFF = { option: <V>(_: string, fallback: V) => fallback, codes: new Set<string>() };

/** The files that stand for the whole envelope, in the order in which they are fetched. */
const WHOLE = [
	['sealed', 'GET /sign/envelopes/{envelopeID}:download-sealed', 'sealed.zip'],
	['auditTrail', 'GET /sign/envelopes/{envelopeID}:download-audit-trail', 'audit-trail.pdf'],
	['original', 'GET /sign/envelopes/{envelopeID}:download-original', 'original.zip'],
] as const;
const SEALED_DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed';

/**
 * One pass, all of it at the same time: what belongs together is found out by the looks before and after it. Names
 * are made from the ID that was asked for, not from one that the service returns.
 */
export async function downloadOnce(
	call: Call,
	envelopeID: UUID,
	{ status }: Envelope,
	include: Set<Part>,
): Promise<Evidence> {
	const missing = `a ${status} envelope does not have this file`;
	const take = async (
		part: Part,
		fetched: Promise<StoredFile>,
		named: Omit<EvidenceFile, keyof StoredFile>,
	): Promise<Taken> => {
		// A sealed envelope has everything; one that ended otherwise has what it has.
		const stored = status === 'sealed' ? await fetched : await unlessRefused(fetched);
		return stored ? { ...stored, ...named } : { part, ...named.IDs, reason: missing };
	};
	const listing = documentsOf(call, envelopeID, status);
	const whole = WHOLE.filter(([part]) => include.has(part)).map(async ([part, route, suffix]) => {
		const fileName = `${envelopeID}-${suffix}`;
		return await take(part, call.download(route, { envelopeID, fileName }), {
			field: part,
			IDs: {},
		});
	});
	const each = listing.then(async (documents) => {
		const wanted = include.has('documents') ? documents : [];
		return await together(
			wanted.map(async ({ ID: documentID }, index) => {
				const fileName = `${envelopeID}-document-${index + 1}.pdf`;
				const file = call.download(SEALED_DOCUMENT, { envelopeID, documentID, fileName });
				return await take('documents', file, {
					field: `document_${index + 1}`,
					IDs: { documentID },
				});
			}),
		);
	});
	const [documents, participants, wholes, single] = await together([
		listing,
		listParticipants(call, envelopeID),
		together(whole),
		each,
	]);
	const taken = [...wholes, ...single];
	const files = taken.filter((one) => 'binary' in one);
	const names = documents.map(({ name }) => String(name ?? ''));
	for (const one of files) assertComplete(one, names);
	return {
		files,
		documents: documents.map((document) => ({ ...document })),
		participants: participants.map((participant) => shownParticipant(OPTION_OFF, participant)),
		notIncluded: taken.filter((one) => 'reason' in one),
	};
}

type Taken = EvidenceFile | Evidence['notIncluded'][number];

async function documentsOf(call: Call, envelopeID: UUID, status: string) {
	const documents = await listDocuments(call, envelopeID);
	assertDocuments(status, documents.length);
	return documents;
}

/** All of them, or the first error in their order; none is under way any more when it is told. */
async function together<Values extends readonly unknown[]>(begun: {
	readonly [Key in keyof Values]: Promise<Values[Key]>;
}): Promise<Values> {
	await Promise.allSettled(begun);
	return (await Promise.all(begun)) as unknown as Values;
}

const MOST_ROUNDS = 3;
const NOT_THE_SAME =
	'Each copy of this file had a different checksum, so this copy may not match the state of the envelope shown here.';

/**
 * Reads before and after: what was fetched belongs to one state of the envelope, or is fetched again. A
 * new time of change alone says little, since a service may count a download as one: then two copies in a
 * row decide. Status and documents have to be the same. A file that is never the same twice, such as an audit
 * trail that lists its downloads, is kept, but not called verified.
 */
export async function sameState(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
	fetch: (envelope: Envelope) => Promise<Evidence>,
): Promise<{ envelope: Envelope; evidence: Evidence }> {
	const read = async () =>
		asAsked(envelopeID, await request('GET /sign/envelopes/{envelopeID}', { envelopeID }));
	let before = await read();
	let earlier: Evidence | undefined;
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const evidence = await fetch(before);
		const after = await read();
		const sameStatus = after.status === before.status;
		if (sameStatus && after.lastModifiedAt === before.lastModifiedAt) {
			return { envelope: after, evidence };
		}
		if (sameStatus && earlier && contentsOf(earlier) === contentsOf(evidence)) {
			const changed = changedFiles(evidence, earlier);
			if (changed.size === 0 || round === MOST_ROUNDS - 1) {
				return { envelope: after, evidence: marked(evidence, changed) };
			}
		}
		earlier = sameStatus ? evidence : undefined;
		before = after;
	}
	throw new UserError(
		'The envelope kept changing while its files were being downloaded',
		'Run this step again when no one is working on the envelope.',
	);
}

/** Evidence under the wrong name would be found years later. */
function asAsked(envelopeID: UUID, envelope: Envelope): Envelope {
	if (sameId(envelope.ID, envelopeID)) return envelope;
	throw new UserError('The service returned a different envelope from the one requested', NOT_KEPT);
}

const keyOf = ({ field, IDs }: EvidenceFile): string => IDs.documentID ?? field;

/** Documents with their states, and which files there are; the order is of no interest. */
const contentsOf = ({ documents, files }: Evidence): string =>
	JSON.stringify([
		documents.map(({ ID, status }) => JSON.stringify([ID, status])).sort(),
		files.map(keyOf).sort(),
	]);

/** Names of the files of which this copy is not the one before. */
function changedFiles(evidence: Evidence, earlier: Evidence): Set<string> {
	const sums = new Map(earlier.files.map((one) => [keyOf(one), one.file.sha256]));
	return new Set(
		evidence.files.filter((one) => sums.get(keyOf(one)) !== one.file.sha256).map(keyOf),
	);
}

const marked = (evidence: Evidence, changed: Set<string>): Evidence => ({
	...evidence,
	files: evidence.files.map((one) => {
		if (!changed.has(keyOf(one))) return one;
		const warnings = [...(one.file.warnings ?? []), NOT_THE_SAME];
		return { ...one, file: { ...one.file, contentVerified: false as const, warnings } };
	}),
});
