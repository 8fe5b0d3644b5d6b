import type { INodeProperties } from 'n8n-workflow';

import { LIMITS, type ListedDocument, type UUID } from '../../api';
import {
	damageOf,
	filesIn,
	readNumber,
	sameId,
	statusOf,
	wrongInput,
	type Call,
	type PackedFile,
} from '../../core';
import { printable, quantity } from '../../errors/printable';
import type { DocumentIds } from '../shared/locators';
import { pageSizes, quoted, type PdfFile } from '../shared/pdfs';
import { listDocuments, readDocument } from './document';

export const documentFile: INodeProperties = {
	displayName: 'Document File',
	name: 'documentFile',
	type: 'string',
	default: '',
	placeholder: 'e.g. data',
	description:
		'Input binary field with the PDF of the document. If empty, the PDF is downloaded when it is needed.',
};

const FROM_INPUT = `Provide the PDF as an input, and enter the name of its binary field in '${documentFile.displayName}' in the options.`;

const fieldWithFile = (call: Pick<Call, 'option'>): string =>
	String(call.option<unknown>(documentFile.name, '') ?? '').trim();

export const hasDocumentFile = (call: Pick<Call, 'option'>): boolean => fieldWithFile(call) !== '';

/** The PDF of a document that exists: the user's file, or the one that the service has. */
export async function documentPdf(call: Call, ids: DocumentIds): Promise<PdfFile> {
	const field = fieldWithFile(call);
	if (field === '') return await originalPdf(call, ids, FROM_INPUT);
	const file = await call.file(field, documentFile);
	const name = printable(file.name, 80) || field;
	const bytes = await file.read();
	const document = await call.once(
		`document ${ids.envelopeID} ${ids.documentID}`,
		async () => await readDocument(call, ids),
	);
	const difference = await otherPages(document, bytes);
	if (!difference) return { name, bytes };
	throw wrongInput(
		`'${name}' is not the file of this document: ${difference}`,
		`Enter the binary field with the PDF of the document in '${documentFile.displayName}', or leave it empty.`,
	);
}

/** As much as the service has published for an envelope, and what a ZIP adds to its files. */
const LARGEST = LIMITS.envelopeBytes * 1.05;

/** The PDF of one document as the service has it. `otherwise`: what to do if it cannot be had. */
export async function originalPdf(
	call: Call,
	{ envelopeID, documentID }: DocumentIds,
	otherwise: string,
): Promise<PdfFile> {
	const documents = await listDocuments(call, envelopeID);
	const document = documents.find(({ ID }) => sameId(ID, documentID));
	if (!document) {
		throw wrongInput(
			'The document was not found in this envelope',
			'Check the IDs of the envelope and of the document.',
		);
	}
	const name = await call.redact(document.name);
	if ('status' in document && document.status === 'pending') {
		throw wrongInput(
			`The service has not processed '${name}' yet`,
			"Wait until it is processed, e.g. with 'Wait Until Processed' in 'Document > Add'.",
		);
	}
	const [pdf] = await originals(call, envelopeID, documents, [document], otherwise);
	return { bytes: Buffer.alloc(0), ...pdf, name };
}

/** The PDFs of all documents of an envelope, in their order, under the names that they have there. */
export const originalPdfs = async (
	call: Call,
	envelopeID: UUID,
	documents: readonly ListedDocument[],
	otherwise: string,
): Promise<PdfFile[]> => await originals(call, envelopeID, documents, documents, otherwise);

/** Takes PDFs out of the ZIP of all unsigned documents. */
async function originals(
	call: Call,
	envelopeID: UUID,
	listed: readonly ListedDocument[],
	wanted: readonly ListedDocument[],
	otherwise: string,
): Promise<PdfFile[]> {
	const zip = await zipOf(call, envelopeID);
	const files = typeof zip === 'string' ? zip : filesIn(zip);
	const all = await measured(call, envelopeID, listed);
	const pdfs: PdfFile[] = [];
	for (const { ID, name } of wanted) {
		const document = all.find((one) => sameId(one.ID, ID));
		const bytes = document ? await pdfOf(document, all, files) : 'it was deleted';
		if (typeof bytes !== 'string') pdfs.push({ name, bytes });
		else {
			throw wrongInput(
				`The PDF of '${await call.redact(name)}' could not be downloaded, because ${bytes}`,
				otherwise,
			);
		}
	}
	return pdfs;
}

