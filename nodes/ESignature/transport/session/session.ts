import { createHash } from 'crypto';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { failureOf } from '../../errors/failure';
import { UserError } from '../../errors/userError';
import { unlessAborted, type Sender } from '../attempt';
import type { RawReply } from '../reply';
import { RateLimit } from '../retry';
import { evictOldest, setNewest } from '../../values/collections';

import { CredentialsRefused, exchange, silence, type Application, type Session } from './exchange';

// --- The account ---------------------------------------------------------------------------------

/** Whether this is the machine that runs n8n. */
const isLoopback = (hostname: string): boolean =>
	/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

// What the URL parser would silently drop or turn into a slash.
const MISLEADING = /[\s\\\p{Cc}]/u;

/** The address of the account's region: https, or http on this machine. */
export function parseBaseUrl(value: unknown): URL {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw refused('is empty');
	if (MISLEADING.test(text)) throw refused('contains spaces or backslashes');
	const url = parse(text);
	if (!url) throw refused('is not a web address');
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
		throw refused('does not start with https://');
	}
	if (url.username !== '' || url.password !== '') throw refused('contains a user name or password');
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
		throw refused("contains a '?' or '#'");
	}
	if (isEndpoint(url)) throw refused('includes the path of an endpoint, such as /oauth/token');
	return url;
}

/** A page of the service pasted instead of its address. */
function isEndpoint({ pathname }: URL): boolean {
	const steps = pathname.split('/').filter((step) => step !== '');
	return steps.includes('sign') || steps.slice(-2).join('/') === 'oauth/token';
}

function parse(text: string): URL | undefined {
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined;
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

const refused = (why: string) =>
	new UserError(
		`The 'Base URL' of the E-Signature credential ${why}. Enter the address of your account's region, e.g. https://api.example.com, as shown next to the Client ID.`,
	);

/** What the user typed into the credential, checked and normalized. */
export interface Account extends Application {
	host: string;
	/** As n8n resolved it: whatever is edited meanwhile, what was begun goes on with these values. */
	credentials: ICredentialDataDecryptedObject;
}

export function readAccount(credentials: ICredentialDataDecryptedObject): Account {
	const url = parseBaseUrl(credentials.baseUrl);
	const baseUrl = withoutSlashes(url.href);
	const clientId = required(credentials.clientId, 'Client ID');
	const clientSecret = required(credentials.clientSecret, 'Client Secret');
	const key = createHash('sha256')
		.update(JSON.stringify([baseUrl, clientId, clientSecret]))
		.digest('hex');
	return {
		baseUrl,
		origin: url.origin,
		host: url.hostname,
		clientId,
		clientSecret,
		credentials,
		key,
	};
}

// Pasted values often carry a space or a line break at the end.
function required(value: unknown, label: string): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text !== '') return text;
	throw new UserError(
		`The '${label}' of the E-Signature credential is empty`,
		'Open the credential, enter the value that the service shows, and save it.',
	);
}

/** A pattern anchored at the end would try every slash on its way there. */
function withoutSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end--;
	return text.slice(0, end);
}

// --- What this process knows ---------------------------------------------------------------------

/** What this process knows about an account; n8n's database shares the stored token between processes. */
interface Known {
	latest?: Session;
	/** The last token that the service rejected: it is not chosen again, whatever its expiry says. */
	rejected?: string;
	pending?: Promise<Session>;
	/** A thousand items with a wrong secret must not become a thousand sign-in attempts. */
	refusal?: { error: UserError; until: number };
	/** Every token that was put on a request, so that it can be kept out of texts. */
	used: Set<string>;
	/** Shared by all items and executions: when one has to wait, all wait. */
	limit: RateLimit;
}

const MOST_ACCOUNTS = 200;
const MOST_TOKENS = 20;
const REFUSAL_HOLDS = 5_000;

const accounts = new Map<string, Known>();

export function knownOf({ key }: Pick<Account, 'key'>): Known {
	const open = (): Known => ({ used: new Set(), limit: new RateLimit() });
	return accounts.get(key) ?? setNewest(accounts, [key, open()], MOST_ACCOUNTS);
}

/** The session that the credential holds, if it is one of this account. */
function storedSession(
	{ accessToken, sessionExpiresAt, tokenIssuedFor }: ICredentialDataDecryptedObject,
	key: string,
): Session | undefined {
	if (typeof accessToken !== 'string' || accessToken === '' || tokenIssuedFor !== key) {
		return undefined;
	}
	return { accessToken, sessionExpiresAt: Number(sessionExpiresAt), tokenIssuedFor: key };
}

const isOver = ({ sessionExpiresAt }: Session): boolean => !(sessionExpiresAt > Date.now());

/** The session, if it may be used. */
const valid = (session: Session | undefined, { rejected }: Known): Session | undefined =>
	session && !isOver(session) && session.accessToken !== rejected ? session : undefined;

