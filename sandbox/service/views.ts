import type {
	Document,
	Envelope,
	ListedDocument,
	Participant,
	ShortEnvelope,
} from '../../nodes/ESignature/api';
import type { StoredDocument, StoredEnvelope, StoredParticipant } from './records';

/** What the list, PATCH and send answer (supplement). */
export function shortEnvelope(envelope: StoredEnvelope): ShortEnvelope {
	const { ID, createdAt, lastModifiedAt, name, status } = envelope;
	return { ID, createdAt, lastModifiedAt, name, status };
}

export function fullEnvelope(envelope: StoredEnvelope): Envelope {
	const { mode, notification, notificationsManagedBy } = envelope;
	return {
		...shortEnvelope(envelope),
		mode,
		// Envelope, `notification`: no copy is rendered while the sender notifies.
		...(notificationsManagedBy === 'service' && { notification }),
		notificationsManagedBy,
	};
}

/** The five variants of the contract; what each adds is the supplement's. */
export function documentView(document: StoredDocument): Document {
	const { ID, name, createdAt, status, sizeBytes, numPages } = document;
	const base = { ID, name, createdAt };
	if (status === 'pending') return { ...base, status };
	if (status !== 'failed') return { ...base, status, sizeBytes, numPages };
	const failureReason = document.failureReason ?? 'Unknown';
	return { ...base, status, sizeBytes, numPages, failureReason };
}

/** "List Documents": the sample spells the key `statue`, and shows these four keys only. */
export function listedDocument(document: StoredDocument): ListedDocument {
	const { ID, name, createdAt, status } = document;
	return { ID, name, createdAt, statue: status };
}

export function participantView(participant: StoredParticipant): Participant {
	const { ID, email, role, authentication } = participant;
	return { ID, email, role, ...(authentication && { authentication }) };
}