/** The PDF of one document, or why it cannot be had. `files`: those of the ZIP, or what is wrong with it. */
async function pdfOf(
	document: ListedDocument,
	all: readonly ListedDocument[],
	files: readonly PackedFile[] | string,
): Promise<Buffer | string> {
	if (typeof files === 'string') return `the ZIP cannot be used: ${files}`;
	const file = fileOf(document, all, files);
	if (!file) return 'it is not clear which file in the ZIP it is';
	const bytes = await file.read();
	if (typeof bytes === 'string') {
		return `${quoted(file.name)} in the ZIP cannot be unpacked: ${bytes}`;
	}
	if (!bytes.subarray(0, 1024).includes('%PDF-')) {
		return `${quoted(file.name)} in the ZIP is not a PDF`;
	}
	const difference = await otherPages(document, bytes);
	return difference ? `the file in the ZIP is a different one: ${difference}` : bytes;
}

/** The documents with their sizes and page counts, which the list need not show. */
const measured = async (
	call: Call,
	envelopeID: UUID,
	documents: readonly ListedDocument[],
): Promise<readonly ListedDocument[]> =>
	documents.every((document) => sizeOf(document) !== undefined)
		? documents
		: await Promise.all(
				documents.map(
					async ({ ID: documentID }) => await readDocument(call, { envelopeID, documentID }),
				),
			);

type Named = Pick<ListedDocument, 'name'>;

/**
 * The file of a document in the ZIP, whose names and order the contract leaves open. Certain is only the one file of
 * its name, the one file of its size, or the only file of the only document.
 */
export function fileOf<File extends Pick<PackedFile, 'name' | 'size'>>(
	document: Named,
	documents: readonly Named[],
	files: readonly File[],
): File | undefined {
	const only = <Key>(keyOf: (one: Named) => Key, keyOfFile: (file: File) => Key) => {
		const key = keyOf(document);
		const rivals = documents.filter((one) => keyOf(one) === key);
		const found = files.filter((file) => keyOfFile(file) === key);
		return key !== undefined && rivals.length === 1 && found.length === 1 ? found[0] : undefined;
	};
	return (
		only(
			({ name }) => stem(name),
			({ name }) => stem(baseName(name)),
		) ??
		only<number | undefined>(sizeOf, ({ size }) => size) ??
		(documents.length === 1 && files.length === 1 ? files[0] : undefined)
	);
}

const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

/** A converted document may have `.pdf` behind its name in the ZIP. */
const stem = (name: string): string =>
	name
		.normalize('NFC')
		.trim()
		.replace(/\.pdf$/i, '');

const sizeOf = (document: object): number | undefined =>
	'sizeBytes' in document ? readNumber(document.sizeBytes) : undefined;

/** It does not give out the documents of this envelope, or of any. */
const REFUSED = new Set([403, 404, 409, 501]);

/** The ZIP, or why the service does not give it out. */
async function zipOf(call: Call, envelopeID: UUID): Promise<Buffer | string> {
	const zip = call.content('GET /sign/envelopes/{envelopeID}:download-original', {
		envelopeID,
		fileName: `${envelopeID}-original.zip`,
		maxBytes: LARGEST,
	});
	return await zip.catch(async (error: unknown) => {
		const status = statusOf(error);
		const reason = REFUSED.has(status)
			? `the service refused it with status ${status}`
			: damageOf(error);
		return reason ?? (await Promise.reject(error));
	});
}

/** A file with another number of pages is another document, whatever its name. */
async function otherPages(document: object, bytes: Buffer): Promise<string | undefined> {
	const stated = 'numPages' in document ? readNumber(document.numPages) : undefined;
	const pages = stated ? (await pageSizes(bytes))?.length : undefined;
	if (pages === undefined || pages === stated) return undefined;
	return `it has ${quantity(pages, 'pages')}, the document has ${stated}`;
}
