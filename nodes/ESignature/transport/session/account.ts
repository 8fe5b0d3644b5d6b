import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { TOKEN_ROUTE } from '../../api/endpoints';
import { UserError } from '../../errors/userError';
import { quoted } from '../../values/text';

/** Whether this is the machine that runs n8n. */
const isLoopback = (hostname: string): boolean =>
	/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

// The URL parser would silently drop these or turn them into a slash.
const MISLEADING = /[\s\\\p{Cc}]/u;

/**
 * The address of the account's region: https, or http on this machine. The portal shows the token endpoint, and people
 * leave out `https://`, so both are tidied.
 */
export function parseBaseUrl(value: unknown): URL {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw refused('is empty');
	if (MISLEADING.test(text)) throw refused('contains spaces or backslashes', text);
	const url = parse(text);
	if (!url) throw refused('is not a web address', text);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
		throw refused('does not start with https://', text);
	}
	if (url.username !== '' || url.password !== '') throw refused('contains a user name or password');
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
		throw refused("contains a '?' or '#'", text);
	}
	url.pathname = withoutTokenPath(withoutSlashes(url.pathname));
	if (isEndpoint(url)) throw refused('includes the path of an endpoint', text);
	return url;
}

const TOKEN_PATH = TOKEN_ROUTE.replace('POST ', '');

const withoutTokenPath = (path: string): string =>
	path.endsWith(TOKEN_PATH) ? path.slice(0, -TOKEN_PATH.length) : path;

/** A page of the service pasted instead of its address. */
function isEndpoint({ pathname }: URL): boolean {
	const steps = pathname.split('/').filter((step) => step !== '');
	return steps.includes('sign') || steps.slice(-2).join('/') === 'oauth/token';
}

/** A host with a dot: a word alone is more likely a Client ID in the wrong field. */
const WITHOUT_SCHEME = /^[^/:.]+(\.[^/:.]+)+(:\d+)?(\/|$)/;

function parse(text: string): URL | undefined {
	const full = WITHOUT_SCHEME.test(text) ? `https://${text}` : text;
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(full)) return undefined;
	try {
		return new URL(full);
	} catch {
		return undefined;
	}
}

function refused(why: string, text = ''): UserError {
	// The part before an @ may be a password.
	const shown = text === '' || text.includes('@') ? '' : `: ${quoted(text)}`;
	return new UserError(
		`The 'Base URL' of the E-Signature credential ${why}${shown}. Enter the token endpoint as the portal shows it with the Client ID, e.g. https://api.gonitro.dev/oauth/token.`,
	);
}

/** The credential, checked and normalized. */
export interface Account {
	/** No trailing slash; a path prefix is kept. */
	baseUrl: string;
	origin: string;
	host: string;
	clientId: string;
	clientSecret: string;
	/** Names one application at one address: a token is never used for another one. */
	key: string;
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

/** Not a regular expression: one anchored at the end would try every slash on its way there. */
function withoutSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end--;
	return text.slice(0, end);
}
