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

/** An address that a request may have been sent to. */
export interface Address {
	scheme: string;
	/** The `Host` header. */
	host: string;
	/** Path and query, as in the request line. */
	target: string;
}

/** The text that was signed (RFC 9421, 2.5) if the request was sent to this address. */
export type SignatureBase = (address: Address) => string;

/** RFC 9421, 2.2. Proxies change the address on the way, so the caller says which ones are possible. */
const FROM_ADDRESS: Record<string, (address: Address) => string> = {
	'@authority': ({ scheme, host }) =>
		host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, ''),
	'@scheme': ({ scheme }) => scheme,
	'@path': ({ target }) => target.split('?', 1)[0] || '/',
	'@query': ({ target }) => /\?.*/.exec(target)?.[0] ?? '?',
	'@request-target': ({ target }) => target,
	'@target-uri': ({ scheme, host, target }) => `${scheme}://${host}${target}`,
	host: ({ host }) => host,
};

/** RFC 9421, 2.5: a signature base consists of ASCII characters, and a value of one line. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;

/** Undefined if the list covers something that the request lacks or that is not supported. */
export function signatureBase(
	covered: InnerList,
	request: SignedRequest,
): SignatureBase | undefined {
	const lines = new Map<string, string | SignatureBase>();
	for (const item of covered.items) {
		const name = itemText(item);
		const value = componentValue(item, request);
		if (value === undefined || lines.has(name)) return undefined;
		lines.set(name, value);
	}
	const last = `"@signature-params": ${innerListText(covered)}`;
	return (address) =>
		[...lines]
			.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : value(address)}`)
			.concat(last)
			.join('\n');
}

function componentValue({ bare, parameters }: Item, request: SignedRequest) {
	if (bare.type !== 'string' || parameters.size > 0) return undefined;
	const name = bare.value;
	if (name === '@method') return request.method;
	if (Object.hasOwn(FROM_ADDRESS, name)) return FROM_ADDRESS[name];
	if (name.startsWith('@') || name !== name.toLowerCase()) return undefined;
	const value = headerOf(request, name);
	return value !== undefined && PRINTABLE.test(value) ? value : undefined;
}
