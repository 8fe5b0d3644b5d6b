import { createHash } from 'node:crypto';

import { createSigner, httpbis } from 'http-message-signatures';

interface Key {
	id: string;
	secret: string;
}

/**
 * The headers of a signed delivery (docs/api.md, Webhooks): RFC 9421 with hmac-sha256, and RFC 9530 for the
 * digest. Which digest, the label and `created` are assumptions.
 */
export async function signedHeaders(
	url: URL,
	body: string,
	key: Key,
	now: number,
): Promise<Record<string, string>> {
	const digest = createHash('sha256').update(body).digest('base64');
	const message = {
		method: 'POST',
		url: url.href,
		headers: {
			Host: url.host,
			Date: new Date(now).toUTCString(),
			'Content-Type': 'application/json',
			'Content-Length': String(Buffer.byteLength(body)),
			'Content-Digest': `sha-256=:${digest}:`,
		},
	};
	const signed = await httpbis.signMessage(
		{
			key: createSigner(key.secret, 'hmac-sha256', key.id),
			fields: ['@method', '@path', 'host', 'date', 'content-digest'],
			params: ['created', 'keyid', 'alg'],
			paramValues: { created: new Date(now) },
		},
		message,
	);
	return signed.headers;
}
