/** Whether a value is an ID, and nothing but an ID. */
export const isId = (value: unknown): value is string =>
	typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** IDs are compared in lower case: one side may spell them in capitals. */
export const idKey = (id: unknown): string =>
	typeof id === 'string' ? id.trim().toLowerCase() : '';

/** Whether both are the same ID. Empty IDs never match. */
export const sameId = (one: unknown, other: unknown): boolean =>
	idKey(one) !== '' && idKey(one) === idKey(other);

/** For comparing names: `envelopeID`, `envelope_id` and `Envelope ID` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_\s-]/g, '');

/** The values of docs/api.md, in its order and spelling. */

export type EnvelopeStatus =
	| 'drafted'
	| 'sent'
	| 'processing'
	| 'sealed'
	| 'rejected'
	| 'cancelled'
	| 'deleted';

/** Statuses that change only to `deleted`. The envelope has its evidence. */
export const FINISHED_STATUSES: readonly string[] = [
	'sealed',
	'rejected',
	'cancelled',
] satisfies EnvelopeStatus[];

/** Whether nobody can sign the envelope anymore. An unknown status is not final. */
export const isEnded = (status: unknown): boolean =>
	[...FINISHED_STATUSES, 'deleted'].includes(String(status));

export const PARTICIPANT_ROLES = ['signer', 'cc'] as const;

export const FIELD_TYPES = [
	'signature',
	'name',
	'checkbox',
	'date',
	'initials',
	'company',
	'title',
	'custom',
] as const;

/** Each with the published rendering of 10 September 2025. */
export const DATE_FORMATS = {
	'MM/DD/YYYY': '09/10/2025',
	'MM-DD-YYYY': '09-10-2025',
	'MMM DD YYYY': 'Sep 10 2025',
	'DD/MM/YYYY': '10/09/2025',
	'DD MMM YYYY': '10 Sep 2025',
	'DD MMMM YYYY': '10 September 2025',
	'YYYY/MM/DD': '2025/09/10',
	'YYYY-MM-DD': '2025-09-10',
	'YYYY-MMM-DD hh:mm': '2025-Sep-10 14:30',
} as const;

export type SigningMode = 'sequential' | 'parallel';
export type Notifier = 'service' | 'sender';
export type DocumentStatus = 'pending' | 'uploaded' | 'failed' | 'signed' | 'sealed';
export type ParticipantRole = (typeof PARTICIPANT_ROLES)[number];
export type FieldType = (typeof FIELD_TYPES)[number];
/** Others may come (docs/api.md, Webhooks). */
export type EventType =
	| 'EnvelopeCreated'
	| 'EnvelopeDocumentAdded'
	| 'EnvelopeDocumentDeleted'
	| 'EnvelopeSentForSignature'
	| 'EnvelopeCancelled'
	| 'SignatureRequestReassigned'
	| 'SignatureRequestDeclined'
	| 'SignatureRequestSigned'
	| 'EnvelopeSigningCompleted'
	| 'EnvelopeSealed'
	| 'OwnerMessaged';
export type DateFormat = keyof typeof DATE_FORMATS;

/**
 * Published limits (docs/api.md, Limits). The first is checked here. The others may have changed, so the service checks
 * them, and its refusals are explained with them.
 */
export const LIMITS = {
	participantsPerEnvelope: 200,
	documentBytes: 20_000_000,
	documentPages: 250,
	documentsPerEnvelope: 15,
	envelopeBytes: 300_000_000,
	documentNameLength: 255,
	accessCodeLength: { min: 4, max: 32 },
	countryCodeDigits: { min: 1, max: 4 },
} as const;

/** The limit for fields is open (docs/api.md, Fields), so the one for participants is used for both. */
export const ENTRIES_PER_REQUEST: number = LIMITS.participantsPerEnvelope;

export const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;

/** By file extension (docs/api.md, Accepted files). */
export const ACCEPTED_TYPES = {
	pdf: 'application/pdf',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	doc: 'application/msword',
	dot: 'application/msword',
	docm: 'application/vnd.ms-word.document.macroenabled.12',
	dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
	dotm: 'application/vnd.ms-word.template.macroenabled.12',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	xls: 'application/vnd.ms-excel',
	xlt: 'application/vnd.ms-excel',
	xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
	xltx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
	xltm: 'application/vnd.ms-excel.template.macroenabled.12',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	ppt: 'application/vnd.ms-powerpoint',
	html: 'text/html',
	htm: 'text/html',
	rtf: 'application/rtf',
	xml: 'application/xml',
	png: 'image/png',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	tif: 'image/tiff',
	tiff: 'image/tiff',
	gif: 'image/gif',
	psd: 'image/vnd.adobe.photoshop',
	eps: 'application/postscript',
	svg: 'image/svg+xml',
	csv: 'text/csv',
} as const;
