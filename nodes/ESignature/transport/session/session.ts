import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { fingerprint, readAccount, type Account } from './account';
import { SessionError } from '../wire/sessionError';
import { exchange } from './tokenExchange';
import type { Session } from './tokenReply';

// Shared by all executions of the process; n8n shares the stored session between processes.
const pending = new Map<string, Promise<Session>>();
const latest = new Map<string, Session>();
const refusals = new Map<string, { error: SessionError; until: number }>();

const MOST_ACCOUNTS = 200;
/** A thousand items with a wrong secret must not become a thousand sign-in attempts. */
const REFUSAL_HOLDS = 5_000;

/**
 * A session for this credential: the newest one known in this process, or a new one, asked for once
 * however many items wait for it.
 */
export async function openSession(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<Session> {
	const account = readAccount(credentials);
	const key = fingerprint(account);
	const known = latest.get(key);
	if (known && isNewer(known, credentials, key)) return known;
	const refusal = refusals.get(key);
	if (refusal && refusal.until > Date.now()) throw refusal.error;

	let session = pending.get(key);
	if (!session) {
		session = exchange(helpers, account, key)
			.then((issued) => remember(latest, key, issued))
			.finally(() => pending.delete(key));
		session.catch((error: unknown) => {
			if (error instanceof SessionError && !error.passing) {
				remember(refusals, key, { error, until: Date.now() + REFUSAL_HOLDS });
			}
		});
		pending.set(key, session);
	}
	return await session;
}

/** The token in use, so that it can be kept out of texts. */
export const currentToken = (account: Account): string | undefined =>
	latest.get(fingerprint(account))?.accessToken;

/**
 * The request with the bearer token, or an error in the form of a 401 when the session is over: n8n
 * then renews it before anything is sent.
 */
export function signRequest(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = readAccount(credentials);
	if (requestOrigin(request) !== account.origin) {
		throw new SessionError(
			`This E-Signature credential is for ${account.origin} only. The request goes to another address, so it was not sent.`,
		);
	}
	const usable =
		credentials.sessionIssuedFor === fingerprint(account) &&
		Number(credentials.sessionExpiresAt) > Date.now();
	if (!usable) {
		throw Object.assign(new Error('The session is over'), { response: { status: 401 } });
	}
	return {
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${String(credentials.accessToken)}` },
		// The HTTP Request node follows redirects, and by default with the token.
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * The session in `credentials` was missing, over or rejected. Another one helps only if it is younger:
 * a process may hold an older one than the store does.
 */
function isNewer(
	known: Session,
	credentials: ICredentialDataDecryptedObject,
	key: string,
): boolean {
	const rejectedUntil =
		credentials.sessionIssuedFor === key ? Number(credentials.sessionExpiresAt) : 0;
	return (
		known.accessToken !== credentials.accessToken &&
		known.sessionExpiresAt > rejectedUntil &&
		known.sessionExpiresAt > Date.now()
	);
}

/** n8n's older request functions say `uri`; an absolute `url` overrides `baseURL`. */
function requestOrigin({
	url,
	uri,
	baseURL,
}: IHttpRequestOptions & { uri?: string }): string | undefined {
	const target = url ?? uri ?? '';
	const absolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(target);
	try {
		const joined = new URL(absolute || !baseURL ? target : baseURL).origin;
		// Two ways to read the same pair must agree, or one of them is being misled.
		return joined === new URL(target, baseURL).origin ? joined : undefined;
	} catch {
		return undefined;
	}
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): Value {
	map.delete(key);
	map.set(key, value);
	if (map.size > MOST_ACCOUNTS) map.delete(map.keys().next().value as string);
	return value;
}
