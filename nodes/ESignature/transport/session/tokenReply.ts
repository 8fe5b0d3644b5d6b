import { parseJson } from '../wire/body';
import { readNumber } from '../wire/number';

/** What the credential stores of a session; the names are the hidden fields of the credential. */
export interface Session {
	accessToken: string;
	/** Milliseconds of the local clock, the safety margin already taken off. */
	sessionExpiresAt: number;
	tokenIssuedFor: string;
	/** Milliseconds of the local clock: which of two sessions is the younger one. */
	sessionIssuedAt: number;
}

const LONGEST_MARGIN = 60_000;
/** Authentication 3: the prose says milliseconds, the sample (86400) and the schemas seconds. */
const MUST_BE_MILLISECONDS = 10_000_000;
/** Without a usable `expiresIn` the 401 rule renews the token anyway; this only limits its age. */
const DEFAULT_LIFETIME = 3_600_000;

/** Both spellings of the reply are in use: `accessToken` and `access_token`. */
export function readToken(reply: unknown): string | undefined {
	const token = field(reply, 'accessToken') ?? field(reply, 'access_token');
	// A token is one word of visible ASCII; anything else must not reach a header.
	return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

/** When to ask for a new token: counted from the local clock, never from the server's. */
export function expiry(reply: unknown, token: string, now: number): number {
	const stated = milliseconds(field(reply, 'expiresIn') ?? field(reply, 'expires_in'));
	const lifetime = Math.min(stated ?? DEFAULT_LIFETIME, jwtLifetime(token) ?? Infinity);
	// A tenth at most, so that a short-lived token is not expired when it arrives.
	return now + lifetime - Math.min(LONGEST_MARGIN, lifetime / 10);
}

function milliseconds(value: unknown): number | undefined {
	const number = readNumber(value);
	// Less than a second is no lifetime but a misunderstanding.
	if (number === undefined || number < 1) return undefined;
	return number > MUST_BE_MILLISECONDS ? number : number * 1000;
}

/** `exp - iat`: a difference, so the clocks need not agree. A hint that may only shorten. */
function jwtLifetime(token: string): number | undefined {
	const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
	const exp = readNumber(field(claims, 'exp'));
	const iat = readNumber(field(claims, 'iat'));
	if (exp === undefined || iat === undefined || exp - iat < 1) return undefined;
	return (exp - iat) * 1000;
}

function field(value: unknown, key: string): unknown {
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[key]
		: undefined;
}
