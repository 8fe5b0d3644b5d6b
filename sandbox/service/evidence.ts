import { PDFDocument } from 'pdf-lib';

import { plainPdf } from '../files/plainPdf';
import { textPdf } from '../files/textPdf';
import { signersOf, type StoredDocument, type StoredEnvelope } from './records';
import { stampValues } from './stamps';

/** Made once per state, so that two downloads give the same bytes. */
const sealed = new WeakMap<StoredDocument, Promise<Buffer>>();
const trails = new WeakMap<StoredEnvelope, { events: number; pdf: Promise<Buffer> }>();

/** The original pages with the field values in place, and a last page that says who signed when. */
export async function sealedPdf(
	envelope: StoredEnvelope,
	document: StoredDocument,
): Promise<Buffer> {
	const made = sealed.get(document) ?? makeSealedPdf(envelope, document);
	sealed.set(document, made);
	return await made;
}

/** Every event of the envelope so far. */
export async function auditTrailPdf(envelope: StoredEnvelope): Promise<Buffer> {
	const events = envelope.audit.length;
	const known = trails.get(envelope);
	if (known?.events === events) return await known.pdf;
	const pdf = textPdf([
		`Audit trail of envelope ${envelope.ID}`,
		envelope.name,
		'',
		...envelope.audit.flatMap(({ when, who, what, details = [] }) => [
			`${when}  ${who}: ${what}`,
			...details.map((detail) => `    ${detail}`),
		]),
	]);
	trails.set(envelope, { events, pdf });
	return await pdf;
}

/** The pages with what has been entered so far: what the next signer sees. */
export async function pdfSoFar(document: StoredDocument): Promise<Buffer> {
	const original = document.pdf ?? plainPdf([[document.name]]);
	if (Object.keys(document.values).length === 0) return original;
	return Buffer.from(await (await stamped(document)).save());
}

async function stamped(document: StoredDocument): Promise<PDFDocument> {
	const original = document.pdf ?? plainPdf([[document.name]]);
	const pdf = await PDFDocument.load(original, { updateMetadata: false });
	await stampValues(pdf, document);
	return pdf;
}

async function makeSealedPdf(envelope: StoredEnvelope, document: StoredDocument): Promise<Buffer> {
	const pdf = await stamped(document);
	const record = await PDFDocument.load(await textPdf(signatureRecord(envelope, document)));
	for (const page of await pdf.copyPages(record, record.getPageIndices())) pdf.addPage(page);
	pdf.setModificationDate(new Date(envelope.lastModifiedAt));
	return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

function signatureRecord(envelope: StoredEnvelope, document: StoredDocument): string[] {
	return [
		`Signature record of ${document.name}`,
		`Envelope ${envelope.ID}: ${envelope.name}`,
		'',
		...signersOf(envelope).flatMap((signer) => [
			`Signed by ${signer.email} at ${signer.signedAt}`,
			...document.fields
				.filter(({ participantID }) => participantID === signer.ID)
				.map(({ ID, type }) => `    ${type}: ${document.values[ID] ?? ''}`),
		]),
	];
}
