import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { noSignInAnswer } from '../../errors/sentences';
import { UserError } from '../../errors/userError';
import { evictOldest, getOrCreate, setNewest } from '../../values/collections';
import { quoted } from '../../values/text';
import { unlessAborted, type Sender } from '../attempt';
import type { RawReply } from '../reply';
import { causes, failureOf } from '../failureOf';
import { RateLimit } from '../traffic';
import { readAccount, type Account } from './account';
import { NO_REDIRECTS, reasonNotToSign } from './policy';
import { signIn, type Session } from './signIn';

/** Known to this process only. n8n's database shares the stored token between processes. */
interface AccountState {
	latest?: Session;
	/** The last token that the service rejected: it is not chosen again, whatever its expiry says. */
	rejected?: string;
	pending?: Promise<Session>;
	/** Every token that was put on a request, so that it can be kept out of texts. */
	usedTokens: Set<string>;
	/** Shared by all items and executions: when one has to wait, all wait. */
	rateLimit: RateLimit;
}

const MAX_ACCOUNTS = 200;
const MAX_TOKENS = 20;

const accounts = new Map<string, AccountState>();

export function accountState({ key }: Pick<Account, 'key'>): AccountState {
	const open = (): AccountState => ({ usedTokens: new Set(), rateLimit: new RateLimit() });
	return accounts.get(key) ?? setNewest(accounts, [key, open()], MAX_ACCOUNTS);
}

/** The session that the credential holds, if it is one of this account. */
function storedSession(
	{ accessToken, sessionExpiresAt, sessionEndsAt, tokenIssuedFor }: ICredentialDataDecryptedObject,
	key: string,
): Session | undefined {
	if (typeof accessToken !== 'string' || accessToken === '' || tokenIssuedFor !== key) {
		return undefined;
	}
	return {
		accessToken,
		sessionExpiresAt: Number(sessionExpiresAt),
		sessionEndsAt: Number(sessionEndsAt),
		tokenIssuedFor: key,
	};
}

const isExpired = ({ sessionExpiresAt }: Session): boolean => !(sessionExpiresAt > Date.now());

const hasEnded = ({ sessionEndsAt }: Session): boolean => !(sessionEndsAt > Date.now());

/** The session, if it may be used. */
const valid = (
	session: Session | undefined,
	{ rejected }: AccountState,
	isOver = isExpired,
): Session | undefined =>
	session && !isOver(session) && session.accessToken !== rejected ? session : undefined;

/** Of two tokens, the one that was issued later expires later. */
const isNewer = (one: Session | undefined, other: Session | undefined): boolean =>
	(one?.sessionExpiresAt ?? 0) > (other?.sessionExpiresAt ?? 0);

const NONE: Session = {
	accessToken: '',
	sessionExpiresAt: 0,
	sessionEndsAt: 0,
	tokenIssuedFor: '',
};

type Credentials = ICredentialDataDecryptedObject;

/** A request on its way through n8n's authentication. */
interface RequestState {
	/** Of our own requests: the account that they began with, and the signal that ends them. */
	own?: { account: Account; signal: AbortSignal };
	/**
	 * `waiting`: for a token, so that nothing is on its way; what was sent before has failed.
	 * `signed`: the request is on its way.
	 */
	stage: 'begun' | 'waiting' | 'signed';
	/** The credential test: it proves nothing before there was a sign-in for it. */
	isTest?: boolean;
	hasSignedIn?: boolean;
}

/** n8n hands one and the same object to both hooks of the credential (n8n-core, authentication.ts), so it tells which request they are for. */
const requests = new WeakMap<Credentials, RequestState>();

const requestState = (credentials: Credentials): RequestState =>
	getOrCreate(requests, credentials, (): RequestState => ({ stage: 'begun' }));

/** The part of n8n's node contexts that the transport uses. */
export interface Host {
	getNode(): INode;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
}

const CREDENTIAL = 'eSignatureApi';

/** With the token. On a 401 n8n itself renews it and sends the request once more; a second one is thrown. */
export function signed(host: Host, account: Account, cancel?: AbortSignal): Sender {
	let reference: Omit<ICredentialsDecrypted, 'data'> | undefined;
	return async (request, timeLimit) => {
		reference ??= referenceOf(host);
		// Also of a request that is to be finished: as long as it waits for a token, it has not begun.
		const isOther = cancel && cancel !== timeLimit.cancel;
		const signal = isOther ? AbortSignal.any([timeLimit.signal, cancel]) : timeLimit.signal;
		const data = sessionFor(account);
		const state: RequestState = { own: { account, signal }, stage: 'begun' };
		requests.set(data, state);
		// n8n takes the abort signal from its caller (n8n-core, authentication.ts), so the caller is one that knows our time limits.
		const caller = Object.create(host, {
			getExecutionCancelSignal: { value: () => timeLimit.signal },
		}) as IExecuteFunctions;
		try {
			const reply = host.helpers.httpRequestWithAuthentication.call(
				caller,
				CREDENTIAL,
				{
					...request,
					ignoreHttpStatusErrors: { ignore: true, except: [401] },
					allowedDomains: account.host,
				},
				// Left alone, n8n reads the credential anew for each request, and for the first item only (n8n-core, authentication.ts).
				{ credentialsDecrypted: { ...reference, data } },
			) as Promise<RawReply>;
			// n8n's own steps before the request ignore the signal; what is aborted is not sent afterward.
			return await unlessAborted(reply, timeLimit.signal);
		} catch (error) {
			const failure = failureOf(error);
			const isSignIn = state.stage === 'waiting' && failure.kind !== 'session';
			const isUnexplained = failure.kind === 'network' && failure.code === '';
			const isOfN8n = state.stage === 'begun' && isUnexplained && !timeLimit.signal.aborted;
			throw isSignIn ? noSignInAnswer(account.origin) : isOfN8n ? refusedByN8n(error) : error;
		}
	};
}

