import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { UserError } from '../../errors/userError';
import { fingerprint, type Account } from './account';
import { storedSession, type Patience, type Session } from './tokenExchange';
import { tokensOf } from './tokens';

/** Why a request is not signed: the token is for one address only. */
export function foreignAddress(
	{ origin }: Account,
	request: IHttpRequestOptions,
): UserError | undefined {
	if (requestOrigin(request) === origin) return undefined;
	return new UserError(
		`This E-Signature credential is for ${origin} only. The request goes to another address, so it was not sent.`,
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

/** For both of n8n's request functions, and what a node of another package might hand to them. */
export type AnyRequest = IHttpRequestOptions & Record<string, unknown>;

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
export function foreignConnection(account: Account, request: AnyRequest): UserError | undefined {
	if (PROXIES.some((name) => isGiven(request[name]))) {
		return refused(
			'a proxy that the request chooses itself',
			"Remove 'Proxy' from the options of this node. If this n8n needs a proxy, its administrator can set HTTPS_PROXY.",
		);
	}
	const unchecked =
		CHECKS.some((name) => ![undefined, null, true].includes(request[name] as boolean)) ||
		isGiven(request.skipSslCertificateValidation) ||
		isGiven(request.insecure);
	if (unchecked) {
		return refused(
			'certificate checks switched off',
			"Remove 'Ignore SSL Issues' from the options of this node. If this n8n does not trust the certificate of the service, its administrator can set NODE_EXTRA_CA_CERTS.",
		);
	}
	if (CONNECTIONS.some((name) => isGiven(request[name]))) {
		return refused(
			'certificates or connection settings of the request itself',
			"Turn off 'SSL Certificates' in the settings of this node.",
		);
	}
	if (!METHODS.includes(String(request.method ?? 'GET').toUpperCase())) {
		return refused('this request method', `Choose one of ${METHODS.join(', ')}.`);
	}
	if (!hostsOf(request).every((host) => isOurs(host, account))) {
		return refused("a 'Host' header for another address", 'Remove the header from this node.');
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
function isOurs(host: unknown, { origin }: Account): boolean {
	if (host === undefined || host === null) return true;
	if (typeof host !== 'string' || /[^\w.:[\]-]/.test(host)) return false;
	const { protocol } = new URL(origin);
	try {
		return new URL(`${protocol}//${host}`).origin === origin;
	} catch {
		return false;
	}
}

const refused = (what: string, whatToDo: string) =>
	new UserError(
		`The E-Signature credential cannot be used with ${what}, so the request was not sent. ${whatToDo}`,
	);

const underWay = new WeakMap<ICredentialDataDecryptedObject, Signing>();

export const signingOf = (credentials: ICredentialDataDecryptedObject): Signing | undefined =>
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
export class Signing {
	readonly credentials: ICredentialDataDecryptedObject;

	/**
	 * `waiting`: for a token, so that nothing is on its way; what was sent before was answered with 401.
	 * `signed`: the request is on its way.
	 */
	stage: 'begun' | 'waiting' | 'signed' = 'begun';

	private readonly key: string;

	constructor(
		account: Account,
		readonly patience: Patience,
	) {
		this.key = fingerprint(account);
		const stored = storedSession(account.credentials, this.key);
		const session = tokensOf(this.key).youngest(stored) ?? NONE;
		this.credentials = { ...account.credentials, ...session };
		underWay.set(this.credentials, this);
	}

	/** The service answered; whether with 401 is all that says something about the token. */
	answered(rejected: boolean): void {
		const tokens = tokensOf(this.key);
		if (rejected) tokens.rejected(this.credentials.accessToken);
		else tokens.accepted();
	}
}
