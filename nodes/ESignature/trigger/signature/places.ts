import { headerOf, type Message, type Target } from './message';
import type { Places } from './signatures';

const LONGEST = 2048;
const DEFAULT_PORTS: Record<string, string> = { 'https:': '443', 'http:': '80' };

/** A web address out of a text; undefined if it is none. */
function addressOf(text: string | undefined): URL | undefined {
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
interface Received {
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

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

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

/** Where proxies write down the host that they were asked for. */
const HOSTS = ['host', 'x-forwarded-host', 'x-original-host'];
/** The part of the path that a proxy took away before it passed the request on. */
const PREFIXES = ['x-forwarded-prefix', 'x-script-name'];
/** The path as the proxy got it. */
const PATHS = [
	...['x-original-url', 'x-original-uri', 'x-rewrite-url', 'x-forwarded-uri'],
	...['x-forwarded-path', 'x-envoy-original-path', 'x-replaced-path'],
];
const SCHEMES = ['https', 'http'];
/** Chains of proxies are short; longer lists only cost time. */
const MOST = { entries: 6, characters: 2048, urls: 10, hosts: 12, ports: 2, paths: 12 };

/** The addresses for which a signature is for us, and those that the request itself tells of. */
export function placesOf(
	own: string | undefined,
	publicUrls: readonly string[],
	message: Message,
	path: string,
): Places {
	const received = { hosts: hostsOf(message), path };
	const address = addressOf(own);
	if (own === undefined || !address) return { own: [], claimed: () => [] };
	const known = [
		{ url: address, text: own },
		...publicUrls.slice(0, MOST.urls).flatMap((text) => publicAddresses(text, address)),
	];
	return {
		own: known.flatMap(({ url, text }) => spellingsOf(url, text, received)),
		claimed: () =>
			claimedTargets(
				received,
				message,
				known.map(({ url }) => url),
			),
	};
}

/** Without a path it is another name of the same host, or of a proxy that sends its root to us. */
function publicAddresses(text: string, own: URL): Array<{ url: URL; text: string }> {
	const url = addressOf(text);
	if (!url) return [];
	if (url.pathname !== '/') return [{ url, text }];
	const renamed = new URL(url);
	renamed.pathname = own.pathname;
	return [
		{ url: renamed, text },
		{ url, text },
	];
}

const entriesOf = (message: Message, name: string): string[] =>
	(headerOf(message, name) ?? '')
		.slice(0, MOST.characters)
		.split(',', MOST.entries)
		.map((entry) => entry.trim())
		.filter(Boolean);

function hostsOf(message: Message): string[] {
	return [
		...HOSTS.flatMap((name) => entriesOf(message, name)),
		...entriesOf(message, 'forwarded').flatMap(forwardedHost),
	];
}

/** RFC 7239: `for=1.2.3.4;host="n8n.example.com:8443";proto=https` */
function forwardedHost(element: string): string[] {
	const pair = element
		.split(';')
		.map((part) => part.trim())
		.find((part) => part.toLowerCase().startsWith('host='));
	return pair ? [pair.slice('host='.length).replaceAll('"', '')] : [];
}

/** Not to be trusted, but good for an explanation: the key is right, and only the address is not. */
function* claimedTargets(received: Received, message: Message, known: URL[]): Iterable<Target> {
	const paths = claimedPaths(received.path, message, known);
	for (const host of claimedHosts(received.hosts, message, known)) {
		for (const path of paths) {
			for (const scheme of SCHEMES) {
				const text = `${scheme}://${host}${path}`;
				const url = addressOf(text);
				if (url) yield* spellingsOf(url, text, { hosts: [], path });
			}
		}
	}
}

/** A proxy may tell the port apart from the host, and a signature may cover either. */
function claimedHosts(named: readonly string[], message: Message, known: URL[]): string[] {
	const ports = entriesOf(message, 'x-forwarded-port')
		.filter((port) => /^\d{1,5}$/.test(port))
		.slice(0, MOST.ports);
	const hosts = new Set([...named, ...known.map(({ host }) => host)].slice(0, MOST.hosts));
	for (const host of [...hosts]) {
		const name = addressOf(`http://${host}`)?.hostname;
		if (name !== undefined) for (const port of ports) hosts.add(`${name}:${port}`).add(name);
	}
	return [...hosts];
}

function claimedPaths(path: string, message: Message, known: URL[]): string[] {
	const prefixes = PREFIXES.flatMap((name) => entriesOf(message, name));
	const whole = PATHS.flatMap((name) => entriesOf(message, name)).flatMap(pathIn);
	const own = known.map(({ pathname }) => pathname);
	const stripped = prefixes.flatMap((prefix) => pathIn(`${withoutSlash(prefix)}${path}`));
	return [...new Set([path, ...stripped, ...whole, ...own])].slice(0, MOST.paths);
}

/** Some proxies write the whole address there. */
function pathIn(text: string): string[] {
	const url = addressOf(text) ?? addressOf(`http://host${text.startsWith('/') ? '' : '/'}${text}`);
	return url ? [url.pathname] : [];
}
