import { MOST_PUBLIC_URLS, REASONS } from '../texts/texts';
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
	/** Queries that it may have had on its way, besides the one that it came with. */
	queries?: readonly string[];
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
	// The one that it came with, the one that somebody registered, and what a proxy tells.
	const queries = [undefined, ...unique([url.search, ...(received.queries ?? [])])].filter(
		(query, at) => at === 0 || query !== '' || received.queries?.includes(''),
	);
	return queries.flatMap((query) =>
		authorities.flatMap((authority) =>
			paths
				.filter(Boolean)
				.map((path) => ({ scheme, authority, path, ...(query !== undefined && { query }) })),
		),
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
	const start = text.indexOf('://');
	const typed = (start < 0 ? text : text.slice(start + 3)).trim();
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

const SCHEMES = ['https', 'http'];
/** Chains of proxies are short; longer lists only cost time. */
const MOST = {
	entries: 20,
	characters: 4096,
	urls: MOST_PUBLIC_URLS,
	hosts: 24,
	ports: 2,
	paths: 12,
	queries: 6,
};

/** The addresses for which a signature is for us, and those that the request itself tells of. */
export function placesOf(
	own: string | undefined,
	publicUrls: readonly string[],
	message: Message,
	path: string,
): Places {
	const told = new Told(message);
	const received = { hosts: told.hosts, path };
	const address = addressOf(own);
	if (own === undefined || !address) return { own: [], claimed: () => [], open: () => undefined };
	const named = publicUrls.slice(0, MOST.urls);
	const known = [
		{ url: address, text: own },
		...named.flatMap((text) => publicAddresses(text, address)),
	];
	const urls = known.map(({ url }) => url);
	return {
		own: known.flatMap(({ url, text }) => spellingsOf(url, text, received)),
		claimed: () => claimedTargets(path, message, told, urls),
		open: () => {
			if (!named.every(publicAddress)) return REASONS.publicUrl;
			if (publicUrls.length > named.length) return REASONS.publicUrls;
			return told.isComplete ? undefined : REASONS.tooMuch;
		},
	};
}

/** Whoever types an address often leaves out how it begins; it is the name of a host then, not any word. */
function publicAddress(text: string): URL | undefined {
	const url = addressOf(text.includes('://') ? text : `https://${text}`);
	return url && /[.:]|^localhost$/.test(url.hostname) && !url.host.includes(',') ? url : undefined;
}

/** Without a path it is another name of the same host, or of a proxy that sends its root to us. */
function publicAddresses(text: string, own: URL): Array<{ url: URL; text: string }> {
	const url = publicAddress(text);
	if (!url) return [];
	if (url.pathname !== '/') return [{ url, text }];
	const renamed = new URL(url);
	renamed.pathname = own.pathname;
	return [
		{ url: renamed, text },
		{ url, text },
	];
}

/** Headers in which proxies write down what they were asked for. Each product has names of its own. */
const isHost = (name: string): boolean => name.includes('host');
const isPrefix = (name: string): boolean => /prefix|script-name/.test(name);
const isPath = (name: string): boolean => /ur[il]$|path$/.test(name);
const isPort = (name: string): boolean => name.endsWith('-port');

/** What the headers of a request tell about where it was sent to, as far as that is looked at. */
class Told {
	/** Something was left out, so that nothing is proven by finding nothing. */
	isComplete = true;

	readonly hosts: string[];

	constructor(private readonly message: Message) {
		this.hosts = this.upTo(MOST.hosts, [
			...this.entries(isHost),
			...this.entries((name) => name === 'forwarded').flatMap(forwardedHost),
		]);
	}

	/** A proxy may tell the port apart from the host, and a signature may cover either. */
	get ports(): string[] {
		const ports = this.entries(isPort).filter((port) => /^\d{1,5}$/.test(port));
		return this.upTo(MOST.ports, ports);
	}

	private found?: Array<{ path: string; query: string }>;

	/** Whole paths with their queries, and what was taken away before the path that arrived; found once. */
	targets(path: string): Array<{ path: string; query: string }> {
		return (this.found ??= this.find(path));
	}

	private find(path: string): Array<{ path: string; query: string }> {
		const prefixes = this.entries(isPrefix).map(withoutSlash);
		// Each proxy of a chain adds its own, at one end or the other.
		const chains = [prefixes, [...prefixes].reverse()].map((chain) => chain.join(''));
		const stripped = unique([...prefixes, ...chains]).map((prefix) => `${prefix}${path}`);
		// A comma may be a part of a path or a query.
		return [...stripped, ...this.texts(isPath), ...this.entries(isPath)].flatMap(targetIn);
	}

	upTo<Entry>(most: number, entries: Entry[]): Entry[] {
		if (entries.length > most) this.isComplete = false;
		return entries.slice(0, most);
	}

	private entries(isMeant: (name: string) => boolean): string[] {
		return this.texts(isMeant).flatMap((text) => {
			const entries = text.split(',').map((entry) => entry.trim());
			return this.upTo(MOST.entries, entries.filter(Boolean));
		});
	}

	private texts(isMeant: (name: string) => boolean): string[] {
		const names = this.upTo(MOST.entries, Object.keys(this.message.headers).filter(isMeant));
		return names.map((name) => {
			const text = headerOf(this.message, name) ?? '';
			if (text.length > MOST.characters) this.isComplete = false;
			return text.slice(0, MOST.characters);
		});
	}
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
function* claimedTargets(
	path: string,
	{ query }: Message,
	told: Told,
	known: URL[],
): Iterable<Target> {
	const targets = told.targets(path);
	const own = known.map(({ pathname }) => pathname);
	const paths = unique([path, ...targets.map((target) => target.path), ...own]);
	// One may also have been removed, added, or spelt in another way.
	const asked = unique(['', ...targets.map((target) => target.query), ...respelt(query)]);
	const queries = told.upTo(MOST.queries, asked);
	for (const host of claimedHosts(told, known)) {
		for (const one of told.upTo(MOST.paths, paths)) {
			for (const scheme of SCHEMES) {
				const text = `${scheme}://${host}${one}`;
				const url = addressOf(text);
				if (url) yield* spellingsOf(url, text, { hosts: [], path: one, queries });
			}
		}
	}
}

/** Blanks have two spellings in a query, and escapes have many. */
function respelt(query: string): string[] {
	if (query.length < 2) return [];
	const form = new URLSearchParams(query).toString();
	return [`?${form}`, `?${form.replaceAll('+', '%20')}`];
}

function claimedHosts(told: Told, known: URL[]): string[] {
	const hosts = new Set([...told.hosts, ...known.map(({ host }) => host)]);
	for (const host of [...hosts]) {
		const name = addressOf(`http://${host}`)?.hostname;
		if (name !== undefined) for (const port of told.ports) hosts.add(`${name}:${port}`).add(name);
	}
	return [...hosts];
}

/** Some proxies write the whole address there. */
function targetIn(text: string): Array<{ path: string; query: string }> {
	const url = addressOf(text) ?? addressOf(`http://host${text.startsWith('/') ? '' : '/'}${text}`);
	if (!url) return [];
	const written = text.startsWith('/') ? [splitTarget(text)] : [];
	return [{ path: url.pathname, query: url.search }, ...written];
}
