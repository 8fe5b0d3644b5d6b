import { innerListText, itemText, type InnerList, type Item } from './structuredFields';

/** A request as it arrived. */
export interface SignedRequest {
	method: string;
	/** By lower-case name, as Node has them. */
	headers: Record<string, string | string[] | undefined>;
	/** The bytes as they were sent. */
	body: Buffer;
}

/** The value of a header; lines of the same name are joined as in RFC 9421, 2.1. */
export function headerOf({ headers }: SignedRequest, name: string): string | undefined {
	const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
	return Array.isArray(value) ? value.join(', ') : value;
}

/** The text that was signed (RFC 9421, 2.5) if the request was sent to this address. */
export type SignatureBase = (target: URL) => string;

/** RFC 9421, 2.2. The address is the caller's, whatever a proxy made of the request on the way. */
const FROM_TARGET: Record<string, (target: URL) => string> = {
	'@authority': ({ host }) => host,
	'@scheme': ({ protocol }) => protocol.slice(0, -1),
	'@path': ({ pathname }) => pathname,
	'@query': ({ search }) => search || '?',
	'@request-target': ({ pathname, search }) => `${pathname}${search}`,
	'@target-uri': ({ protocol, host, pathname, search }) =>
		`${protocol}//${host}${pathname}${search}`,
	// Proxies replace this header by the name that they call the server by.
	host: ({ host }) => host,
};

/** RFC 9421, 2.5: a signature base consists of ASCII characters, and a value of one line. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;

/** Undefined if the list covers something that the request lacks or that is not supported. */
export function signatureBase(
	covered: InnerList,
	request: SignedRequest,
): SignatureBase | undefined {
	const lines = new Map<string, string | ((target: URL) => string)>();
	for (const item of covered.items) {
		const name = itemText(item);
		const value = componentValue(item, request);
		if (value === undefined || lines.has(name)) return undefined;
		lines.set(name, value);
	}
	const last = `"@signature-params": ${innerListText(covered)}`;
	return (target) =>
		[...lines]
			.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value(target)}`)
			.concat(last)
			.join('\n');
}

function componentValue({ bare, parameters }: Item, request: SignedRequest) {
	if (bare.type !== 'string' || parameters.size > 0) return undefined;
	const name = bare.value;
	if (name === '@method') return request.method;
	if (Object.hasOwn(FROM_TARGET, name)) return FROM_TARGET[name];
	if (name.startsWith('@') || name !== name.toLowerCase()) return undefined;
	const value = headerOf(request, name);
	return value !== undefined && PRINTABLE.test(value) ? value : undefined;
}
