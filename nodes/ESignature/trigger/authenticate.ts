import { createHash, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { readSignatures, verify, type SignedRequest, type Verdict } from '../lib/http-signature';
import { addressesOf } from './addresses';
import type { Settings } from './form';
import { readSecrets } from './secrets';
import { ANSWERS, REASONS, tryAgain, type WebhookAnswer } from './texts';

/** A request to the webhook, with the path and the query that it arrived at. */
export interface Incoming extends SignedRequest {
	originalUrl: string;
}

interface Rejection {
	answer: WebhookAnswer;
	reason: string;
	/** The sender did not even try, as those who scan the internet do. */
	isStray?: boolean;
}

type Trust = { isLate: boolean } | Rejection;

/** Final: the service does not send it again. */
const refused = (reason: string): Rejection => ({ answer: ANSWERS.refused, reason });
/** Not proven. A wrong address or an outdated secret looks like a forgery, so the service should send it again. */
const unverified = (reason: string): Rejection => ({ answer: tryAgain(reason), reason });

/** Whether a request comes from the service, in the way that the user chose. */
export async function authenticate(
	host: IWebhookFunctions,
	settings: Settings,
	incoming: Incoming,
): Promise<Trust> {
	switch (settings.verification) {
		case 'none':
			return { isLate: false };
		case 'sharedSecretHeader':
			return await bySharedSecret(host, settings, incoming);
		default:
			return await bySignature(host, settings, incoming);
	}
}

async function bySharedSecret(
	host: IWebhookFunctions,
	{ headerName }: Settings,
	{ headers }: Incoming,
): Promise<Trust> {
	const name = headerName.trim().toLowerCase();
	if (name === '') return unverified(REASONS.noHeaderName);
	const given = headers[name];
	if (!given) return { ...refused(REASONS.noSecret), isStray: true };
	const secrets = await readSecrets(host);
	if (!secrets) return unverified(REASONS.credential);
	if (secrets.header === undefined) return unverified(REASONS.noWebhookSecret);
	return isSame(String(given), secrets.header)
		? { isLate: false }
		: unverified(REASONS.wrongSecret);
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have the same length, so that the comparison shows nothing of the secret's. */
const isSame = (one: string, other: string): boolean =>
	timingSafeEqual(digestOf(one), digestOf(other));

async function bySignature(
	host: IWebhookFunctions,
	settings: Settings,
	incoming: Incoming,
): Promise<Trust> {
	const signed = readSignatures(incoming);
	if ('result' in signed) return trustIn(signed, settings);
	const secrets = await readSecrets(host);
	if (!secrets) return unverified(REASONS.credential);
	if (secrets.signing.length === 0) return unverified(REASONS.noClientSecret);
	const addresses = addressesOf(host, incoming, settings.publicUrls);
	return trustIn(verify(signed, { ...addresses, keys: secrets.signing }), settings);
}

function trustIn(verdict: Verdict, { timeWindow }: Settings): Trust {
	switch (verdict.result) {
		case 'valid':
			return { isLate: isLate(verdict, timeWindow) };
		case 'unsigned':
			return { ...refused(REASONS.unsigned), isStray: true };
		case 'changed':
			return refused(REASONS.changed);
		case 'unverified':
			return unverified(REASONS[verdict.reason]);
	}
}

/** Made too long ago or too far ahead, or expired. A signature without a time is never late. */
function isLate({ created, expires }: { created?: Date; expires?: Date }, window: number): boolean {
	const now = Date.now();
	if (expires && now > expires.getTime()) return true;
	return created !== undefined && Math.abs(now - created.getTime()) > window;
}
