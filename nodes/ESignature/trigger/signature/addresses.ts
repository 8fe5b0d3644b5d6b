/** Where a request may have been sent to, in one of the spellings that a sender can have signed. */
export interface Target {
	/** Without the colon. */
	scheme: string;
	/** Host, and port if it is spelt out. */
	authority: string;
	path: string;
}

const LONGEST = 2048;
const DEFAULT_PORTS: Record<string, string> = { 'https:': '443', 'http:': '80' };

/** A web address out of a text; undefined if it is none. */
export function addressOf(text: string | undefined): URL | undefined {
	if (text === undefined || text.length > LONGEST) return undefined;
	try {
		const url = new URL(text.trim());
		return url.protocol in DEFAULT_PORTS ? url : undefined;
	} catch {
		return undefined;
	}
}

/** The path and the query of a request line, apart. */
export function splitTarget(target: string): { path: string; query: string } {
	const mark = target.indexOf('?');
	return mark < 0
		? { path: target, query: '' }
		: { path: target.slice(0, mark), query: target.slice(mark) };
}

/** What the request says about where it went; only a spelling is ever taken from it. */
export interface Received {
	hosts: readonly string[];
	path: string;
}

/** Every spelling of an address, the likeliest first. The text is the one that the URL was made from. */
export function spellingsOf(url: URL, text: string, received: Received): Target[] {
	const scheme = url.protocol.slice(0, -1);
	const authorities = unique([
		url.host,
		...received.hosts.filter((host) => isSameHost(host, url)),
		authorityIn(text, url),
		`${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`,
	]);
	const paths = unique([
		url.pathname,
		...(isSamePath(received.path, url.pathname) ? [received.path] : []),
		withoutSlash(url.pathname),
		`${withoutSlash(url.pathname)}/`,
	]);
	return authorities.flatMap((authority) =>
		paths.filter(Boolean).map((path) => ({ scheme, authority, path })),
	);
}

const unique = (texts: string[]): string[] => [...new Set(texts)];

export const withoutSlash = (path: string): string =>
	path.endsWith('/') ? path.slice(0, -1) : path;

/** Host names have no case, the port of the scheme need not be said, and a dot may end the name. */
function isSameHost(host: string, { protocol, hostname, port }: URL): boolean {
	const named = addressOf(`${protocol}//${host}`);
	if (!named || named.pathname !== '/' || named.username !== '' || host.includes('/')) return false;
	return withoutDot(named.hostname) === withoutDot(hostname) && named.port === port;
}

const withoutDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name);

/** As somebody typed it, for example with capitals. */
function authorityIn(text: string, url: URL): string {
	const typed = text.trim().slice(url.protocol.length + 2);
	const end = typed.search(/[/?#]/);
	const authority = end < 0 ? typed : typed.slice(0, end);
	return isSameHost(authority, url) ? authority : url.host;
}

function isSamePath(one: string, other: string): boolean {
	return plain(one) === plain(other);
}

/** Escapes may be written in several ways. */
function plain(path: string): string {
	try {
		return withoutSlash(decodeURIComponent(path));
	} catch {
		return withoutSlash(path);
	}
}
