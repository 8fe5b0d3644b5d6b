import type { INodeProperties } from 'n8n-workflow';

import type { UUID } from '../../api';
import {
	filesIn,
	readNumber,
	sameId,
	statusOf,
	wrongInput,
	type Call,
	type PackedFile,
} from '../../core';
import { printable } from '../../errors/printable';
import { listAll, whole } from '../shared/lists';
import type { DocumentIds } from '../shared/locators';
import { couldBe } from '../shared/names';
import { pageSizes, quoted, type PdfFile } from '../shared/pdfs';

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

/** As much as the service has published for an envelope. */
const LARGEST = 300 * 1024 ** 2;

/**
 * The PDF of a document as the service has it, converted if need be: from the ZIP of all unsigned documents. Which
 * of the files it is, nothing says: it must be certain by its name or its position. `otherwise`: what to do where
 * it is not.
 */
export async function originalPdf(
	call: Call,
	{ envelopeID, documentID }: DocumentIds,
	otherwise: string,
): Promise<PdfFile> {
	const listed = await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents', { envelopeID });
	const documents = listed.items;
	const at = documents.findIndex(({ ID }) => sameId(ID, documentID));
	const document = documents[at];
	if (!document) whole(listed, 'documents');
	if (!document) {
		throw wrongInput(
			'The document was not found in this envelope',
			'Check the IDs of the envelope and of the document.',
		);
	}
	const name = await call.redact(document.name);
	if ('status' in document && String(document.status).toLowerCase() === 'pending') {
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
	const index = placeOf(
		documents.map((one) => one.name),
		at,
		files.map((file) => file.name),
	);
	const file = index === undefined ? undefined : files[index];
	if (!file) throw refuse('it is not certain which file of the ZIP it is');
	const bytes = await unpacked(file, refuse);
	await assertSamePages(call, { envelopeID, documentID }, bytes, refuse);
	return { name, bytes };
}

/**
 * The PDFs of all documents of an envelope, in their order, each certain by its name or position. `otherwise`: what to
 * do where one is not.
 */
export async function originalPdfs(
	call: Call,
	envelopeID: UUID,
	documents: ReadonlyArray<{ ID: UUID; name: string }>,
	otherwise: string,
): Promise<PdfFile[]> {
	const refuse = (why: string) =>
		wrongInput(
			`The documents of the template could not be taken from the service, because ${why}`,
			otherwise,
		);
	const files = filesIn(await zipOf(call, envelopeID, refuse));
	if (typeof files === 'string') throw refuse(`their ZIP cannot be unpacked: ${files}`);
	const names = documents.map(({ name }) => name);
	const pdfs: PdfFile[] = [];
	for (const [at, { ID: documentID, name }] of documents.entries()) {
		const index = placeOf(
			names,
			at,
			files.map((file) => file.name),
		);
		const file = index === undefined ? undefined : files[index];
		const shown = await call.redact(name);
		if (!file) throw refuse(`it is not certain which file of the ZIP is '${shown}'`);
		const bytes = await unpacked(file, refuse);
		await assertSamePages(call, { envelopeID, documentID }, bytes, refuse);
		pdfs.push({ name, bytes });
	}
	return pdfs;
}

type Refuse = (why: string) => Error;

async function zipOf(call: Call, envelopeID: UUID, refuse: Refuse): Promise<Buffer> {
	const zip = call.content('GET /sign/envelopes/{envelopeID}:download-original', {
		envelopeID,
		fileName: `${envelopeID}-original.zip`,
		maxBytes: LARGEST,
	});
	return await zip.catch(async (error: unknown) => {
		const isRefused = [403, 404, 409].includes(statusOf(error));
		if (!isRefused) return await Promise.reject(error);
		throw refuse('it does not give out the documents of this envelope in its present state');
	});
}

/** Two names of one document, if only the service has spelled one of them. */
const plain = (name: unknown): string =>
	(
		String(name ?? '')
			.split(/[/\\]/)
			.at(-1) ?? ''
	)
		.normalize('NFC')
		.trim()
		.toLowerCase();

/**
 * Which of the files is the document at this position: first by names, where only one can be meant, then by the
 * position, where all documents are there and no name says otherwise (A128). Undefined if it is not certain.
 */
export function placeOf(
	documents: readonly unknown[],
	at: number,
	files: readonly string[],
): number | undefined {
	const byName = documents.map((document) => placeByName(document, documents, files));
	const inOrder =
		files.length === documents.length &&
		byName.every((place, index) => place === undefined || place === index);
	return byName[at] ?? (inOrder ? at : undefined);
}

/** The same name, or one that a service may have made of it; of two documents with one name, neither. */
function placeByName(
	document: unknown,
	documents: readonly unknown[],
	files: readonly string[],
): number | undefined {
	const same = (one: unknown, file: string) =>
		[plain(one), `${plain(one)}.pdf`].includes(plain(file));
	const alike = (one: unknown, file: string) => couldBe(plain(one), plain(file));
	// `01-contract.pdf`: a ZIP may number its files, to tell apart those of one name.
	const numbered = (one: unknown, file: string) =>
		[plain(file), plain(file).replace(/^\d{1,3}[ ._-]{1,3}/, '')].some(
			(name) => same(one, name) || alike(one, name),
		);
	for (const fits of [same, alike, numbered]) {
		const [only, ...others] = files.flatMap((file, index) => (fits(document, file) ? [index] : []));
		if (only === undefined || others.length > 0) continue;
		const file = files[only] ?? '';
		if (documents.filter((one) => fits(one, file)).length === 1) return only;
	}
	return undefined;
}

async function unpacked(file: PackedFile, refuse: Refuse): Promise<Buffer> {
	const bytes = await file.read();
	if (typeof bytes === 'string')
		throw refuse(`${quoted(file.name)} in the ZIP cannot be unpacked: ${bytes}`);
	if (bytes.subarray(0, 1024).includes('%PDF-')) return bytes;
	throw refuse(`${quoted(file.name)} in the ZIP is not a PDF`);
}

/** A file with another number of pages is another document, whatever its name. Best effort: the service need not tell. */
async function assertSamePages(
	call: Call,
	ids: DocumentIds,
	bytes: Buffer,
	refuse: Refuse,
): Promise<void> {
	const read = call.request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', ids);
	const document = await read.catch(() => ({}));
	const stated = 'numPages' in document ? readNumber(document.numPages) : undefined;
	const pages = stated ? await pageSizes(bytes) : undefined;
	if (pages && pages.length !== stated) {
		throw refuse('the file of that name in the ZIP has another number of pages');
	}
}
