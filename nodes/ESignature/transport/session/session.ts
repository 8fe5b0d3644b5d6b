import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { failureOf } from '../../errors/failure';
import { UserError } from '../../errors/userError';
import type { Pass } from '../wire/attempt';
import { patienceOf, type Patience } from '../wire/time';
import { fingerprint, readAccount, type Account } from './account';
import { isOver, requestToken, silence, storedSession, type Session } from './tokenExchange';
import { sharedSignIn, tokensOf } from './tokens';

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

/** For both of n8n's request functions, and what a node of another package might hand to them. */
type AnyRequest = IHttpRequestOptions & Record<string, unknown>;

/** Through whom a request goes: whoever chooses that can read the token. */
const PROXIES = ['proxy', 'tunnel', 'socketPath'];
/** True, or not there: only then is the certificate of the service checked. */
const CHECKS = ['rejectUnauthorized', 'strictSSL'];
/** What the connection is made with; the first is the one that n8n passes on. */
const CONNECTIONS = [
	...['agentOptions', 'agent', 'agents', 'agentClass', 'httpAgent', 'httpsAgent', 'dispatcher'],
	...['adapter', 'transport', 'lookup', 'beforeRedirect', 'checkServerIdentity', 'servername'],
	...['ca', 'cert', 'key', 'pfx', 'passphrase', 'secureContext', 'createConnection'],
];
/** An answer to TRACE repeats the request, and with it the token; CONNECT is for proxies. */
const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/**
 * Why a request is not signed. n8n's HTTP Request node lets the author of a workflow choose how the request
 * travels. The right address is not enough then: with a proxy and unchecked certificates, somebody else
 * can answer for it.
 */
function foreignConnection(account: Account, request: AnyRequest): UserError | undefined {
	if (PROXIES.some((name) => isGiven(request[name]))) {
		return unsignable(
			'a proxy that is set in the request',
			"Remove 'Proxy' from the options of this node. If this n8n needs a proxy, its administrator can set HTTPS_PROXY.",
		);
	}
	const unchecked =
		CHECKS.some((name) => ![undefined, null, true].includes(request[name] as boolean)) ||
		isGiven(request.skipSslCertificateValidation) ||
		isGiven(request.insecure);
	if (unchecked) {
		return unsignable(
			'certificate checks switched off',
			"Remove 'Ignore SSL Issues' from the options of this node. If this n8n does not trust the certificate of the service, its administrator can set NODE_EXTRA_CA_CERTS.",
		);
	}
	if (CONNECTIONS.some((name) => isGiven(request[name]))) {
		return unsignable(
			'certificates or connection settings that are set in the request',
			"Turn off 'SSL Certificates' in the settings of this node.",
		);
	}
	if (!METHODS.includes(String(request.method ?? 'GET').toUpperCase())) {
		return unsignable('this request method', `Choose one of ${METHODS.join(', ')}.`);
	}
	if (!hostsOf(request).every((host) => isHostOf(host, account))) {
		return unsignable("a 'Host' header for another address", 'Remove the header from this node.');
	}
	return undefined;
}

/** Forms leave an empty text, list or object where nothing was entered. */
function isGiven(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return Boolean(value);
	const values = Object.values(value);
	// What is made by a class, such as an agent, keeps its settings where they are not seen.
	const isPlain = [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
	return !isPlain || values.some(isGiven) || values.some((one) => one === false);
}

const hostsOf = ({ headers }: AnyRequest): unknown[] =>
	Object.entries(headers ?? {})
		.filter(([name]) => name.trim().toLowerCase() === 'host')
		.flatMap(([, value]) => value as unknown);

/** As it would be without the header; the default port may be written out. */
function isHostOf(host: unknown, { origin }: Account): boolean {
	if (host === undefined || host === null) return true;
	if (typeof host !== 'string' || /[^\w.:[\]-]/.test(host)) return false;
	const { protocol } = new URL(origin);
	try {
		return new URL(`${protocol}//${host}`).origin === origin;
	} catch {
		return false;
	}
}

const unsignable = (what: string, whatToDo: string) =>
	new UserError(
		`The E-Signature credential cannot be used with ${what}, so the request was not sent. ${whatToDo}`,
	);

const underWay = new WeakMap<ICredentialDataDecryptedObject, Signing>();

const signingOf = (credentials: ICredentialDataDecryptedObject): Signing | undefined =>
	underWay.get(credentials);

const NONE: Session = {
	accessToken: '',
	sessionExpiresAt: 0,
	tokenIssuedFor: '',
	sessionIssuedAt: 0,
};

/**
 * One request on its way through n8n's authentication. n8n hands `credentials`, the very object, on to
 * both hooks of the credential, and writes a renewed session into it: so each request has its own.
 */
export class Signing implements Pass {
	readonly credentials: ICredentialDataDecryptedObject;

	/**
	 * `waiting`: for a token, so that nothing is on its way; what was sent before was answered with 401.
	 * `signed`: the request is on its way.
	 */
	stage: 'begun' | 'waiting' | 'signed' = 'begun';

	private readonly key: string;

	constructor(
		readonly account: Account,
		readonly patience: Patience,
	) {
		this.key = fingerprint(account);
		const stored = storedSession(account.credentials, this.key);
		const session = tokensOf(this.key).youngest(stored) ?? NONE;
		this.credentials = { ...account.credentials, ...session };
		underWay.set(this.credentials, this);
	}

	answered(rejected: boolean): void {
		const tokens = tokensOf(this.key);
		if (rejected) tokens.rejected(this.credentials.accessToken);
		else tokens.accepted();
	}

	explain(error: unknown): unknown {
		const { kind } = failureOf(error);
		if (this.stage === 'waiting') return kind === 'session' ? error : silence(this.account);
		if (kind === 'refused') this.answered(true);
		return error;
	}
}

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
	const signing = signingOf(credentials);
	// Of our own requests it is known, and n8n has changed nothing but the session.
	const account = signing?.account ?? readAccount(credentials);
	const key = fingerprint(account);
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