/** Of two tokens, the one that was issued later expires later. */
const isNewer = (one: Session | undefined, other: Session | undefined): boolean =>
	(one?.sessionExpiresAt ?? 0) > (other?.sessionExpiresAt ?? 0);

const NONE: Session = { accessToken: '', sessionExpiresAt: 0, tokenIssuedFor: '' };

type Credentials = ICredentialDataDecryptedObject;

/** A request on its way through n8n's authentication. */
interface AuthState {
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
	/**
	 * Why it was not signed. n8n's HTTP Request node renews the token after any error: without this, each such request
	 * would cost a sign-in.
	 */
	refusal?: UserError;
}

/** n8n hands one and the same object to both hooks of the credential, so that it tells which request they are for. */
const states = new WeakMap<Credentials, AuthState>();

function stateOf(credentials: Credentials): AuthState {
	const state = states.get(credentials) ?? { stage: 'begun' };
	states.set(credentials, state);
	return state;
}

/** What the transport needs of n8n: any node context has it. */
export interface Host {
	getNode(): INode;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
}

const CREDENTIAL = 'eSignatureApi';

/** With the token. On a 401 n8n itself renews it and sends the request once more; a second one is thrown. */
export function signed(host: Host, account: Account): Sender {
	const cancel = host.getExecutionCancelSignal?.();
	let reference: Omit<ICredentialsDecrypted, 'data'> | undefined;
	return async (request, timeLimit) => {
		reference ??= referenceOf(host);
		// Also of a request that is to be finished: as long as it waits for a token, it has not begun.
		const isOther = cancel && cancel !== timeLimit.cancel;
		const signal = isOther ? AbortSignal.any([timeLimit.signal, cancel]) : timeLimit.signal;
		const data = sessionFor(account);
		const state: AuthState = { own: { account, signal }, stage: 'begun' };
		states.set(data, state);
		// n8n takes the abort signal from its caller, so the caller is one that knows our time limits.
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
				// Left alone, n8n reads the credential anew for each request, and for the first item only.
				{ credentialsDecrypted: { ...reference, data } },
			) as Promise<RawReply>;
			// n8n's own steps before the request do not heed the signal; what is aborted is not sent afterward.
			return await unlessAborted(reply, timeLimit.signal);
		} catch (error) {
			const isSignIn = state.stage === 'waiting' && failureOf(error).kind !== 'session';
			throw isSignIn ? silence(account) : error;
		}
	};
}

/** Which credential the node has. n8n copies the whole node, with all its inputs, each time it is asked for it. */
function referenceOf(host: Host): Omit<ICredentialsDecrypted, 'data'> {
	const { id, name } = host.getNode().credentials?.[CREDENTIAL] ?? { id: null, name: '' };
	return { id: id ?? '', name, type: CREDENTIAL };
}

/** The credential with the newest session that is known: the run may have begun with an older one. */
function sessionFor(account: Account): Credentials {
	const known = knownOf(account);
	const stored = valid(storedSession(account.credentials, account.key), known);
	const latest = valid(known.latest, known);
	return { ...account.credentials, ...((isNewer(stored, latest) ? stored : latest) ?? NONE) };
}

/**
 * A session for this credential in place of the one that is missing, over or rejected: a newer one that
 * this process knows, or a new one.
 */
export async function openSession(
	helpers: IHttpRequestHelper['helpers'],
	credentials: Credentials,
): Promise<Session> {
	const state = stateOf(credentials);
	if (state.refusal) throw state.refusal;
	const { own, stage, isTest, hasSignedIn } = state;
	state.stage = 'waiting';
	const account = own?.account ?? readAccount(credentials);
	const known = knownOf(account);
	const failed = stage === 'signed' ? storedSession(credentials, account.key) : undefined;
	const { rejected } = known;
	// n8n's HTTP Request node renews after any error, which proves nothing; for our own requests, only after a 401.
	if (own && failed) known.rejected = failed.accessToken;
	if (!isTest || hasSignedIn) {
		// An older token than the one that failed would not help.
		const isReplaced = !failed || failed.accessToken === rejected || isNewer(known.latest, failed);
		const latest = isReplaced ? valid(known.latest, known) : undefined;
		if (latest) return latest;
		const { refusal } = known;
		if (refusal && refusal.until > performance.now()) throw refusal.error;
	}
	known.pending ??= renew(helpers, account, known);
	const session = await waitFor(known.pending, account, own?.signal);
	state.hasSignedIn = true;
	return session;
}

/** One exchange at a time, however many requests wait for it. */
async function renew(
	helpers: IHttpRequestHelper['helpers'],
	account: Account,
	known: Known,
): Promise<Session> {
	const issued = (session: Session): Session => {
		known.refusal = undefined;
		// A service that gives out a token again accepts it.
		if (session.accessToken === known.rejected) known.rejected = undefined;
		return (known.latest = session);
	};
	const failed = (error: unknown): never => {
		if (error instanceof CredentialsRefused) {
			known.refusal = { error, until: performance.now() + REFUSAL_HOLDS };
		}
		throw error;
	};
	return await exchange(helpers, account)
		.then(issued, failed)
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
		throw signal.aborted ? silence(account) : error;
	});
}

