import { createHash, timingSafeEqual } from 'crypto';

import { headerOf, type Message } from './message';
import type { Verdict } from './verify';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digests have one length, so that comparing them tells nothing about the secret's. */
export function verifySharedSecret(message: Message, header: string, secret: string): Verdict {
	const given = headerOf(message, header.trim().toLowerCase());
	if (given === undefined) return { authentic: false, cause: 'the secret header is missing' };
	return timingSafeEqual(digest(given), digest(secret))
		? { authentic: true, late: false }
		: { authentic: false, cause: 'the secret header has another value' };
}
