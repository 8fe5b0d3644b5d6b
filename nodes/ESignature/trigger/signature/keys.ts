import { createHash, timingSafeEqual } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Verdict } from './signatures';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have one length, so that comparing them tells nothing about the secret's. */
export const verifySharedSecret = (given: string, secret: string): Verdict =>
	timingSafeEqual(digest(given), digest(secret))
		? { authentic: true, late: false }
		: { authentic: false, cause: 'the secret header has another value' };

/** What a credential knows about whoever signs. */
export interface Sender {
	/** The bytes that may have been used as the key, the likeliest first. */
	keys: readonly Buffer[];
	/** What `keyid` says, as a rule. Only a matching signature proves anything. */
	ids: readonly string[];
}

/** Whatever decodes to fewer bytes is a short text that happens to look encoded. */
const SHORTEST_DECODED = 16;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The application signs with its own secret unless the credential names another one. Services differ in
 * whether the secret that they show is the key or spells it, so both are tried, as it stands first.
 */
export function senderOf(credentials: ICredentialDataDecryptedObject): Sender | undefined {
	const typed = [credentials.webhookSecret, credentials.clientSecret].map(text);
	// Pasted values often carry a space or a line break at the end.
	const secrets = unique(typed.flatMap((secret) => [secret.trim(), secret])).filter(
		(secret) => secret.trim() !== '',
	);
	if (secrets.length === 0) return undefined;
	const ids = [credentials.webhookKeyId, credentials.clientId].map((id) => text(id).trim());
	return {
		keys: [...secrets.map((secret) => Buffer.from(secret)), ...secrets.flatMap(decoded)],
		ids: unique(ids).filter(Boolean),
	};
}

const unique = (texts: string[]): string[] => [...new Set(texts)];

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;
const HEX = /^[0-9A-Fa-f]+$/;

function decoded(secret: string): Buffer[] {
	const isHex = HEX.test(secret) && secret.length % 2 === 0;
	const isBase64 = BASE64.test(secret) || BASE64URL.test(secret);
	return [
		// Node reads both alphabets under one name.
		...(isBase64 ? [Buffer.from(secret, 'base64')] : []),
		...(isHex ? [Buffer.from(secret, 'hex')] : []),
	].filter(({ length }) => length >= SHORTEST_DECODED);
}

/** The client secret is no substitute: it would have to be written down wherever the header is added. */
export const sharedSecret = (credentials: ICredentialDataDecryptedObject): string | undefined =>
	text(credentials.webhookSecret).trim() || undefined;
