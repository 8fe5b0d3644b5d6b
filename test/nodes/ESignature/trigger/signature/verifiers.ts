import { createHmac } from 'crypto';
import { verifySignature as verifyBySecond } from 'http-message-sig';
import { createVerifier, httpbis } from 'http-message-signatures';

import { spellingsOf } from '../../../../../nodes/ESignature/trigger/signature/places';
import {
	verifySignature,
	type Clock,
} from '../../../../../nodes/ESignature/trigger/signature/verify';
import type { Verdict } from '../../../../../nodes/ESignature/trigger/signature/signatures';
import { describedFor, digestOf, received, type Sent } from './signing';

interface Key {
	id: string;
	secret: string;
}

const REQUIRED = ['@method', '@path', 'content-digest'];
/** Time is judged elsewhere. */
const ANY_TIME = 1e9;

/** None of the libraries looks at the body. */
const fits = ({ headers, content }: Sent): boolean =>
	[digestOf(content), digestOf(content, 'sha-512')].includes(headers['content-digest'] ?? '');

/** What we say of a message that arrived at a webhook with these addresses. */
export function judged(
	sent: Sent,
	urls: readonly URL[],
	{ id, secret }: Key,
	clock: Clock,
): Verdict {
	const { message, target } = received(sent);
	const arrived = { hosts: [], path: target.pathname };
	const own = urls.flatMap((url) => spellingsOf(url, url.href, arrived));
	const sender = { keys: [Buffer.from(secret)], ids: [id] };
	return verifySignature(message, { own, claimed: () => [] }, sender, clock);
}

export const isAuthentic = (verdict: Verdict): boolean =>
	'authentic' in verdict && verdict.authentic;

export function acceptedByUs(sent: Sent, key: Key): boolean {
	const { target } = received(sent);
	return isAuthentic(judged(sent, [target], key, { now: Date.now(), window: 1 }));
}

/** By `http-message-signatures`. */
export async function acceptedByFirst(sent: Sent, key: Key): Promise<boolean> {
	const ours = {
		id: key.id,
		algs: ['hmac-sha256'],
		verify: createVerifier(key.secret, 'hmac-sha256'),
	};
	const accepted = await httpbis
		.verifyMessage(
			{
				keyLookup: async ({ keyid }) => ((keyid ?? key.id) === key.id ? ours : null),
				requiredFields: REQUIRED,
				tolerance: ANY_TIME,
			},
			{ method: sent.method, url: sent.url, headers: sent.headers },
		)
		.catch(() => false);
	return accepted === true && fits(sent);
}

/** By `http-message-sig`. */
export async function acceptedBySecond(sent: Sent, key: Key): Promise<boolean> {
	const ours = {
		algorithm: 'hmac-sha256',
		verify: (data: Uint8Array, signature: Uint8Array) =>
			createHmac('sha256', key.secret).update(data).digest().equals(signature),
	};
	const accepted = await verifyBySecond(describedFor(sent), {
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
