import { TOKEN_ROUTE } from '../../api/endpoints';
import type { TokenRequest } from '../../api/types';
import { notTheService, signInError } from '../../errors/sentences';
import { isObject, parseJson, readNumber } from '../../values/parse';
import { Redactor } from '../../values/redact';
import { printable } from '../../values/text';
import { attempt, unsigned, type Exchange, type Requester } from '../attempt';
import { readBody } from '../reply';
import { withRetries } from '../retry';
import { Traffic } from '../traffic';
import type { Account } from './account';

/** As the credential stores it: the names are its hidden fields. */
export interface Session {
	accessToken: string;
	/** When to ask for a new token: milliseconds of the local clock, the safety margin already taken off. */
	sessionExpiresAt: number;
	/** When the token itself ends. Until then it is used where signing in fails. */
	sessionEndsAt: number;
	/** The account that the token is for. */
	tokenIssuedFor: string;
}

const [METHOD, PATH] = TOKEN_ROUTE.split(' ') as ['POST', string];
const TIMEOUT_MS = 30_000;
const MAX_REPLY_BYTES = 64 * 1024;

/** Gets a token. Throws an error for the person who entered the credential. */
export async function signIn(requester: Requester, account: Account): Promise<Session> {
	const { baseUrl, origin, clientId, clientSecret } = account;
	const body: TokenRequest = { clientID: clientId, clientSecret };
	const request: Exchange<Session> = {
		method: METHOD,
		url: `${baseUrl}${PATH}`,
		body,
		headers: { Accept: 'application/json, application/problem+json' },
		limits: { idle: TIMEOUT_MS, total: TIMEOUT_MS },
		read: readSession(account),
	};
	const attemptOnce = async () => await attempt(unsigned(requester), request);
	const outcome = await withRetries(TOKEN_ROUTE, new Traffic(), attemptOnce);
	if ('value' in outcome) return outcome.value;
	const redactor = new Redactor([clientSecret]);
	throw signInError(outcome.failure, origin, (text) => printable(redactor.redact(text)));
}

const readSession =
	(account: Account): Exchange<Session>['read'] =>
	async (raw, timeLimit) => {
		const { bytes } = await readBody(raw.body, MAX_REPLY_BYTES, timeLimit);
		const reply = parseJson(bytes.toString());
		const accessToken = readToken(reply);
		if (!accessToken) return { failure: { kind: 'session', error: notTheService(account.origin) } };
		return { value: { accessToken, ...expiry(reply, Date.now()), tokenIssuedFor: account.key } };
	};

/** Both spellings of the reply are in use: `accessToken` and `access_token`. */
export function readToken(reply: unknown): string | undefined {
	const token = isObject(reply) ? (reply.accessToken ?? reply.access_token) : undefined;
	// A token is one word of visible ASCII; anything else must not reach a header.
	return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

const MAX_MARGIN_MS = 60_000;
/** A larger lifetime is in milliseconds: both units are published (docs/api.md, Authentication). */
const MAX_SECONDS = 10_000_000;
/** Without a usable `expiresIn` a 401 renews the token anyway; this only limits its age. */
const DEFAULT_LIFETIME_MS = 3_600_000;

/** Counted from the local clock, never from the server's. */
export function expiry(
	reply: unknown,
	now: number,
): Pick<Session, 'sessionExpiresAt' | 'sessionEndsAt'> {
	const stated = isObject(reply) ? readNumber(reply.expiresIn ?? reply.expires_in) : undefined;
	const lifetime =
		stated === undefined || stated < 1
			? DEFAULT_LIFETIME_MS
			: stated * (stated > MAX_SECONDS ? 1 : 1000);
	// A tenth at most, so that a short-lived token is not expired when it arrives.
	const margin = Math.min(MAX_MARGIN_MS, lifetime / 10);
	return { sessionExpiresAt: now + lifetime - margin, sessionEndsAt: now + lifetime };
}
