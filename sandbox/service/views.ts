import type {
	Document,
	Envelope,
	ListedDocument,
	Participant,
	ShortEnvelope,
} from '../../nodes/ESignature/api';
import type { StoredDocument, StoredEnvelope, StoredParticipant } from './records';

/** The answer of the list, PATCH and send (docs/api.md, Envelopes). */
export function shortEnvelope(envelope: StoredEnvelope): ShortEnvelope {
	const { ID, createdAt, lastModifiedAt, name, status } = envelope;
	return { ID, createdAt, lastModifiedAt, name, status };
}

export function fullEnvelope(envelope: StoredEnvelope): Envelope {
	const { mode, notification, notificationsManagedBy } = envelope;
	return {
		...shortEnvelope(envelope),
		mode,
		// It is missing while the sender notifies (docs/api.md, Envelopes).
		...(notificationsManagedBy === 'service' && { notification }),
		notificationsManagedBy,
	};
}

/** The five variants of docs/api.md, Documents. */
export function documentView(document: StoredDocument): Document {
	const { ID, name, createdAt, status, sizeBytes, numPages } = document;
	const base = { ID, name, createdAt };
	if (status === 'pending') return { ...base, status };
	if (status !== 'failed') return { ...base, status, sizeBytes, numPages };
	const failureReason = document.failureReason ?? 'Unknown';
	return { ...base, status, sizeBytes, numPages, failureReason };
}

/** Samples of lists spell the key `statue`, and have these four keys only (docs/api.md, Documents). */
export function listedDocument(document: StoredDocument): ListedDocument {
	const { ID, name, createdAt, status } = document;
	return { ID, name, createdAt, statue: status };
}

export function participantView(participant: StoredParticipant): Participant {
	const { ID, email, role, authentication } = participant;
	return { ID, email, role, ...(authentication && { authentication }) };
}
