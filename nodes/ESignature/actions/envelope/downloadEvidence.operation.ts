import { createHash } from 'crypto';

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { FINISHED_STATUSES, type Envelope, type UUID } from '../../api';
import {
	defineOperation,
	maxFileSize,
	optionSwitch,
	unlessRefused,
	UserError,
	wrongInput,
	type Call,
	type StoredFile,
} from '../../core';
import { quantity, quoted } from '../../values/text';
import { listDocuments } from '../document/document';
import { shownParticipant } from '../participant/form';
import { listParticipants } from '../participant/participant';
import { choices, oneOf, someOf, type Choice } from '../shared/inputs';
import { envelopeOfItem } from '../shared/locators';
import { readEnvelope } from './envelope';

type Part = 'sealed' | 'auditTrail' | 'documents' | 'original';

const include: Choice<Part, Part[]> = {
	displayName: 'Include',
	name: 'include',
	type: 'multiOptions',
	options: choices({
		auditTrail: { name: 'Audit Trail', description: 'PDF of everything that happened' },
		documents: {
			name: 'Each Sealed Document',
			description: 'One PDF for each signed document',
		},
		original: { name: 'Original ZIP', description: 'The documents before they were signed' },
		sealed: { name: 'Sealed ZIP', description: 'All signed documents and the audit trail' },
	}),
	default: ['auditTrail', 'sealed'],
	required: true,
	description: 'Which files to download',
};

const output: Choice<'envelope' | 'file'> = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: choices({
		envelope: {
			name: 'One Item per Envelope',
			description: 'All files of an envelope in one item',
		},
		file: {
			name: 'One Item per File',
			description: "Each file in its own item, in the field 'data'",
		},
	}),
	default: 'envelope',
	description: 'How to return the files',
};

const checksumsInNames: INodeProperties = {
	displayName: 'Checksums in File Names',
	name: 'checksumsInNames',
	type: 'boolean',
	default: false,
	description:
		"Whether to put part of each file's checksum into its name, so that different files never share a name",
};

const nameInFileNames: INodeProperties = {
	displayName: 'Envelope Name in File Names',
	name: 'nameInFileNames',
	type: 'boolean',
	default: true,
	description: "Whether to add the envelope's name to each file name, after its ID",
};

/** An archive that lacks a part because of a typing error would be noticed years later. */
function partsOf(value: unknown): Set<Part> {
	const parts = someOf(value, include);
	if (parts.length > 0) return new Set(parts);
	throw wrongInput(
		"Nothing is selected in 'Include'",
		`Choose at least one: ${include.options.map(({ name }) => name).join(', ')}.`,
	);
}

export const downloadEvidence = defineOperation({
	name: 'Download Evidence',
	action: 'Download evidence of envelope',
	description: 'Download and verify the files of a finished envelope, with a list of checksums',
	ids: [envelopeOfItem],
	properties: [include, output],
	options: [checksumsInNames, nameInFileNames, maxFileSize],
	hint: (outputs) => {
		const sentenceAbout = (lacking: IDataObject[], what: string) => {
			const IDs = new Set(lacking.map(({ envelope }) => (envelope as unknown as Envelope).ID));
			if (IDs.size === 0) return [];
			return [`${quantity(IDs.size, 'envelopes')} ${IDs.size === 1 ? 'has' : 'have'} ${what}`];
		};
		const sentences = [
			...sentenceAbout(outputs.filter(isWithoutFiles), 'no signed files; see notIncluded'),
			...sentenceAbout(outputs.filter(isOdd), 'a ZIP with too few files; see warning'),
		];
		return sentences.length > 0 ? sentences.join('. ') : undefined;
	},
	read: (call) => ({
		parts: partsOf(call.param<unknown>(include.name)),
		each: oneOf(call, output),
		hasChecksums: optionSwitch(call, checksumsInNames),
		hasName: optionSwitch(call, nameInFileNames),
	}),
	run: async (call, { parts, each, hasChecksums, hasName }) => {
		const { envelopeID } = call.ids;
		const envelope = await readEnvelope(call, envelopeID);
		assertFinished(envelope);
		const { documents, participants, taken } = await download(
			call,
			envelopeID,
			envelope.status,
			parts,
		);
		const nameOf = (name: string, sha256: string): string =>
			[
				envelopeID,
				hasName ? fileNamePart(envelope.name) : '',
				hasChecksums ? sha256.slice(0, DIGITS_IN_NAMES) : '',
				name.slice(envelopeID.length + 1),
			]
				.filter((part) => part !== '')
				.join('-');
		const files = taken
			.filter((one) => 'binary' in one)
			.map(({ binary, file, ...named }) => {
				const name = nameOf(file.name, file.sha256);
				return { ...named, binary: { ...binary, fileName: name }, file: { ...file, name } };
			});
		const content = manifestOf(files);
		const sha256 = createHash('sha256').update(content).digest('hex');
		const name = nameOf(`${envelopeID}-manifest-sha256.txt`, sha256);
		const manifest =
			files.length > 0 ? await call.storeText(name, 'text/plain', content) : undefined;
		const shown = files.map((one) => {
			const warning = warningAbout(one, documents.length);
			return { field: one.field, ...one.IDs, ...one.file, ...(warning && { warning }) };
		});
		const notIncluded = taken.filter((one) => 'reason' in one);
		const rest = notIncluded.length > 0 ? { notIncluded } : {};
		// An envelope without files keeps its one item: it must not vanish from the workflow.
		if (each === 'envelope' || !manifest) {
			const lists = {
				documents: documents.map((document) => ({ ...document })),
				participants: participants.map((one) => shownParticipant(WITHOUT_CODES, one)),
			};
			return {
				json: { envelope: { ...envelope }, ...lists, files: shown, ...rest },
				binary: {
					...Object.fromEntries(files.map(({ field, binary }) => [field, binary])),
					...(manifest && { manifest }),
				},
			};
		}
		const record = {
			field: 'manifest',
			name,
			mediaType: 'text/plain',
			bytes: Buffer.byteLength(content),
			sha256,
		};
		return [...files.map(({ binary }) => binary), manifest].map((data, index) => ({
			json: { ...(shown[index] ?? record), envelope: { ...envelope }, ...rest },
			binary: { data },
		}));
	},
});

