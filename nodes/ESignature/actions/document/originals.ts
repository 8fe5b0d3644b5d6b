import type { INodeProperties } from 'n8n-workflow';

import { LIMITS, type ListedDocument, type UUID } from '../../api';
import { filesIn, sameId, statusOf, wrongInput, type Call, type PackedFile } from '../../core';
import { printable, quantity, quoted } from '../../values/text';
import type { DocumentIds } from '../shared/locators';
import { pageSizes, type PdfFile } from '../shared/pdfs';
import { listDocuments, pageCount, readDocumentOnce } from './document';

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

/** The PDF of an existing document: the user's file, or else the one that the service has. */
export async function documentPdf(call: Call, ids: DocumentIds): Promise<PdfFile> {
	const field = fieldWithFile(call);
	if (field === '') return await originalPdf(call, ids, FROM_INPUT);
	const file = await call.file(field, documentFile);
	const name = printable(file.name, 80) || field;
	const bytes = await file.read();
	const stated = pageCount(await readDocumentOnce(call, ids));
	const pages = stated ? (await pageSizes(call, bytes))?.length : undefined;
	if (pages === undefined || pages === stated) return { name, bytes };
	throw wrongInput(
		`${quoted(name)} is not the file of this document: it has ${quantity(pages, 'pages')}, the document has ${stated}`,
		`Enter the binary field with the PDF of the document in '${documentFile.displayName}', or leave it empty.`,
	);
}

/** The published size of an envelope, and some more for the ZIP itself. */
const MAX_ZIP_BYTES = LIMITS.envelopeBytes * 1.05;

/** The PDF of one document as the service has it. `advice`: for the case that it cannot be downloaded. */
export async function originalPdf(
	call: Call,
	{ envelopeID, documentID }: DocumentIds,
	advice: string,
): Promise<PdfFile> {
	const documents = await listDocuments(call, envelopeID);
	const document = documents.find(({ ID }) => sameId(ID, documentID));
	if (!document) {
		throw wrongInput(
			`The document ${documentID} was not found in this envelope`,
			'Check the envelope and document IDs.',
		);
	}
	const name = call.redact(document.name);
	if ('status' in document && document.status === 'pending') {
		throw wrongInput(
			`The service has not processed ${quoted(name)} yet`,
			"Wait until it is processed, e.g. with 'Wait Until Processed' in 'Document > Add'.",
		);
	}
	const [pdf] = await originalPdfs(call, envelopeID, documents, advice, [document]);
	return { ...(pdf as PdfFile), name };
}

/** The PDFs of all documents of an envelope, or of those that are wanted, from the ZIP of the unsigned documents. */
export async function originalPdfs(
	call: Call,
	envelopeID: UUID,
	documents: readonly ListedDocument[],
	advice: string,
	wanted = documents,
): Promise<PdfFile[]> {
	const zip = await zipOf(call, envelopeID);
	const files = typeof zip === 'string' ? zip : filesIn(zip);
	const pdfs = wanted.map(async (document) => {
		const bytes = await pdfOf(document, documents, files);
		if (typeof bytes !== 'string') return { name: document.name, bytes };
		throw wrongInput(
			`The PDF of ${quoted(call.redact(document.name))} could not be downloaded, because ${bytes}`,
			advice,
		);
	});
	return await Promise.all(pdfs);
}

/** The PDF of one document, or why it cannot be used. `files`: those of the ZIP, or what is wrong with it. */
async function pdfOf(
	document: ListedDocument,
	documents: readonly ListedDocument[],
	files: readonly PackedFile[] | string,
): Promise<Buffer | string> {
	if (typeof files === 'string') return `the ZIP cannot be used: ${files}`;
	const file = fileOf(document, documents, files);
	if (!file) return 'it is not clear which file in the ZIP it is';
	const bytes = await file.read();
	if (typeof bytes === 'string') {
		return `${quoted(file.name)} in the ZIP cannot be unpacked: ${bytes}`;
	}
	return bytes.subarray(0, 1024).includes('%PDF-')
		? bytes
		: `${quoted(file.name)} in the ZIP is not a PDF`;
}

type Named = Pick<ListedDocument, 'name'>;

/**
 * The file of a document in the ZIP, if that is certain. How the files are named is open (docs/api.md, Downloads: `zip-names`),
 * so it is certain only for the only document, or if no other document or file has the same name.
 */
export function fileOf<File extends Named>(
	document: Named,
	documents: readonly Named[],
	files: readonly File[],
): File | undefined {
	if (documents.length === 1 && files.length === 1) return files[0];
	const [file, ...others] = files.filter((one) => isFileOf(one, document));
	if (!file || others.length > 0) return undefined;
	return documents.filter((one) => isFileOf(file, one)).length === 1 ? file : undefined;
}

/** The file may have the document's name, or that name with `.pdf` added or in place of its own extension. */
function isFileOf(file: Named, document: Named): boolean {
	const base = plain(file.name.split(/[/\\]/).at(-1) ?? '');
	const name = plain(document.name);
	const names = [name, name.replace(/\.[a-z]{3,4}$/i, '')];
	return names.includes(base) || names.includes(base.replace(/\.pdf$/i, ''));
}

const plain = (name: string): string => name.normalize('NFC').trim();

/** The service does not give out the documents of this envelope, or of any. */
const REFUSED = new Set([403, 404, 409, 501]);

/** The ZIP, or why the service does not give it out. */
async function zipOf(call: Call, envelopeID: UUID): Promise<Buffer | string> {
	const zip = call.content('GET /sign/envelopes/{envelopeID}:download-original', {
		envelopeID,
		maxBytes: MAX_ZIP_BYTES,
	});
	return await zip.catch(async (error: unknown) => {
		const status = statusOf(error);
		if (!REFUSED.has(status)) return await Promise.reject(error);
		return `the service refused it with status ${status}`;
	});
}
