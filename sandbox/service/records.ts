import type {
	Authentication,
	DocumentStatus,
	EnvelopeStatus,
	Field,
	Notification,
	Notifier,
	ParticipantRole,
	SigningMode,
	Timestamp,
	UUID,
} from '../../nodes/ESignature/api';

/** One line of the audit trail. */
export interface AuditEvent {
	what: string;
	who: string;
	when: Timestamp;
	/** The entered values, one line per field. */
	details?: string[];
}

export interface StoredDocument {
	ID: UUID;
	name: string;
	createdAt: Timestamp;
	status: DocumentStatus;
	/** Of the file as it was uploaded. */
	sizeBytes: number;
	numPages: number;
	failureReason?: string;
	/** The unsigned PDF: as uploaded, or converted. Absent while `pending` and when `failed`. */
	pdf?: Buffer;
	fields: Field[];
	/** Entered by the signers, by field ID. */
	values: Record<UUID, string>;
}

export interface StoredParticipant {
	ID: UUID;
	email: string;
	role: ParticipantRole;
	authentication?: Authentication;
	/** How the list of signing URLs names the participant (docs/api.md, Participants). */
	userId: number;
	/** The secret part of the participant's signing URL. */
	signingKey: string;
	signedAt?: Timestamp;
	declinedAt?: Timestamp;
}

/** A file whose size a test has set. */
export type SizedFile = 'sealed' | 'auditTrail';

export interface StoredEnvelope {
	ID: UUID;
	/** Order of creation, for envelopes of the same millisecond. */
	sequence: number;
	createdAt: Timestamp;
	lastModifiedAt: Timestamp;
	name: string;
	status: EnvelopeStatus;
	mode: SigningMode;
	notification: Notification;
	notificationsManagedBy: Notifier;
	documents: StoredDocument[];
	/** In the order of creation, which is the signing order in `sequential` mode (docs/api.md, Envelopes). */
	participants: StoredParticipant[];
	audit: AuditEvent[];
	sizes: Map<SizedFile, number>;
}

export const signersOf = (envelope: StoredEnvelope) =>
	envelope.participants.filter(({ role }) => role === 'signer');

/** Path of a participant's page. The key in it is random, so the link cannot be guessed. */
export const signingPath = ({ ID }: StoredEnvelope, { signingKey }: StoredParticipant): string =>
	`/signing/${ID}/${signingKey}`;
