import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { failureOf, isTlsCode, type Failure, type ProblemDetails } from '../../errors/failure';
import { printable, without } from '../../errors/printable';
import { UserError } from '../../errors/userError';
import { parseJson, readNumber, readText, type RawReply } from '../wire/body';
import { readProblem, readRetryAfter } from '../wire/problem';
import type { Account } from './account';

/** How long somebody waits; a `Watch` is one. */
export interface Patience {
	/** Aborted when it is over. */
	readonly signal: AbortSignal;
	/** Milliseconds that are left. */
	remaining(): number;
}

export function patienceOf(milliseconds: number): Patience {
	const end = performance.now() + milliseconds;
	return {
		signal: AbortSignal.timeout(milliseconds),
		remaining: () => end - performance.now(),
	};
}

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

/** By what is stored. Versions before that field stored 0: of unknown age, neither younger nor older. */
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

/** What an answer means that is no token. */
function declined(reply: RawReply, problem: ProblemDetails, account: Account): UserError {
	const { clientSecret, origin } = account;
	const status = reply.statusCode;
	const said = printable(without([clientSecret], problem.detail ?? ''));
	const description = said === '' ? undefined : `The service says: ${said}`;
	const retryAfter = readRetryAfter(reply, problem);
	if (status === 400 || status === 401) {
		return new UserError(
			"The service did not accept the Client ID and Client Secret. Check both, and that the 'Base URL' is the address of the region they belong to.",
			description,
		);
	}
	if (status === 403) {
		return new UserError(
			'The service does not let this application sign in. Ask the administrator of the account whether it is enabled.',
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
	if (status >= 500 || status === 408) {
		return new UserError(
			`The service at ${origin} cannot sign you in at the moment (status ${status}). Try again later.`,
			description,
			{ passing: true, retryAfter },
		);
	}
	if (status >= 300 && status < 400) {
		return new UserError(
			`${origin} sends requests on to another address, so nothing was sent there. Enter the final address as 'Base URL'.`,
		);
	}
	return notTheService(account, description);
}

const notTheService = ({ origin }: Account, description?: string) =>
	new UserError(
		`${origin} does not answer like the e-signature service. Check the 'Base URL': it is the address of your account's region, without any path that was not given to you.`,
		description,
	);

/** What it means that there was no answer. */
function unreachable(failure: Failure, { origin }: Account): UserError {
	if (failure.kind === 'session') return failure.error;
	const code = failure.kind === 'network' ? failure.code : '';
	if (isTlsCode(code)) {
		return new UserError(
			`The certificate of ${origin} is not trusted, so nothing was sent. Check the 'Base URL', or ask the administrator of this n8n about its certificates.`,
		);
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return new UserError(`No server called ${origin} was found. Check the 'Base URL'.`, undefined, {
			passing: true,
		});
	}
	if (failure.kind === 'tooLarge') {
		return new UserError(
			`${origin} does not answer like the e-signature service. Check the 'Base URL'.`,
		);
	}
	return silence({ origin });
}

export const silence = ({ origin }: Pick<Account, 'origin'>) =>
	new UserError(
		`${origin} did not answer the sign-in request. Check the 'Base URL' and that this n8n can reach it, then try again.`,
		undefined,
		{ passing: true },
	);

const ATTEMPTS = 3;
/** Longer than anybody may wait: who waits decides, and n8n needs a number. */
const TIME_LIMIT = 3_700_000;
const PATIENCE = 30_000;
const LARGEST_REPLY = 64 * 1024;

/**
 * Asks for a token, again if the service stumbles; every other end is a sentence for the user. Silence is
 * not asked again: whoever needs the token has waited long enough.
 */
export async function requestToken(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
	issuedFor: string,
	patience: Patience = patienceOf(PATIENCE),
): Promise<Session> {
	for (let attempt = 1; ; attempt++) {
		const result = await ask(helpers, account, patience.signal);
		if ('accessToken' in result) return { ...result, tokenIssuedFor: issuedFor };
		const { error, silent } = result;
		const wait = (error.facts.retryAfter ?? 0) + Math.random() * 500 * 2 ** (attempt - 1);
		const again =
			error.facts.passing && !silent && attempt < ATTEMPTS && wait < patience.remaining();
		if (!again) throw error;
		await sleep(wait, patience.signal).catch(() => {
			throw error;
		});
	}
}

type Issued = Omit<Session, 'tokenIssuedFor'>;

async function ask(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
	signal: AbortSignal,
): Promise<Issued | { error: UserError; silent?: boolean }> {
	try {
		const reply = (await helpers.httpRequest({
			method: 'POST',
			url: `${account.baseUrl}/oauth/token`,
			body: { clientID: account.clientId, clientSecret: account.clientSecret },
			json: true,
			encoding: 'stream',
			timeout: TIME_LIMIT,
			abortSignal: signal,
			// 307 and 308 would send the client secret on to another address.
			disableFollowRedirect: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		})) as RawReply;
		const text = await readText(reply.body, LARGEST_REPLY);
		if (reply.statusCode < 200 || reply.statusCode >= 300) {
			return { error: declined(reply, readProblem(text), account) };
		}
		return issued(text) ?? { error: notTheService(account) };
	} catch (error) {
		const failure = failureOf(error);
		return {
			error: unreachable(failure, account),
			silent: failure.kind === 'timeout' || signal.aborted,
		};
	}
}

function issued(text: string): Issued | undefined {
	const reply = parseJson(text);
	const accessToken = readToken(reply);
	if (!accessToken) return undefined;
	const now = Date.now();
	return {
		accessToken,
		sessionExpiresAt: expiry(reply, accessToken, now),
		sessionIssuedAt: now,
	};
}