/** Which credential the node has. n8n copies the whole node each time it is asked for it (n8n-core, node-execution-context.ts). */
function referenceOf(host: Host): Omit<ICredentialsDecrypted, 'data'> {
	const { id, name } = host.getNode().credentials?.[CREDENTIAL] ?? { id: null, name: '' };
	return { id: id ?? '', name, type: CREDENTIAL };
}

/** An error of n8n's own before the request was signed: its new engine refuses credentials whose token expires (n8n, engine-v2). */
function refusedByN8n(error: unknown): UserError {
	return new UserError(
		`n8n refused to use the credential: ${quoted(causes(error).at(-1)?.message, 200)}`,
		"Nothing was sent. If this message mentions n8n's engine, run the workflow on the default one.",
	);
}

/** The credential with the newest session that is known: the run may have begun with an older one. */
const sessionFor = (account: Account): Credentials => ({
	...account.credentials,
	...(newest(account) ?? NONE),
});

/** Of the stored session and the one that this process knows, the newer one that may be used. */
function newest(account: Account, isOver = isExpired): Session | undefined {
	const known = accountState(account);
	const stored = valid(storedSession(account.credentials, account.key), known, isOver);
	const latest = valid(known.latest, known, isOver);
	return isNewer(stored, latest) ? stored : latest;
}

/**
 * A session for this credential in place of the one that is missing, over or rejected: a newer one that
 * this process knows, or a new one.
 */
export async function openSession(
	helpers: IHttpRequestHelper['helpers'],
	credentials: Credentials,
): Promise<Session> {
	const state = requestState(credentials);
	const { own, stage, isTest, hasSignedIn } = state;
	state.stage = 'waiting';
	const account = own?.account ?? readAccount(credentials);
	const known = accountState(account);
	const failed = stage === 'signed' ? storedSession(credentials, account.key) : undefined;
	const { rejected } = known;
	// n8n's HTTP Request node renews after any error, which proves nothing; for our own requests, only after a 401
	// (n8n-core, authentication.ts: `requestWithAuthentication`, `httpRequestWithAuthentication`).
	if (own && failed) known.rejected = failed.accessToken;
	if (!isTest || hasSignedIn) {
		// An older token than the one that failed would not help.
		const isReplaced = !failed || failed.accessToken === rejected || isNewer(known.latest, failed);
		const latest = isReplaced ? valid(known.latest, known) : undefined;
		if (latest) return latest;
	}
	known.pending ??= renew(helpers, account, known);
	return await waitFor(known.pending, account, own?.signal).then(
		(session) => {
			state.hasSignedIn = true;
			return session;
		},
		(error: unknown) => {
			// A new token is asked for while the last one is still good.
			const last = failed || isTest ? undefined : newest(account, hasEnded);
			if (last) return last;
			throw error;
		},
	);
}

/** One exchange at a time, however many requests wait for it. */
async function renew(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
	known: AccountState,
): Promise<Session> {
	const issued = (session: Session): Session => {
		// A service that gives out a token again accepts it.
		if (session.accessToken === known.rejected) known.rejected = undefined;
		return (known.latest = session);
	};
	return await signIn(helpers, account)
		.then(issued)
		.finally(() => (known.pending = undefined));
}

/** Not longer than the request itself may take; the exchange goes on for the others. */
async function waitFor(
	pending: Promise<Session>,
	account: Account,
	signal?: AbortSignal,
): Promise<Session> {
	if (!signal) return await pending;
	return await unlessAborted(pending, signal).catch((error: unknown) => {
		throw signal.aborted ? noSignInAnswer(account.origin) : error;
	});
}

/** The request of the credential test: an envelope that cannot exist. */
export const TEST_PATH = '/sign/envelopes/00000000-0000-4000-8000-000000000000';

/**
 * The request with the bearer token, or an error in the form of a 401 when there is no valid session: n8n
 * then renews it before anything is sent.
 */
export function signRequest(
	credentials: Credentials,
	given: IHttpRequestOptions,
): IHttpRequestOptions {
	const state = requestState(credentials);
	const { own, stage } = state;
	const account = own?.account ?? readAccount(credentials);
	state.isTest = !own && given.url === TEST_PATH;
	// n8n takes the address from the form, where it may be written in other ways.
	const request = state.isTest ? { ...given, baseURL: account.baseUrl } : given;
	const refusal = reasonNotToSign(account, request);
	if (refusal) throw refusal;
	if (own?.signal.aborted) {
		state.stage = 'waiting';
		throw new Error('The request was abandoned before it was sent');
	}
	const session = storedSession(credentials, account.key);
	// A secret that was changed at the service shows only in a new exchange. Requests of our own test nothing.
	const isUntested = state.isTest && !state.hasSignedIn;
	// A token that was issued for this request is valid, however short its lifetime and however long n8n took.
	const mustRenew = session !== undefined && isExpired(session) && stage !== 'waiting';
	if (!session || mustRenew || isUntested) {
		throw Object.assign(new Error('The session has ended'), { response: { status: 401 } });
	}
	state.stage = 'signed';
	const { usedTokens } = accountState(account);
	if (!usedTokens.has(session.accessToken)) {
		evictOldest(usedTokens.add(session.accessToken), MAX_TOKENS);
	}
	return {
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${session.accessToken}` },
		...NO_REDIRECTS,
	};
}
