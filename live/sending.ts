import { byId } from '../test/support/harness';
import { nameOf } from './mark';
import { describePdf } from './pdf';
import { contract, DOCUMENT, ENVELOPE, fieldsOfAllTypes, objectOf, shows } from './tour';
import type { Visit } from './visit';

const LOOK_EVERY_PAUSES = 5;
const HOUR_MS = 3_600_000;
const ENDED = ['sealed', 'rejected', 'cancelled'];

/** Sends one envelope to the person who started the visit, waits until it is signed, and looks at the evidence. */
export async function sendTo(
	email: string,
	visit: Visit,
	say: (line: string) => void,
): Promise<void> {
	const fields = fieldsOfAllTypes({ document: 1, participantEmail: email });
	const whole = {
		name: nameOf('please sign'),
		binaryPropertyNames: 'data',
		inputMode: 'json',
		send: true,
		participantsJson: JSON.stringify([{ email, role: 'signer' }]),
		fieldsJson: JSON.stringify(fields),
	};
	const sent = await visit.item('envelope/createAndSend', whole, [contract()]);
	const ids = { envelopeID: sent.ID };
	const envelopeId = byId(sent.ID);
	await visit.part('What a sent envelope allows', async () => {
		await visit.item('participant/getSigningUrls', { envelopeId });
		await visit.probe('signing-url-lifetime', async () => {
			const answer = await visit.ask(`GET ${ENVELOPE}/participants/signing-urls`, ids);
			const [link] = (objectOf(answer).items ?? []) as Array<{ expiresAt?: string }>;
			const hours = Math.round((Date.parse(String(link?.expiresAt)) - Date.now()) / HOUR_MS);
			return link && shows(hours === 24, `\`expiresAt\` is ${hours} hours later`);
		});
		await visit.expects(
			'change-states',
			409,
			'A change of a sent envelope',
			async () => await visit.ask(`PATCH ${ENVELOPE}`, ids, { name: nameOf('changed') }),
		);
	});

	say(
		`\nOpen the email "${whole.name}", sign, and enter LIVE where it says Note. Ctrl-C ends the waiting.`,
	);
	const states = [String(sent.status)];
	for (let pauses = 0; !ENDED.includes(states.at(-1) ?? ''); pauses++) {
		if (pauses % LOOK_EVERY_PAUSES === 0) {
			const status = String(objectOf(await visit.ask(`GET ${ENVELOPE}`, ids)).status);
			if (status !== states.at(-1) && status !== 'undefined') states.push(status);
		}
		await visit.pause();
	}
	const path = states.map((state) => `\`${state}\``).join(', ');
	await visit.probe('transitions', async () =>
		shows(/^sent(,processing)?,sealed$/.test(states.join()), path),
	);
	await visit.item('envelope/waitUntilSigned', { envelopeId });
	const include = ['auditTrail', 'documents', 'original', 'sealed'];
	await visit.item('envelope/downloadEvidence', { envelopeId, include });
	await visit.item('envelope/downloadSealed', { envelopeId, binaryPropertyName: 'data' });
	await visit.item('envelope/downloadAuditTrail', { envelopeId, binaryPropertyName: 'data' });
	const [document] = sent.documents as Array<{ ID: string }>;
	const documentID = String(document?.ID);
	await visit.item('document/downloadSealed', {
		envelopeId,
		documentId: byId(documentID),
		binaryPropertyName: 'data',
	});
	await visit.probe('sealed-pdf', async () => {
		const sealed = await visit.ask(`GET ${DOCUMENT}:download-sealed`, { ...ids, documentID });
		const trail = await visit.ask(`GET ${ENVELOPE}:download-audit-trail`, ids);
		if (sealed?.status !== 200 || trail?.status !== 200) return undefined;
		const [pdf, trailPdf] = [
			await describePdf(sealed.bytes, 'LIVE'),
			await describePdf(trail.bytes),
		];
		return shows(
			pdf.isPlain,
			`The sealed PDF has ${pdf.says}; the audit trail has ${trailPdf.says}`,
		);
	});
}
