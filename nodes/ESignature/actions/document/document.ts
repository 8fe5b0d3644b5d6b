import type { INodeProperties } from 'n8n-workflow';

import {
	ACCEPTED_TYPES,
	type Document,
	type ListedDocument,
	type NewDocument,
	type UUID,
} from '../../api';
import {
	caught,
	optionNumber,
	unlessMissing,
	UserError,
	wrongInput,
	type Call,
	type InputFile,
} from '../../core';
import { readNumber } from '../../values/parse';
import { quantity, quoted } from '../../values/text';
import { textOf } from '../shared/inputs';
import type { DocumentIds } from '../shared/locators';

/** All documents of an envelope in their order, as the service lists them. */
export async function listDocuments(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
): Promise<ListedDocument[]> {
	const { items } = await request('GET /sign/envelopes/{envelopeID}/documents', { envelopeID });
	return items;
}

export const readDocument = async (
	{ request }: Pick<Call, 'request'>,
	ids: DocumentIds,
): Promise<Document> =>
	await request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', ids);

/** Reads the document once per run, however many items need it. */
export const readDocumentOnce = async (call: Call, ids: DocumentIds): Promise<Document> =>
	await call.cached(
		`document ${ids.envelopeID} ${ids.documentID}`,
		async () => await readDocument(call, ids),
	);

/** The number of pages, if the service has counted them. */
export const pageCount = (document: object): number | undefined =>
	'numPages' in document ? readNumber(document.numPages) : undefined;

const PDF = ACCEPTED_TYPES.pdf;

/** A document to send. Its content is loaded just before it is sent. */
export type Upload = Omit<NewDocument, 'payload'> & Pick<InputFile, 'bytes' | 'read'>;

/**
 * The document to send, checked before the file is loaded. If its name or type is empty, it has that of the file. The
 * service checks the size, the length of the name and the type: their limits may have changed (see `LIMITS`).
 */
export function uploadOf(
	file: InputFile,
	input: { name?: unknown; contentType?: unknown } = {},
): Upload {
	if (file.bytes === 0) {
		const name = file.name === '' ? '' : ` ${quoted(file.name)}`;
		throw wrongInput(`The file${name} is empty`, 'Check the step that provides it.');
	}
	const name = [input.name, file.name].map(textOf).find((text) => text.trim() !== '');
	if (name === undefined) {
		throw wrongInput(
			'The document has no name',
			"Give the file a name in the step that provides it, or enter its 'Name' in 'Document > Add'.",
		);
	}
	const contentType = contentTypeOf(file, name, textOf(input.contentType).trim());
	return {
		// A PDF is sent without a type; with one, the file is converted (docs/api.md, Documents).
		metadata: { name, ...(contentType && essence(contentType) !== PDF && { contentType }) },
		fileName: name,
		bytes: file.bytes,
		read: file.read,
	};
}

/** The type that was entered, or that of the file's label, or that of its extension. */
function contentTypeOf(file: InputFile, name: string, entered: string): string | undefined {
	if (entered !== '') {
		if (isPlain(entered)) return entered;
		throw wrongInput(
			`${quoted(entered)} in 'Content Type' contains characters that are not allowed in a media type`,
			`Enter a media type, e.g. ${PDF}.`,
		);
	}
	const label = textOf(file.mediaType).trim();
	const types = Object.entries<string>(ACCEPTED_TYPES);
	// Media types are compared without case, but sent as they are published.
	const byLabel = types.find(([, type]) => type.toLowerCase() === essence(label));
	const byExtension = types.find(([extension]) =>
		[name, file.name].some((one) => one.trimEnd().toLowerCase().endsWith(`.${extension}`)),
	);
	const known = byLabel ?? byExtension;
	if (known) return known[1];
	// Many sources label every file as bytes. Then no type is sent, and the service checks whether it is a PDF.
	return isPlain(label) && !essence(label).endsWith('/octet-stream') ? label : undefined;
}

/** Whether the type can be sent as a header: a line break in it would start another header. */
const isPlain = (type: string): boolean => /^[\x20-\x7e]+$/.test(type);

/** `text/csv; charset=utf-8` without its parameters, to compare it. */
const essence = (type: string): string => type.replace(/;.*/s, '').trim().toLowerCase();

/**
 * Uploads one document. After a lost answer it is not looked for, since a document with the same name may come from
 * another request.
 */
export async function addDocument(call: Call, envelopeID: UUID, upload: Upload): Promise<Document> {
	const { metadata, fileName } = upload;
	const body = { metadata, fileName, payload: await upload.read() };
	const adviceIfUnknown = `Check whether envelope ${envelopeID} contains a document named '${call.redact(metadata.name)}', added at about ${new Date().toISOString()}.`;
	const args = { envelopeID, body, adviceIfUnknown };
	return await call.request('POST /sign/envelopes/{envelopeID}/documents', args);
}

const POLLING_MS = { first: 500, factor: 1.5, max: 5_000 };

export const maxWait: INodeProperties = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 120,
	description: 'Seconds to wait for documents to be processed',
};

/** The option in seconds. */
export const waitLimit = (call: Pick<Call, 'option'>): number => optionNumber(call, maxWait);

const READY = new Set<unknown>(['uploaded', 'signed', 'sealed']);

/** Whether the service has processed the document. An unknown status does not count. */
const isReady = (document: object): boolean => 'status' in document && READY.has(document.status);

/** Advice for a wait that ends without a processed document. */
export interface AfterWait {
	/** The time was up. */
	late: string;
	/** The service could not process it. */
	failed: string;
	/** It could not be read. */
	unread?: string;
}

/** Waits until the document is processed, and reads it at longer and longer intervals. */
export async function waitForDocument(
	call: Call,
	ids: DocumentIds,
	seconds: number,
	advice: AfterWait,
	started = performance.now(),
): Promise<Document> {
	for (let wait = POLLING_MS.first; ; wait = Math.min(wait * POLLING_MS.factor, POLLING_MS.max)) {
		// A read may be served from an older copy without the new document.
		const document = await unlessMissing(readDocument(call, ids)).catch(
			async (error: unknown) => await Promise.reject(caught(error).withNote(advice.unread)),
		);
		if (document?.status === 'failed') throw failure(call, document, advice.failed);
		if (document && isReady(document)) return document;
		const left = seconds * 1000 - (performance.now() - started);
		if (left <= 0) break;
		await call.pause(Math.min(wait, left));
	}
	const time = quantity(seconds, 'seconds');
	throw new UserError(`The service did not finish processing within ${time}`, advice.late);
}

/** Waits until every document of the envelope is processed, for this time in all. */
export async function waitForDocuments(
	call: Call,
	envelopeID: UUID,
	seconds: number,
): Promise<ListedDocument[]> {
	const started = performance.now();
	const documents = await listDocuments(call, envelopeID);
	for (const { ID: documentID } of documents.filter((one) => !isReady(one))) {
		await waitForDocument(call, { envelopeID, documentID }, seconds, BEFORE_SENDING, started);
	}
	return documents;
}

const BEFORE_SENDING: AfterWait = {
	late: `Run this step again later, or increase '${maxWait.displayName}' in its options.`,
	failed: 'Delete the document, add a corrected file, and run this step again.',
};

function failure(call: Call, document: Document, advice: string): UserError {
	const reason = 'failureReason' in document ? call.redact(document.failureReason) : 'not given';
	return new UserError(
		`The service could not process the document ${quoted(call.redact(document.name))}`,
		`Reason: ${reason}. ${advice}`,
	);
}
