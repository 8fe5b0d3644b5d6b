import { SessionError } from '../wire/sessionError';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
// What the URL parser would silently drop or turn into a slash.
const TREACHEROUS = /[\s\\\p{Cc}]/u;

/** The address of the account's region: https, or http on this machine. */
export function parseBaseUrl(value: unknown): URL {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw refused('is empty');
	if (TREACHEROUS.test(text)) throw refused('contains spaces or backslashes');
	const url = parse(text);
	if (!url) throw refused('is not a web address');
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) {
		throw refused('does not start with https://');
	}
	if (url.username !== '' || url.password !== '') throw refused('contains a user name or password');
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
		throw refused("contains a '?' or '#'");
	}
	if (isEndpoint(url)) throw refused('has the path of a request, such as /oauth/token');
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
	new SessionError(
		`The 'Base URL' of the E-Signature credential ${why}. Enter the address of your account's region, e.g. https://api.example.com, as shown beside the Client ID.`,
	);