/** 64 bits are enough to tell the files of one envelope apart. */
const DIGITS_IN_NAMES = 16;

/** With the ID, a checksum and the end, a file name has at most 200 bytes. */
const BYTES_OF_NAME = 120;

/** Only letters and digits, which every file system takes, cut after a whole letter. */
function fileNamePart(name: string): string {
	const words = String(name ?? '')
		.normalize('NFC')
		.match(/[\p{L}\p{M}\p{N}]+/gu);
	let part = '';
	for (const [letter] of (words ?? []).join('-').matchAll(/.\p{M}*/gu)) {
		if (Buffer.byteLength(part + letter) > BYTES_OF_NAME) break;
		part += letter;
	}
	return part.replace(/-$/, '');
}

interface EvidenceFile extends StoredFile {
	/** Name of the binary field. */
	field: string;
	IDs: Record<string, string>;
}

/** The files of a whole envelope, in the order of the output. */
const WHOLE = [
	['sealed', 'GET /sign/envelopes/{envelopeID}:download-sealed', 'sealed.zip'],
	['auditTrail', 'GET /sign/envelopes/{envelopeID}:download-audit-trail', 'audit-trail.pdf'],
	['original', 'GET /sign/envelopes/{envelopeID}:download-original', 'original.zip'],
] as const;
const SEALED_DOCUMENT = 'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed';

function assertFinished({ status }: Envelope): void {
	if (FINISHED_STATUSES.includes(status)) return;
	throw new UserError(
		`The envelope is not finished: its status is ${quoted(status)}`,
		"Evidence exists once an envelope is sealed, rejected or canceled. Filter by status first, e.g. with an 'If' node.",
	);
}

/** Reads the lists and downloads the files of a finished envelope, all at the same time: it no longer changes. */
async function download(call: Call, envelopeID: UUID, status: string, include: Set<Part>) {
	const take = async (
		part: Part,
		file: Promise<StoredFile>,
		named: Omit<EvidenceFile, keyof StoredFile>,
	): Promise<EvidenceFile | { part: Part; reason: string }> => {
		// A sealed envelope has every file; one that ended otherwise has some of them.
		const stored = status === 'sealed' ? await file : await unlessRefused(file);
		if (stored) return { ...stored, ...named };
		return { part, ...named.IDs, reason: `a ${status} envelope does not have this file` };
	};
	const listing = listDocuments(call, envelopeID);
	const whole = WHOLE.filter(([part]) => include.has(part)).map(async ([part, route, suffix]) => {
		const file = call.download(route, { envelopeID, fileName: `${envelopeID}-${suffix}` });
		return await take(part, file, { field: part, IDs: {} });
	});
	const each = listing.then(async (documents) => {
		if (!include.has('documents')) return [];
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
	const [documents, participants, wholes, single] = await allOf([
		listing,
		listParticipants(call, envelopeID),
		allOf(whole),
		each,
	]);
	return { documents, participants, taken: [...wholes, ...single] };
}

/** An envelope is sealed because its documents are: if none is listed, the evidence is not whole. */
function noDocuments(status: string): { part: Part; reason: string } {
	if (status !== 'sealed') return { part: 'documents', reason: 'the service lists no documents' };
	throw new UserError(
		'The envelope is sealed, but the service lists no documents in it',
		"Run this step again later. If it happens again, contact the service's support team.",
	);
}

/** Evidence never shows access codes, whatever the options say. */
const WITHOUT_CODES = { option: <V>(_: string, fallback: V) => fallback };

/** Like `Promise.all`, but an error waits until no download is under way anymore. */
async function allOf<Values extends readonly unknown[]>(begun: {
	readonly [Key in keyof Values]: Promise<Values[Key]>;
}): Promise<Values> {
	await Promise.allSettled(begun);
	return (await Promise.all(begun)) as unknown as Values;
}

/** A ZIP that is whole as a file may still lack a document, which would be noticed years later. */
function warningAbout({ field, file }: EvidenceFile, documents: number): string | undefined {
	// All signed documents and the audit trail (docs/api.md, Downloads).
	const least = field === 'sealed' ? documents + 1 : documents;
	if (file.entries === undefined || file.entries >= least) return undefined;
	return `The ZIP has only ${file.entries} of at least ${least} expected files`;
}

const isWithoutFiles = ({ notIncluded }: IDataObject): boolean => notIncluded !== undefined;

/** A warning stands in the item of its file, or in the list of files in the item of the envelope. */
const isOdd = (output: IDataObject): boolean =>
	[output, ...((output.files ?? []) as IDataObject[])].some(({ warning }) => warning !== undefined);

/**
 * The form that `sha256sum -c` and BagIt read: checksum, two spaces, name. Names have only letters, digits,
 * hyphens and dots, so none needs escaping; they are sorted, so equal archives have equal manifests.
 */
const manifestOf = (files: EvidenceFile[]): string =>
	files
		.map(({ file }) => `${file.sha256}  ${file.name}\n`)
		.sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))
		.join('');
