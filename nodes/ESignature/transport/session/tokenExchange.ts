import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { TOKEN_ROUTE, type TokenRequest } from '../../api';
import { isTlsCode, unreachable, type Failure } from '../../errors/failure';
import { printable, without } from '../../errors/printable';
import { UserError } from '../../errors/userError';
import {
	attemptOf,
	unsigned,
	type Question,
	type ReadSuccess,
	type Requester,
} from '../wire/attempt';
import { RetryBudget } from '../wire/backoff';
import { parseJson, readNumber, readText } from '../wire/body';
import { isTransient, withRetries } from '../wire/retry';
import type { Patience } from '../wire/time';
import type { Account } from './account';

/** The session that the credential holds, if it is one of this account. */
export function storedSession(
	credentials: ICredentialDataDecryptedObject,
	key: string,
): Session | undefined {
	const { accessToken, sessionExpiresAt, tokenIssuedFor, sessionIssuedAt } = credentials;
	if (typeof accessToken !== 'string' || accessToken === '' || tokenIssuedFor !== key) {
		return undefined;
	}
	return {
		accessToken,
		sessionExpiresAt: Number(sessionExpiresAt),
		tokenIssuedFor: key,
		sessionIssuedAt: Number(sessionIssuedAt) || 0,
	};
}

/** By the local clock's date: another process may have stored it. */
export const isOver = ({ sessionExpiresAt }: Session): boolean => !(sessionExpiresAt > Date.now());

/** Compares the stored times of issue. A session without one (0) counts as neither younger nor older. */
export const isLater = (one: Session, other: Session): boolean =>
	other.sessionIssuedAt > 0 && one.sessionIssuedAt > other.sessionIssuedAt;

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

/** What a failed sign-in means for whoever typed the credential in. */
function signInError(failure: Failure, account: Account): UserError {
	const { origin } = account;
	switch (failure.kind) {
		case 'session':
			return failure.error;
		case 'refused':
			return declined(failure, account);
		case 'redirect':
			return new UserError(
				`Check the 'Base URL': ${origin} redirects requests to another address, and the redirect was not followed. Enter the final address.`,
			);
		case 'tooLarge':
			return notTheService(account);
		case 'network':
			return notReached(failure.code, account);
		default:
			return silence(account);
	}
}

function declined(
	{ status, problem, retryAfter }: Extract<Failure, { kind: 'refused' }>,
	account: Account,
): UserError {
	const said = printable(without([account.clientSecret], problem.detail ?? ''));
	const description = said === '' ? undefined : `The service says: ${said}`;
	const perhaps = problem.foreign && otherwise(status);
	if (perhaps) {
		const passing = isTransient(status) || status === 429;
		return new UserError(
			`Check the 'Base URL': ${account.origin} answered with status ${status}, but not as the e-signature service does. If the address is right, ${perhaps}.`,
			said === '' ? undefined : `The answer says: ${said}`,
			passing ? { passing, retryAfter } : {},
		);
	}
	if (status === 400 || status === 401) {
		return new UserError(
			"The service did not accept the Client ID and Client Secret. Check both, and that the 'Base URL' is the address of the region they belong to.",
			description,
		);
	}
	if (status === 403) {
		return new UserError(
			'The service does not let this application sign in. Ask the administrator of the account whether the application is enabled.',
			description,
		);
	}
	if (status === 429) {
		return new UserError(
			'The service limits sign-in attempts. Wait a minute and try again.',
			description,
			{ passing: true, retryAfter },
		);
	}
	if (isTransient(status)) {
		return new UserError(
			`The service at ${account.origin} cannot sign you in at the moment (status ${status}). Try again later.`,
			description,
			{ passing: true, retryAfter },
		);
	}
	return notTheService(account, description);
}

/** What else the status may mean, coming from the service. */
function otherwise(status: number): string | undefined {
	if (status === 400 || status === 401) return 'check the Client ID and Client Secret';
	if (status === 403)
		return 'ask the administrator of the account whether the application is enabled';
	return isTransient(status) || status === 429 ? 'try again later' : undefined;
}

const notTheService = ({ origin }: Account, description?: string) =>
	new UserError(
		`Check the 'Base URL': ${origin} does not answer like the e-signature service. Enter the address of your account's region, exactly as the service shows it.`,
		description,
	);

function notReached(code: string, account: Account): UserError {
	const { origin } = account;
	if (isTlsCode(code)) {
		const { message, advice } = unreachable(code, origin);
		return new UserError(`${message}. ${advice}`);
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return new UserError(`No server was found at ${origin}. Check the 'Base URL'.`, undefined, {
			passing: true,
		});
	}
	return silence(account);
}

export const silence = ({ origin }: Pick<Account, 'origin'>) =>
	new UserError(
		`${origin} did not answer the sign-in request. ${unreachable('', origin).advice}`,
		undefined,
		{ passing: true },
	);

const [METHOD, PATH] = TOKEN_ROUTE.split(' ') as ['POST', string];
/** Never reached: the waiting requests have shorter limits of their own. n8n requires a number. */
const TIME_LIMIT = 3_700_000;
const LARGEST_REPLY = 64 * 1024;

/** Asks for a token, again if the service stumbles; every other end is a sentence for the user. */
export async function requestToken(
	requester: Requester,
	account: Account,
	issuedFor: string,
	patience: Patience,
): Promise<Session> {
	const { baseUrl, clientId, clientSecret } = account;
	const body: TokenRequest = { clientID: clientId, clientSecret };
	const question: Question = {
		sender: unsigned(requester),
		outgoing: {
			method: METHOD,
			url: `${baseUrl}${PATH}`,
			body,
			headers: { Accept: 'application/json, application/problem+json' },
			limits: { idle: TIME_LIMIT, total: TIME_LIMIT },
		},
		cancel: patience.signal,
	};
	const budget = new RetryBudget(undefined, patience);
	const outcome = await withRetries(TOKEN_ROUTE, budget, attemptOf(question, asSession(account)));
	if ('failure' in outcome) throw signInError(outcome.failure, account);
	return { ...outcome.value, tokenIssuedFor: issuedFor };
}

const asSession =
	(account: Account): ReadSuccess<Omit<Session, 'tokenIssuedFor'>> =>
	async (raw, timeLimit) => {
		const text = await readText(raw.body, LARGEST_REPLY, () => timeLimit.touch());
		const reply = parseJson(text);
		const accessToken = readToken(reply);
		if (!accessToken) return { failure: { kind: 'session', error: notTheService(account) } };
		const now = Date.now();
		const sessionExpiresAt = expiry(reply, accessToken, now);
		return { value: { accessToken, sessionExpiresAt, sessionIssuedAt: now } };
	};
