import { randomInt, randomUUID } from 'node:crypto';

import type { NewEnvelope, NewParticipant } from '../../nodes/ESignature/api';
import type { StoredDocument, StoredEnvelope, StoredParticipant } from './records';
import type { Service } from './service';

/** Used when the caller gives no copy. Its variables: docs/api.md, Envelopes. */
const NOTIFICATION = {
	subject: 'Please sign $(envelope_name)',
	body: '$(sender_name_or_email) asks you to sign $(envelope_name).',
};

/** Not yet in the store: the caller may still refuse. */
export function newEnvelope(
	service: Service,
	{ name, mode, notification = NOTIFICATION, notificationsManagedBy = 'service' }: NewEnvelope,
	createdAt = service.now,
): StoredEnvelope {
	return {
		ID: randomUUID(),
		sequence: service.store.nextSequence(),
		createdAt,
		// They are equal at first (docs/api.md, Envelopes).
		lastModifiedAt: createdAt,
		name,
		status: 'drafted',
		mode,
		notification,
		notificationsManagedBy,
		documents: [],
		participants: [],
		audit: [{ what: 'Envelope created', who: 'sender', when: createdAt }],
		sizes: new Map(),
	};
}

export function newDocument(name: string, sizeBytes: number, createdAt: string): StoredDocument {
	return {
		ID: randomUUID(),
		name,
		createdAt,
		status: 'pending',
		sizeBytes,
		numPages: 0,
		fields: [],
		values: {},
	};
}

export function newParticipant(participant: NewParticipant): StoredParticipant {
	return {
		ID: randomUUID(),
		...participant,
		userId: randomInt(1, 2 ** 40),
		signingKey: randomUUID(),
	};
}
