import { createHmac } from 'crypto';
import { verifySignature } from 'http-message-sig';

import {
	readSignatures,
	verify,
	type Verdict,
} from '../../../../../nodes/ESignature/lib/http-signature';
import { describedFor, digestOf, type Sent } from './signing';

interface Key {
	id: string;
	secret: string;
}

const REQUIRED = ['@method', '@path', 'content-digest'];
/** Time is judged elsewhere. */
const ANY_TIME = 1e9;

/** The library does not look at the body. */
const fits = ({ headers, content }: Sent): boolean =>
	[digestOf(content), digestOf(content, 'sha-512')].includes(headers['content-digest'] ?? '');

/** Verifies a message sent to one of these addresses, by default its own. */
export function verifySent(
	{ method, headers, content, url }: Sent,
	keys: Key | Key[],
	addresses = [url],
): Verdict {
	const signed = readSignatures({ method, headers, body: content });
	if ('result' in signed) return signed;
	const urls = addresses.map((address) => new URL(address));
	return verify(signed, {
		hosts: urls.map(({ host }) => host),
		targets: urls.map(({ pathname, search }) => `${pathname}${search}`),
		keys: [keys].flat().map(({ secret }) => secret),
	});
}

export const acceptedByUs = (sent: Sent, key: Key): boolean =>
	verifySent(sent, key).result === 'valid';

/** By `http-message-sig`. */
export async function acceptedByLibrary(sent: Sent, key: Key): Promise<boolean> {
	const ours = {
		algorithm: 'hmac-sha256',
		verify: (data: Uint8Array, signature: Uint8Array) =>
			createHmac('sha256', key.secret).update(data).digest().equals(signature),
	};
	const accepted = await verifySignature(describedFor(sent), {
		policy: {
			algorithms: ['hmac-sha256'],
			requiredComponents: REQUIRED,
			requiredParameters: [],
			clockSkew: ANY_TIME,
		},
		resolveVerifier: ({ parameters }) => {
			if ((parameters.keyid ?? key.id) !== key.id) throw new Error('Another key');
			return ours;
		},
	}).catch(() => undefined);
	return accepted !== undefined && fits(sent);
}
