import type { Timestamp, UUID } from '../../nodes/ESignature/api';

export interface WebhookOptions {
	/** Loopback only: the sandbox never sends anything to another machine. */
	url: string;
	/** The event types to send; all of them if absent. */
	events?: string[];
	/** Deliver every event twice, with the same ID. */
	twice?: boolean;
	/** Sign with another key than the client secret: a forged delivery. */
	secret?: string;
}

/** The known types; others may come (docs/api.md, Webhooks). */
export const EVENT_TYPES = [
	'EnvelopeCreated',
	'EnvelopeDocumentAdded',
	'EnvelopeDocumentDeleted',
	'EnvelopeSentForSignature',
	'EnvelopeCancelled',
	'SignatureRequestReassigned',
	'SignatureRequestDeclined',
	'SignatureRequestSigned',
	'EnvelopeSigningCompleted',
	'EnvelopeSealed',
	'OwnerMessaged',
] as const;

/** Sent by the button of the administration page; its real name and body are not known. */
export const TEST_EVENT = 'TestEvent';

/** The keys of `data` are open (docs/api.md, Webhooks). */
export interface WebhookEvent {
	id: UUID;
	type: string;
	created: Timestamp;
	data: Record<string, unknown>;
}

/** One attempt to deliver an event; either `status` or `error` is set. */
export interface Delivery {
	event: WebhookEvent;
	url: string;
	/** From 1. */
	attempt: number;
	status?: number;
	/** How the answer begins. */
	text?: string;
	error?: string;
	/** Milliseconds since 1970, by the sandbox's clock. */
	at: number;
	/** When it is tried again; absent when this attempt was the last. */
	retryAt?: number;
}

/** Refuses every address outside this machine. */
export function loopbackUrl(url: string): URL {
	const parsed = new URL(url);
	const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(parsed.hostname);
	if (parsed.protocol !== 'http:' || !loopback) {
		throw new Error(`The sandbox delivers webhooks to http:// on this machine only, not to ${url}`);
	}
	return parsed;
}
