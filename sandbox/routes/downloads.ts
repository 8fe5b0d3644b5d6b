import { padPdf } from '../files/sized';
import { entryName, pdfName, zip, type ZipEntry } from '../files/zip';
import { Refusal, conflict } from '../http/problems';
import type { Routes } from '../http/router';
import { auditTrailPdf, sealedPdf } from '../service/evidence';
import type { StoredEnvelope } from '../service/records';
import type { Service } from '../service/service';
import { requireState } from '../service/states';

/** docs/api.md, Downloads: of everything but a single document. */
const BYTES = 'application/octet-stream';

export const downloadRoutes = (service: Service) =>
	({
		'GET /sign/envelopes/{envelopeID}:download-sealed': async ({ ids }) => {
			const envelope = service.store.envelope(ids.envelopeID);
			requireState(envelope, ['sealed'], 'be downloaded sealed');
			const made = await sealedZip(envelope);
			const name = `${envelope.ID}-sealed.zip`;
			return { status: 200, file: { type: BYTES, name, ...made } };
		},

		'GET /sign/envelopes/{envelopeID}:download-audit-trail': async ({ ids }) => {
			const envelope = service.store.envelope(ids.envelopeID);
			// docs/api.md, Downloads: no 409 is listed here.
			if (envelope.status === 'drafted') {
				throw new Refusal(404, `Envelope ${envelope.ID} is a draft and has no audit trail yet.`);
			}
			const made = padPdf(await auditTrailPdf(envelope), envelope.sizes.get('auditTrail'));
			const name = `${envelope.ID}-audit-trail.pdf`;
			return { status: 200, file: { type: BYTES, name, ...made } };
		},

		'GET /sign/envelopes/{envelopeID}:download-original': async ({ ids }) => {
			const envelope = service.store.envelope(ids.envelopeID);
			const entries = envelope.documents.flatMap(({ name, pdf }) =>
				pdf ? [{ name: pdfName(name), length: pdf.length, bytes: [pdf] }] : [],
			);
			if (entries.length === 0) throw conflict('The envelope has no processed document.');
			const made = await zip(entries, new Date(envelope.createdAt));
			const name = `${envelope.ID}-original.zip`;
			return { status: 200, file: { type: BYTES, name, ...made } };
		},

		'GET /sign/envelopes/{envelopeID}/documents/{documentID}:download-sealed': async ({ ids }) => {
			const { envelope, document } = service.store.document(ids);
			requireState(envelope, ['sealed'], 'have its documents downloaded sealed');
			const pdf = await sealedPdf(envelope, document);
			const name = `${document.name.replace(/\.pdf$/i, '')}-sealed.pdf`;
			const file = { type: 'application/pdf', name, length: pdf.length, bytes: [pdf] } as const;
			return { status: 200, file };
		},
	}) satisfies Partial<Routes>;

/** All sealed documents and the audit trail, grown in its first entry to the size a test has set. */
async function sealedZip(envelope: StoredEnvelope) {
	const pdfs: Array<{ name: string; pdf: Buffer }> = [];
	for (const [index, document] of envelope.documents.entries()) {
		const pdf = await sealedPdf(envelope, document);
		pdfs.push({ name: entryName(index, document.name), pdf });
	}
	pdfs.push({ name: 'audit-trail.pdf', pdf: await auditTrailPdf(envelope) });
	const entries = (extra: number): ZipEntry[] =>
		pdfs.map(({ name, pdf }, index) => ({
			name,
			...padPdf(pdf, index === 0 ? pdf.length + extra : undefined),
		}));
	const sealedAt = new Date(envelope.lastModifiedAt);
	const natural = await zip(entries(0), sealedAt);
	const extra = (envelope.sizes.get('sealed') ?? 0) - natural.length;
	return extra > 0 ? await zip(entries(extra), sealedAt) : natural;
}
