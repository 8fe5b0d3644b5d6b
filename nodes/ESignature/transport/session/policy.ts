import type { IHttpRequestOptions } from 'n8n-workflow';

import { UserError } from '../../errors/userError';
import { quoted } from '../../values/text';
import type { Account } from './account';

/** Why a request must not get the token; undefined if it may. */
export const reasonNotToSign = (
	account: Account,
	request: IHttpRequestOptions,
): UserError | undefined => foreignAddress(account, request) ?? foreignConnection(account, request);

/**
 * No request function of n8n follows a redirect, whatever a node asks for: follow-redirects keeps the token on the way
 * to a subdomain, even if configured not to send it elsewhere (its index.js: `isSubdomain`).
 */
export const NO_REDIRECTS = {
	disableFollowRedirect: true,
	// The older request function has names of its own (@n8n/backend-network, legacy.ts).
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** Why a request is not signed: the token is for one address only. */
function foreignAddress(
	{ baseUrl, origin }: Account,
	request: IHttpRequestOptions,
): UserError | undefined {
	const url = requestUrl(request);
	const base = new URL(baseUrl).pathname;
	if (url?.origin !== origin || !isBelow(url.pathname, base)) {
		return new UserError(
			`This E-Signature credential is only for ${baseUrl}. The request goes to another address, so it was not sent. Use a URL that starts with that address, or another credential.`,
		);
	}
	if (base === '/' || !AMBIGUOUS.test(url.pathname.slice(base.length))) return undefined;
	return new UserError(
		`The path ${quoted(url.pathname)} contains '%' or ';'. A gateway could read it as a path outside ${baseUrl}, so the request was not sent. Use a URL whose path has neither.`,
	);
}

/** A gateway may serve other tenants under other paths of the same address. */
const isBelow = (path: string, base: string): boolean =>
	base === '/' || path === base || path.startsWith(base.endsWith('/') ? base : `${base}/`);

/**
 * A gateway may decode `..%2f` or `%252e%252e`, or cut off `..;`, before it chooses the tenant. No path of the service
 * needs either: its IDs are UUIDs.
 */
const AMBIGUOUS = /[%;]/;

/** n8n's older request functions say `uri` (@n8n/backend-network, legacy.ts); an absolute `url` overrides `baseURL`. */
function requestUrl({
	url,
	uri,
	baseURL,
}: IHttpRequestOptions & { uri?: string }): URL | undefined {
	const target = url ?? uri ?? '';
	const absolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(target);
	try {
		if (absolute && !baseURL) return new URL(target);
		// As axios puts the two together (its combineURLs.js).
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
