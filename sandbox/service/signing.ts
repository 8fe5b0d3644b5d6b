import { conflict } from '../http/problems';
import { fieldValue } from './fieldValues';
import { signersOf, type StoredEnvelope, type StoredParticipant } from './records';
import type { Service } from './service';
import { requireState } from './states';
import { waitsFor } from './turns';

/** drafted -> sent */
export function send(service: Service, envelope: StoredEnvelope): void {
	requireState(envelope, ['drafted'], 'be sent for signing');
	if (envelope.documents.length === 0) throw conflict('The envelope has no document to sign.');
	const unready = envelope.documents.filter(({ status }) => status !== 'uploaded');
	if (unready.length > 0) {
		const list = unready.map(({ ID, name, status }) => `${name} (${ID}) is ${status}`).join(', ');
		throw conflict(`Every document must be uploaded first: ${list}.`);
	}
	if (signersOf(envelope).length === 0) throw conflict('The envelope has no signer.');
	envelope.status = 'sent';
	service.happened(envelope, { what: 'Sent for signing', event: 'EnvelopeSentForSignature' });
}

/** sent -> cancelled */
export function cancel(service: Service, envelope: StoredEnvelope): void {
	requireState(envelope, ['sent'], 'be canceled');
	envelope.status = 'cancelled';
	service.happened(envelope, { what: 'Canceled', event: 'EnvelopeCancelled' });
}

/** Signs. After the last signer: sent -> processing -> sealed. */
export function sign(
	service: Service,
	envelope: StoredEnvelope,
	signer: StoredParticipant,
	values: Record<string, string> = {},
): void {
	requireTurn(envelope, signer);
	const when = service.now;
	const details: string[] = [];
	signer.signedAt = when;
	for (const document of envelope.documents) {
		for (const field of document.fields) {
			if (field.participantID !== signer.ID) continue;
			const value = values[field.ID] ?? fieldValue(field, signer, new Date(when));
			document.values[field.ID] = value;
			const what = field.type === 'custom' ? field.label : field.type;
			const where = `${document.name}, page ${field.page ?? 1}`;
			details.push(`${what}: ${value === '' ? '(left empty)' : value} (${where})`);
		}
	}
	markSignedDocuments(envelope);
	service.happened(envelope, {
		what: 'Signed',
		who: signer.email,
		details,
		event: 'SignatureRequestSigned',
		data: { participantID: signer.ID },
	});
	if (signersOf(envelope).some(({ signedAt }) => !signedAt)) return;
	envelope.status = 'processing';
	service.happened(envelope, {
		what: 'Signing completed',
		who: 'service',
		event: 'EnvelopeSigningCompleted',
	});
	service.timers.after(service.settings.sealingMs, () => seal(service, envelope));
}

/** sent -> rejected */
export function decline(
	service: Service,
	envelope: StoredEnvelope,
	signer: StoredParticipant,
	reason?: string,
): void {
	requireTurn(envelope, signer);
	signer.declinedAt = service.now;
	envelope.status = 'rejected';
	service.happened(envelope, {
		what: reason ? `Declined: ${reason}` : 'Declined',
		who: signer.email,
		event: 'SignatureRequestDeclined',
		data: { participantID: signer.ID },
	});
}

/** processing -> sealed */
function seal(service: Service, envelope: StoredEnvelope): void {
	if (envelope.status !== 'processing') return;
	envelope.status = 'sealed';
	for (const document of envelope.documents) document.status = 'sealed';
	service.happened(envelope, { what: 'Sealed', who: 'service', event: 'EnvelopeSealed' });
}

function requireTurn(envelope: StoredEnvelope, participant: StoredParticipant): void {
	requireState(envelope, ['sent'], 'be signed or declined');
	const { ID, email, role, signedAt } = participant;
	if (role !== 'signer') throw conflict(`Participant ${ID} (${email}) is not a signer.`);
	if (signedAt) throw conflict(`Participant ${ID} (${email}) has already signed.`);
	const next = waitsFor(envelope, participant);
	if (next) throw conflict(`It is the turn of ${next.email}: signing is sequential.`);
}

/** A document without fields waits for every signer. */
function markSignedDocuments(envelope: StoredEnvelope): void {
	const signers = signersOf(envelope);
	const pending = new Set(signers.filter(({ signedAt }) => !signedAt).map(({ ID }) => ID));
	for (const document of envelope.documents) {
		const needed =
			document.fields.length > 0
				? document.fields.map(({ participantID }) => participantID)
				: signers.map(({ ID }) => ID);
		if (needed.every((ID) => !pending.has(ID))) document.status = 'signed';
	}
}
