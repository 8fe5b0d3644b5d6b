import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { UserError } from '../../errors/userError';
import { fingerprint, readAccount, type Account } from './account';
import { foreignAddress, foreignConnection, signingOf, type AnyRequest } from './signing';
import {
	requestToken,
	isOver,
	patienceOf,
	silence,
	storedSession,
	type Session,
} from './tokenExchange';
import { sharedSignIn, tokensOf } from './tokens';

/** Where nobody says how long to wait: the credential's test, n8n's HTTP Request node. */
const PATIENCE = 30_000;

/**
 * Why the last request with this credential was not signed. n8n's HTTP Request node renews the token after
 * any error: without this, each refusal would cost a sign-in and end a token that others still use.
 */
const refused = new WeakMap<ICredentialDataDecryptedObject, UserError>();

/**
 * A session for this credential in place of the one that is missing, over or rejected: a younger one that
 * this process knows, or a new one.
 */
export async function openSession(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<Session> {
	const notSigned = refused.get(credentials);
	refused.delete(credentials);
	if (notSigned) throw notSigned;
	const account = readAccount(credentials);
	const key = fingerprint(account);
	const tokens = tokensOf(key);
	const failed = storedSession(credentials, key);
	const signing = signingOf(credentials);
	// Only our own requests come back for a 401 alone; the HTTP Request node renews after any error.
	if (signing?.stage === 'signed') signing.answered(true);
	if (signing) signing.stage = 'waiting';

	const known = tokens.insteadOf(failed);
	if (known) return known;
	if (tokens.refused) throw tokens.refused;
	tokens.drop(failed);

	const waiter = signing?.patience ?? patienceOf(PATIENCE);
	const signIn = sharedSignIn(
		key,
		async (patience) =>
			await requestToken(helpers, account, key, patience).then(
				(session) => tokens.issued(session),
				async (error: unknown) => {
					if (error instanceof UserError && !error.facts.passing) tokens.refuse(error);
					throw error;
				},
			),
	);
	return await signIn.wait(waiter).catch((error: unknown) => {
		throw waiter.signal.aborted ? silence(account) : error;
	});
}

/** Every token in use, so that it can be kept out of texts. */
export const tokensInUse = (account: Account): Iterable<string> =>
	tokensOf(fingerprint(account)).all;

/**
 * No redirect is followed, by whichever of n8n's request functions and whatever a node asks for: what
 * n8n uses underneath keeps the token on the way to a subdomain, even if told not to send it elsewhere.
 */
const STRAIGHT = {
	disableFollowRedirect: true,
	// The older request function has names of its own.
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/**
 * The request with the bearer token, or an error in the form of a 401 when the session is over: n8n
 * then renews it before anything is sent.
 */
export function signRequest(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = readAccount(credentials);
	const key = fingerprint(account);
	const signing = signingOf(credentials);
	refused.delete(credentials);
	const refusal =
		foreignAddress(account, request) ?? foreignConnection(account, request as AnyRequest);
	if (refusal) {
		refused.set(credentials, refusal);
		throw refusal;
	}
	if (signing?.patience.signal.aborted) {
		// n8n would not send it either; what is given up must not happen later.
		signing.stage = 'waiting';
		throw new Error('The request was given up before it was sent');
	}
	const session = storedSession(credentials, key);
	// One that was issued for this very request is good, however short it lives and however long n8n took.
	if (!session || (isOver(session) && signing?.stage !== 'waiting')) {
		throw Object.assign(new Error('The session is over'), { response: { status: 401 } });
	}
	if (signing) signing.stage = 'signed';
	tokensOf(key).meet(session.accessToken);
	return {
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${session.accessToken}` },
		...STRAIGHT,
	};
}
