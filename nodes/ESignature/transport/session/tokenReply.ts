/** What the credential stores of a session; the names are the hidden fields of the credential. */
export interface Session {
	accessToken: string;
	/** Milliseconds of the local clock, the safety margin already taken off. */
	sessionExpiresAt: number;
	sessionIssuedFor: string;
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
	const stated = milliseconds(Number(field(reply, 'expiresIn') ?? field(reply, 'expires_in')));
	const lifetime = Math.min(stated ?? DEFAULT_LIFETIME, jwtLifetime(token) ?? Infinity);
	// A tenth at most, so that a short-lived token is not expired when it arrives.
	return now + lifetime - Math.min(LONGEST_MARGIN, lifetime / 10);
}

function milliseconds(value: number): number | undefined {
	if (!Number.isFinite(value) || value <= 0) return undefined;
	return value > MUST_BE_MILLISECONDS ? value : value * 1000;
}

/** `exp - iat`: a difference, so the clocks need not agree. A hint that may only shorten. */
function jwtLifetime(token: string): number | undefined {
	try {
		const claims: unknown = JSON.parse(
			Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
		);
		const seconds = Number(field(claims, 'exp')) - Number(field(claims, 'iat'));
		return seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : undefined;
	} catch {
		return undefined;
	}
}

function field(value: unknown, key: string): unknown {
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[key]
		: undefined;
}