/** The request of the credential test: an envelope that cannot exist. */
export const TEST_PATH = '/sign/envelopes/00000000-0000-4000-8000-000000000000';

/**
 * No request function of n8n follows a redirect, whatever a node asks for: the library
 * underneath keeps the token on the way to a subdomain, even if configured not to send it elsewhere.
 */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	// The older request function has names of its own.
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/**
 * The request with the bearer token, or an error in the form of a 401 when there is no valid session: n8n
 * then renews it before anything is sent.
 */
export function signRequest(
	credentials: Credentials,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const state = stateOf(credentials);
	const { own, stage } = state;
	const account = own?.account ?? readAccount(credentials);
	state.refusal = foreignAddress(account, request) ?? foreignConnection(account, request);
	if (state.refusal) throw state.refusal;
	if (own?.signal.aborted) {
		state.stage = 'waiting';
		throw new Error('The request was abandoned before it was sent');
	}
	const session = storedSession(credentials, account.key);
	// A secret that was changed at the service shows only in a new exchange. Requests of our own test nothing.
	state.isTest = !own && request.url?.endsWith(TEST_PATH) === true;
	const isUntested = state.isTest && !state.hasSignedIn;
	// A token that was issued for this request is valid, however short its lifetime and however long n8n took.
	const isPast = session !== undefined && isOver(session) && stage !== 'waiting';
	if (!session || isPast || isUntested) {
		throw Object.assign(new Error('The session has ended'), { response: { status: 401 } });
	}
	state.stage = 'signed';
	const { used } = knownOf(account);
	if (!used.has(session.accessToken)) evictOldest(used.add(session.accessToken), MOST_TOKENS);
	return {
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${session.accessToken}` },
		...NO_REDIRECTS,
	};
}

/** Why a request is not signed: the token is for one address only. */
function foreignAddress(
	{ baseUrl, origin }: Account,
	request: IHttpRequestOptions,
): UserError | undefined {
	const url = requestUrl(request);
	if (url?.origin === origin && isBelow(url.pathname, new URL(baseUrl).pathname)) return undefined;
	return new UserError(
		`This E-Signature credential is only for ${baseUrl}. The request goes to another address, so it was not sent. Use a URL that starts with that address, or another credential.`,
	);
}

/** A gateway may serve other tenants under other paths of the same address. */
const isBelow = (path: string, base: string): boolean =>
	base === '/' || path === base || path.startsWith(base.endsWith('/') ? base : `${base}/`);

/** n8n's older request functions say `uri`; an absolute `url` overrides `baseURL`. */
function requestUrl({
	url,
	uri,
	baseURL,
}: IHttpRequestOptions & { uri?: string }): URL | undefined {
	const target = url ?? uri ?? '';
	const absolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(target);
	try {
		if (absolute && !baseURL) return new URL(target);
		// As axios puts the two together.
		const joined = new URL(
			absolute || !baseURL ? target : `${baseURL.replace(/\/$/, '')}/${target.replace(/^\//, '')}`,
		);
		// Two ways to read the same pair must agree, or one of them is being misled.
		return joined.origin === new URL(target, baseURL).origin ? joined : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Why a request is not signed. n8n's HTTP Request node lets the author of a workflow choose how the request
 * travels. The right address is not enough then: with a proxy or unchecked certificates, somebody else
 * can answer for it and read the token.
 */
function foreignConnection(
	{ host }: Account,
	request: IHttpRequestOptions & { rejectUnauthorized?: boolean; agentOptions?: object },
): UserError | undefined {
	const { proxy, rejectUnauthorized = true, skipSslCertificateValidation, agentOptions } = request;
	if (proxy) {
		return unsignable(
			'a proxy that is set in the request',
			"Remove 'Proxy' from the options of this node. If this n8n needs a proxy, its administrator can set HTTPS_PROXY.",
		);
	}
	if (!rejectUnauthorized || skipSslCertificateValidation) {
		return unsignable(
			'certificate checks switched off',
			"Remove 'Ignore SSL Issues' from the options of this node. If this n8n does not trust the certificate of the service, its administrator can set NODE_EXTRA_CA_CERTS.",
		);
	}
	if (agentOptions && Object.keys(agentOptions).length > 0) {
		return unsignable(
			'certificates that are set in the request',
			"Turn off 'SSL Certificates' in the settings of this node.",
		);
	}
	const names = Object.keys(request.headers ?? {});
	if (names.some((name) => name.trim().toLowerCase() === 'host')) {
		return unsignable(`a 'Host' header; it is always ${host}`, 'Remove the header from this node.');
	}
	return undefined;
}

const unsignable = (what: string, whatToDo: string) =>
	new UserError(
		`The E-Signature credential cannot be used with ${what}, so the request was not sent. ${whatToDo}`,
	);
