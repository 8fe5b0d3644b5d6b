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
import { printable } from '../../errors/printable';
import { listDocuments } from './document';
import type { DocumentIds } from '../shared/locators';
import { pageSizes, quoted, type PdfFile } from '../shared/pdfs';
import { filesOfDocuments } from './whichFile';

/** For whoever has the file at hand, or where the service does not give it out. */
export const documentFile: INodeProperties = {
	displayName: 'Document File',
	name: 'documentFile',
	type: 'string',
	default: '',
	placeholder: 'e.g. data',
	description:
		'Name of the input binary field that contains the PDF of the document, to find texts or tags in it and to check positions. If it is empty, the document is downloaded from the service where a text or a tag is looked for.',
};

const FROM_INPUT = `Provide the PDF as an input, and enter the name of its binary field in '${documentFile.displayName}' in the options.`;

const fieldWithFile = (call: Pick<Call, 'option'>): string =>
	String(call.option<unknown>(documentFile.name, '') ?? '').trim();

export const hasDocumentFile = (call: Pick<Call, 'option'>): boolean => fieldWithFile(call) !== '';

/** The PDF of a document that exists: from the input, or as the service has it. */
export async function documentPdf(call: Call, ids: DocumentIds): Promise<PdfFile> {
	const field = fieldWithFile(call);
	if (field === '') return await originalPdf(call, ids, FROM_INPUT);
	const file = await call.file(field, documentFile);
	return { name: printable(file.name, 80) || field, bytes: await file.read() };
}

/** As much as the service has published for an envelope, and what a ZIP adds to its files. */
const LARGEST = LIMITS.envelopeBytes * 1.05;

/**
 * The PDF of a document as the service has it, converted if need be: from the ZIP of all unsigned documents. Which
 * of the files it is, the contract does not say. `otherwise`: what to do where it is not certain.
 */
export async function originalPdf(
	call: Call,
	{ envelopeID, documentID }: DocumentIds,
	otherwise: string,
): Promise<PdfFile> {
	const documents = await listDocuments(call, envelopeID);
	const at = documents.findIndex(({ ID }) => sameId(ID, documentID));
	const document = documents[at];
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
			"Wait until the document is processed, for example with 'Wait Until Processed' when it is added.",
		);
	}
	const refuse = (why: string) =>
		wrongInput(
			`The PDF of '${name}' could not be taken from the service, because ${why}`,
			otherwise,
		);
	const files = filesIn(await zipOf(call, envelopeID, refuse));
	if (typeof files === 'string')
		throw refuse(`the ZIP with the documents cannot be unpacked: ${files}`);
	const own = (await filesOf(call, envelopeID, documents, files))[at];
	if (!own?.file) throw refuse('it is not certain which file of the ZIP it is');
	const bytes = await unpacked(own.file, refuse);
	await assertSamePages(call, envelopeID, own.document, bytes, refuse);
	return { name, bytes };
}

/**
 * The PDFs of all documents of an envelope, in their order. `otherwise`: what to do where it is not certain which file
 * one of them is.
 */
export async function originalPdfs(
	call: Call,
	envelopeID: UUID,
	documents: readonly ListedDocument[],
	otherwise: string,
): Promise<PdfFile[]> {
	const refuse = (why: string) =>
		wrongInput(
			`The documents of the template could not be taken from the service, because ${why}`,
			otherwise,
		);
	const files = filesIn(await zipOf(call, envelopeID, refuse));
	if (typeof files === 'string') throw refuse(`their ZIP cannot be unpacked: ${files}`);
	const pdfs: PdfFile[] = [];
	for (const { document, file } of await filesOf(call, envelopeID, documents, files)) {
		const { name } = document;
		const shown = await call.redact(name);
		if (!file) throw refuse(`it is not certain which file of the ZIP is '${shown}'`);
		const bytes = await unpacked(file, refuse);
		await assertSamePages(call, envelopeID, document, bytes, refuse);
		pdfs.push({ name, bytes });
	}
	return pdfs;
}

interface Own {
	document: ListedDocument;
	/** Where it is certain. */
	file?: PackedFile;
}

/** The file of each document. The list need not show their sizes, so these are asked for where the names do not suffice. */
async function filesOf(
	call: Call,
	envelopeID: UUID,
	documents: readonly ListedDocument[],
	files: readonly PackedFile[],
): Promise<Own[]> {
	const ownOf = (known: readonly ListedDocument[]): Own[] => {
		const places = filesOfDocuments(known, files);
		return known.map((document, at) => ({ document, file: files[places[at] ?? -1] }));
	};
	const named = ownOf(documents);
	if (named.every(({ file }) => file)) return named;
	const measured = documents.map(async (listed) => {
		const { ID, name } = listed;
		return { ...listed, ...(await detailsOf(call, envelopeID, listed)), ID, name };
	});
	return ownOf(await Promise.all(measured));
}

/** Best effort: the service need not tell more than the list does. */
const detailsOf = async (call: Call, envelopeID: UUID, { ID: documentID }: ListedDocument) =>
	await call
		.request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', { envelopeID, documentID })
		.catch(() => ({}));

type Refuse = (why: string) => Error;

/** The service does not have this endpoint. */
const NOT_IMPLEMENTED = 501;

async function zipOf(call: Call, envelopeID: UUID, refuse: Refuse): Promise<Buffer> {
	const zip = call.content('GET /sign/envelopes/{envelopeID}:download-original', {
		envelopeID,
		fileName: `${envelopeID}-original.zip`,
		maxBytes: LARGEST,
	});
	return await zip.catch(async (error: unknown) => {
		const status = statusOf(error);
		if ((status >= 400 && status < 500) || status === NOT_IMPLEMENTED) {
			throw refuse(`it does not give out the documents of this envelope (status ${status})`);
		}
		const damage = damageOf(error);
		if (damage === undefined) return await Promise.reject(error);
		throw refuse(`the file that it gave out cannot be used: ${damage}`);
	});
}

async function unpacked(file: PackedFile, refuse: Refuse): Promise<Buffer> {
	const bytes = await file.read();
	if (typeof bytes === 'string')
		throw refuse(`${quoted(file.name)} in the ZIP cannot be unpacked: ${bytes}`);
	if (bytes.subarray(0, 1024).includes('%PDF-')) return bytes;
	throw refuse(`${quoted(file.name)} in the ZIP is not a PDF`);
}

/** A file with another number of pages is another document, whatever its name. */
async function assertSamePages(
	call: Call,
	envelopeID: UUID,
	listed: ListedDocument,
	bytes: Buffer,
	refuse: Refuse,
): Promise<void> {
	const stated = pagesOf(listed) ?? pagesOf(await detailsOf(call, envelopeID, listed));
	const pages = stated ? await pageSizes(bytes) : undefined;
	if (pages && pages.length !== stated) {
		throw refuse('the file of that name in the ZIP has another number of pages');
	}
}

/** Some services count the pages only after a while, and show 0 until then. */
const pagesOf = (document: object): number | undefined =>
	('numPages' in document && readNumber(document.numPages)) || undefined;
