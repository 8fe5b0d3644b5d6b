import { createHash, createHmac } from 'crypto';

import { createSignatureSync, type RequestDescriptor } from 'http-message-sig';

/** A message that somebody signed, and where it was sent to. */
export interface Sent {
	url: string;
	method: string;
	headers: Record<string, string>;
	content: Buffer;
}

export interface SignWith {
	fields: string[];
	/** Signature parameters, in this order. */
	params: Record<string, string | number>;
	label?: string;
	key: { id: string; secret: string };
}

export const digestOf = (content: Buffer, algorithm: 'sha-256' | 'sha-512' = 'sha-256'): string =>
	`${algorithm}=:${createHash(algorithm.replace('-', '')).update(content).digest('base64')}:`;

const mac = (secret: string, data: Uint8Array) =>
	createHmac('sha256', secret).update(data).digest();

/** A request as `http-message-sig` wants it. */
export const describedFor = ({ method, url, headers }: Sent): RequestDescriptor => ({
	kind: 'request',
	method,
	targetUri: url,
	requestTarget: url.slice(new URL(url).origin.length),
	fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
});

/** Signs with the library `http-message-sig`. */
export function signedByLibrary(sent: Sent, { fields, params, label, key }: SignWith): Sent {
	const signed = createSignatureSync(describedFor(sent), {
		label,
		components: fields,
		parameters: params,
		signer: { algorithm: 'hmac-sha256', sign: (data) => mac(key.secret, data) },
	});
	const { signature, signatureInput } = signed;
	return { ...sent, headers: { ...sent.headers, signature, 'signature-input': signatureInput } };
}

/** A component as it is written in the list, and its value. */
export type Line = [component: string, value: string];

/**
 * Signs with nothing but the standard's layout, hence also what a library refuses to sign. The secret is
 * the right one, so a refusal has another reason than the signature.
 */
export function signedByHand(
	sent: Sent,
	{ lines, params, key }: { lines: Line[]; params: string; key: SignWith['key'] },
): Sent {
	const list = `(${lines.map(([component]) => component).join(' ')})${params}`;
	const base = [...lines, ['"@signature-params"', list]].map((line) => line.join(': ')).join('\n');
	const value = mac(key.secret, Buffer.from(base)).toString('base64');
	const headers = { 'signature-input': `sig1=${list}`, signature: `sig1=:${value}:` };
	return { ...sent, headers: { ...sent.headers, ...headers } };
}
