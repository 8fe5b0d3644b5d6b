import { byId } from '../test/support/harness';
import { describePdf } from './pdf';
import { nameOf } from './removal';
import { contract, DOCUMENT, ENVELOPE, fieldsOfAllTypes } from './tour';
import { objectOf, type Visit } from './visit';

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
			return link && [hours === 24, `\`expiresAt\` is ${hours} hours after the request`];
		});
		const [what, name] = ['A change of a sent envelope', nameOf('changed')];
		await visit.expects(`PATCH ${ENVELOPE}`, ids, ['change-states', 409, what, { name }]);
	});

	say(
		`\nOpen the email "${whole.name}", sign, and enter LIVE where it says Note. Ctrl-C ends the waiting.`,
	);
	const states = [String(sent.status)];
	while (!ENDED.includes(states.at(-1) ?? '')) {
		await visit.ignoreTrouble(async () => {
			const { status = states.at(-1) } = objectOf(await visit.ask(`GET ${ENVELOPE}`, ids));
			if (status !== states.at(-1)) states.push(String(status));
		});
		await visit.pause(LOOK_EVERY_PAUSES);
	}
	const path = states.map((state) => `\`${state}\``).join(', then ');
	const isAssumed = /^sent(,processing)?,sealed$/.test(states.join());
	await visit.probe('transitions', async () => [isAssumed, `The envelope was ${path}`]);
	await visit.item('envelope/waitUntilSigned', { envelopeId });
	const include = ['auditTrail', 'documents', 'original', 'sealed'];
	await visit.item('envelope/downloadEvidence', { envelopeId, include });
	await visit.item('envelope/downloadSealed', { envelopeId, binaryPropertyName: 'data' });
	await visit.item('envelope/downloadAuditTrail', { envelopeId, binaryPropertyName: 'data' });
	const [document] = sent.documents as Array<{ ID: string }>;
	const documentID = String(document?.ID);
	const documentId = byId(documentID);
	const binaryPropertyName = 'data';
	await visit.item('document/downloadSealed', { envelopeId, documentId, binaryPropertyName });
	await visit.probe('sealed-pdf', async () => {
		const sealed = await visit.ask(`GET ${DOCUMENT}:download-sealed`, { ...ids, documentID });
		const trail = await visit.ask(`GET ${ENVELOPE}:download-audit-trail`, ids);
		if (sealed.status !== 200 || trail.status !== 200) return undefined;
		const pdf = await describePdf(sealed.bytes, 'LIVE');
		const { says } = await describePdf(trail.bytes);
		return [pdf.isPlain, `The sealed PDF has ${pdf.says}; the audit trail has ${says}`];
	});
}
