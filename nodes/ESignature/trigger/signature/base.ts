import { innerListText, itemText } from '../field/serialize';
import type { InnerList, Item } from '../field/types';
import { headerOf, type Message } from './message';

type Derive = (target: URL, message: Message) => string;

/** RFC 9421, 2.2. The address is ours, whatever a proxy made of it on the way. */
const DERIVED: Record<string, Derive> = {
	'@method': (_, { method }) => method,
	'@authority': ({ host }) => host,
	'@scheme': ({ protocol }) => protocol.slice(0, -1),
	'@path': ({ pathname }) => pathname,
	'@query': (_, { query }) => query || '?',
	'@request-target': ({ pathname }, { query }) => `${pathname}${query}`,
	'@target-uri': ({ origin, pathname }, { query }) => `${origin}${pathname}${query}`,
};

/** RFC 9421, 2.5: line breaks and other alphabets have no place in a signature base. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;

/**
 * The text that was signed, for the message as it would have been sent to this address; undefined when
 * it covers something that the message lacks or that is not understood here.
 */
export function signatureBase(
	covered: InnerList,
	message: Message,
	target: URL,
): string | undefined {
	const seen = new Set<string>();
	const lines: string[] = [];
	for (const item of covered.items) {
		const name = itemText(item);
		const value = componentValue(item, message, target);
		if (seen.has(name) || value === undefined || !PRINTABLE.test(value)) return undefined;
		seen.add(name);
		lines.push(`${name}: ${value}`);
	}
	return [...lines, `"@signature-params": ${innerListText(covered)}`].join('\n');
}

/** Components with parameters are transformations (RFC 9421, 2.1); no known sender uses them. */
function componentValue(
	{ bare, parameters }: Item,
	message: Message,
	target: URL,
): string | undefined {
	if (bare.type !== 'string' || parameters.size > 0) return undefined;
	const name = bare.value;
	if (Object.hasOwn(DERIVED, name)) return DERIVED[name]?.(target, message);
	if (name.startsWith('@') || name !== name.toLowerCase()) return undefined;
	// A proxy puts its own name into this header.
	if (name === 'host') return target.host;
	return headerOf(message, name)?.trim();
}
