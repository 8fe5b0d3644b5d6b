import { PDFDocument, StandardFonts } from 'pdf-lib';

import { paged, plainPdf } from '../files/plainPdf';
import { signersOf, type StoredDocument, type StoredEnvelope } from './records';

/** Made once per state, so that two downloads give the same bytes. */
const sealed = new WeakMap<StoredDocument, Promise<Buffer>>();
const trails = new WeakMap<StoredEnvelope, { events: number; pdf: Buffer }>();

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
export function auditTrailPdf(envelope: StoredEnvelope): Buffer {
	const events = envelope.audit.length;
	const known = trails.get(envelope);
	if (known?.events === events) return known.pdf;
	const pdf = plainPdf(
		paged([
			`Audit trail of envelope ${envelope.ID}`,
			envelope.name,
			'',
			...envelope.audit.map(({ when, who, what }) => `${when}  ${who}: ${what}`),
		]),
	);
	trails.set(envelope, { events, pdf });
	return pdf;
}

async function makeSealedPdf(envelope: StoredEnvelope, document: StoredDocument): Promise<Buffer> {
	const pdf = await PDFDocument.load(document.pdf ?? plainPdf([[document.name]]), {
		updateMetadata: false,
	});
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (const { ID, page, boundingBox } of document.fields) {
		const [x, y, , height] = boundingBox;
		const target = pdf.getPage((page ?? 1) - 1);
		const text = (document.values[ID] ?? '').replace(/[^\x20-\x7e]/g, '?');
		// The contract counts from the top-left corner, PDF from the bottom-left one.
		const size = Math.min(12, Math.max(4, height * 0.7));
		target.drawText(text, { x, y: target.getHeight() - y - height, size, font });
	}
	const record = await PDFDocument.load(plainPdf(paged(signatureRecord(envelope, document))));
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
