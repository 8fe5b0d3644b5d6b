import type {
	DateFormat,
	DocumentStatus,
	EnvelopeStatus,
	FieldType,
	Notifier,
	ParticipantRole,
	SigningMode,
} from './values';

/** A value that docs/api.md lists, or one that a later version of the service adds. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** As the service spells it; compared without case. */
export type UUID = string;

/** UTC, ISO 8601. */
export type Timestamp = string;

export interface Items<Item> {
	items: Item[];
}

// --- Envelope -------------------------------------------------------------------------------

export interface Notification {
	subject: string;
	body: string;
}

/** The answer of the list, PATCH and send (docs/api.md, Envelopes). */
export interface ShortEnvelope {
	ID: UUID;
	createdAt: Timestamp;
	lastModifiedAt: Timestamp;
	name: string;
	status: Open<EnvelopeStatus>;
}

export interface Envelope extends ShortEnvelope {
	mode: Open<SigningMode>;
	/** Omitted while `notificationsManagedBy` is `sender`. */
	notification?: Notification;
	notificationsManagedBy?: Open<Notifier>;
}

export interface NewEnvelope {
	name: string;
	mode: SigningMode;
	notification?: Notification;
	notificationsManagedBy?: Notifier;
}

export interface EnvelopeChange {
	name?: string;
	mode?: SigningMode;
	notification?: Notification;
}

export interface EnvelopePage extends Items<ShortEnvelope> {
	/** Cursor for `pageAfter`; absent on the last page. */
	nextPage?: string;
}

// --- Document -------------------------------------------------------------------------------

interface DocumentBase<Status extends DocumentStatus> {
	ID: UUID;
	name: string;
	createdAt: Timestamp;
	status: Status;
}

interface Measured {
	sizeBytes: number;
	numPages: number;
}

/** The five variants, selected by `status` (docs/api.md, Documents). */
export type Document =
	| DocumentBase<'pending'>
	| (DocumentBase<'uploaded'> & Measured)
	| (DocumentBase<'failed'> & Measured & { failureReason: string })
	| (DocumentBase<'signed'> & Measured)
	| (DocumentBase<'sealed'> & Measured);

/** The sample of the list spells the key `statue`, the schema `status`: either may arrive, and transport makes `status` of it. */
export type ListedDocument = Document | (Omit<Document, 'status'> & { statue: DocumentStatus });

export interface DocumentMetadata {
	name: string;
	/** Needed for anything but PDF: the service then converts the file. */
	contentType?: string;
}

/** Body of the one multipart request: part `metadata` (JSON) and part `payload` (the bytes). */
export interface NewDocument {
	metadata: DocumentMetadata;
	payload: Buffer;
	fileName: string;
}

// --- Participant ----------------------------------------------------------------------------

interface AccessCodeAuthentication {
	type: 'AccessCode';
	accessCode: string;
}

interface SmsAuthentication {
	type: 'SMS';
	/** `+` and one to four digits. */
	countryCode: string;
	/** Digits only. */
	phoneNumber: string;
}

export type Authentication = AccessCodeAuthentication | SmsAuthentication;

export interface NewParticipant {
	email: string;
	role: ParticipantRole;
	authentication?: Authentication;
}

export interface Participant extends Omit<NewParticipant, 'role'> {
	ID: UUID;
	/** May come back in capitals, which transport corrects. */
	role: Open<ParticipantRole>;
}

export interface SigningUrl {
	/** Not the ID of a participant (docs/api.md, Participants). */
	userId: number;
	signingUrl: string;
	expiresAt: Timestamp;
}

// --- Field ----------------------------------------------------------------------------------

/** `[x, y, w, h]` in points, from the top-left corner of the page. */
export type BoundingBox = [x: number, y: number, w: number, h: number];

interface FieldBase<Type extends FieldType> {
	type: Type;
	participantID: UUID;
	boundingBox: BoundingBox;
	page?: number;
	required?: boolean;
}

export type NewField =
	| FieldBase<Exclude<FieldType, 'custom' | 'date'>>
	| (FieldBase<'custom'> & { label: string })
	| (FieldBase<'date'> & { format?: DateFormat; modifiable?: boolean });

export type Field = NewField & { ID: UUID; documentID: UUID };

/** `type` must be repeated and cannot change. */
export type FieldChange = { type: FieldType } & Partial<
	Omit<FieldBase<FieldType>, 'type'> & {
		label: string;
		format: DateFormat;
		modifiable: boolean;
	}
>;

// --- Token and errors -----------------------------------------------------------------------

export interface TokenRequest {
	clientID: string;
	clientSecret: string;
}

export interface TokenReply {
	accessToken: string;
	tokenType: string;
	/** Seconds, or milliseconds: both are published (docs/api.md, Authentication). */
	expiresIn: number;
}

/** Error body of the token endpoint: not problem+json. */
export interface TokenError {
	error: string;
	error_description?: string;
	error_uri?: string;
}

/** `application/problem+json`. */
export interface Problem {
	type: string;
	title: string;
	status: number;
	detail: string;
	instance: string;
	validation_errors?: Record<string, string>;
}
