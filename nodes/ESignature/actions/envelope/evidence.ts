import type { IDataObject } from 'n8n-workflow';

import type { Envelope, UUID } from '../../api';
import {
	sameId,
	unlessRefused,
	UserError,
	wrongInput,
	type Call,
	type FileRecord,
	type StoredFile,
} from '../../core';
import { listParticipants } from '../participant/addParticipants';
import { shownParticipant } from '../participant/form';
import { choices, someOf, type Choice } from '../shared/inputs';
import { listAll, partHints } from '../shared/lists';
import { sameWords } from '../shared/names';

/**
 * The form that `sha256sum -c` and BagIt read: checksum, two spaces, name. Names are made from IDs, so
 * that none needs escaping; the order is that of the names, so that equal archives have equal manifests.
 */
export const manifestOf = (files: Array<{ file: Pick<FileRecord, 'name' | 'sha256'> }>): string =>
	files
		.map(({ file }) => `${file.sha256}  ${file.name}\n`)
		.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))
		.join('');

type Listed = NonNullable<StoredFile['listed']>[number];

/** What programs add to archives, and lists in words for machines: no document that somebody signs. */
const ADDED =
	/^(?:\.ds_store|thumbs\.db|desktop\.ini|manifest\b.*|.*\.(?:json|txt|xml|csv|sha256|md5))$/i;
const AUDIT_TRAIL = /audit|certificate|evidence/i;
/** Shorter names stand in too many others. */
const SHORTEST = 3;

/**
 * How many files of a ZIP can be documents of these names, and whether there is one that can be the audit
 * trail beside them. A file with the name of a document counts as that document. Of the other
 * files, those that cannot be documents do not count, nor do copies (same name in another folder, same content).
 */
function countDocuments(
	listed: Listed[],
	names: string[],
): { documents: number; auditTrail: boolean } {
	const others = new Set(listed.filter(({ name }) => !/(?:^|\/)__MACOSX\//.test(name)));
	let documents = 0;
	for (const name of names) {
		const own = [...others].find((file) => isNamed(name, file));
		if (own && others.delete(own)) documents += 1;
	}
	const known = new Set(listed.filter((file) => !others.has(file)).map(contentOf));
	let auditTrail = false;
	for (const file of others) {
		// Some writers of encrypted files state no checksum.
		const isCopy = file.crc !== 0 && known.has(contentOf(file));
		known.add(contentOf(file));
		if (isCopy) continue;
		if (AUDIT_TRAIL.test(baseOf(file))) auditTrail = true;
		else if (!ADDED.test(baseOf(file))) documents += 1;
	}
	return { documents, auditTrail };
}

const baseOf = ({ name }: Listed): string => name.split(/[/\\]/).at(-1) ?? name;
const stem = (name: string): string => name.replace(/(?<=.)\.[a-z0-9]{2,5}$/i, '');

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Under its name, or with something before or behind it. */
function isNamed(name: string, file: Listed): boolean {
	const [wanted, held] = [stem(name), stem(baseOf(file))];
	const part = letters(wanted);
	return sameWords(wanted, held) || (part.length >= SHORTEST && letters(held).includes(part));
}

const contentOf = (file: Listed): string =>
	JSON.stringify([baseOf(file).toLowerCase(), file.bytes, file.crc]);

const FINISHED = ['sealed', 'rejected', 'cancelled'];
const AGAIN =
	"Nothing was kept. Run this step again; if it happens again, contact the service's support team.";

export function assertFinished({ status }: Envelope): void {
	if (FINISHED.includes(status)) return;
	throw new UserError(
		`The envelope is not finished: its status is '${status}'`,
		"Its evidence can be downloaded once it is sealed, rejected or cancelled. Filter by status first, e.g. with the 'Get Many' operation.",
	);
}

/** Somebody has signed something, so that an empty list is not all of it. */
function assertDocuments(status: string, documents: number): void {
	if (status !== 'sealed' || documents > 0) return;
	throw new UserError(
		'The service lists no document of this envelope, although it is sealed',
		AGAIN,
	);
}

/**
 * A ZIP that is whole as a file may still lack a document. The files are told by their names and sizes;
 * nobody looks into them.
 */
function assertComplete(
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
	throw new UserError(
		`The ${field} ZIP is incomplete: ${found} of at least ${least} expected files were found`,
		`It must contain every document of the envelope, and the sealed ZIP also the audit trail; copies, lists and empty files do not count. ${AGAIN}`,
	);
}

type Part = 'sealed' | 'auditTrail' | 'documents' | 'original';

export const include: Choice<Part> = {
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
	description: 'Which files to download. Rejected and cancelled envelopes have no sealed files.',
};

/** What to fetch. An archive that lacks a part because of a typing error would be found years later. */
export function partsOf(value: unknown): Set<Part> {
	const parts = someOf(value, include);
	if (parts.length > 0) return new Set(parts);
	throw wrongInput("Nothing is selected in 'Include'", 'Choose at least one part.');
}

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
	/** Lists of which the service announces more than it shows. */
	incomplete: string[];
}

const OPTION_OFF = { option: <V>(_: string, fallback: V) => fallback, codes: new Set<string>() };

/** The files that stand for the whole envelope, in the order in which they are fetched. */
const WHOLE = [
	['sealed', 'GET /sign/envelopes/{envelopeID}:download-sealed', 'sealed.zip'],
	['auditTrail', 'GET /sign/envelopes/{envelopeID}:download-audit-trail', 'audit-trail.pdf'],
	['original', 'GET /sign/envelopes/{envelopeID}:download-original', 'original.zip'],
] as const;
const SEALED_DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed';

/** One pass. Names are made from the ID that was asked for, not from one that the service returns. */
export async function downloadOnce(
	call: Call,
	envelopeID: UUID,
	{ status }: Envelope,
	include: Set<Part>,
): Promise<Evidence> {
	const documents = await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents', {
		envelopeID,
	});
	const { items } = documents;
	assertDocuments(status, items.length);
	const participants = await listParticipants(call, envelopeID);
	const files: EvidenceFile[] = [];
	const notIncluded: Evidence['notIncluded'] = [];
	const missing = `a ${status} envelope does not have this file`;
	const take = async (
		part: Part,
		fetched: Promise<StoredFile>,
		named: Omit<EvidenceFile, keyof StoredFile>,
	) => {
		// A sealed envelope has everything; one that ended otherwise has what it has.
		const stored = status === 'sealed' ? await fetched : await unlessRefused(fetched);
		if (stored) files.push({ ...stored, ...named });
		else notIncluded.push({ part, ...named.IDs, reason: missing });
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
	throw new UserError('The service returned a different envelope from the one requested', AGAIN);
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
