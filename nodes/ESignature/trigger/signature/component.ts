import { memberText } from '../field/serialize';
import type { BareItem, Item } from '../field/types';
import type { Target } from './addresses';
import type { Fields } from './fields';
import type { Message } from './message';

/** A value of the message, or one that depends on where the message was sent to. */
export type Value = string | ((target: Target) => string);

/** RFC 9421, 2.2. The address is ours, whatever a proxy made of it on the way. */
const DERIVED: Record<string, (message: Message) => Value> = {
	'@method': ({ method }) => method,
	'@authority': () => (target) => target.authority,
	'@scheme': () => (target) => target.scheme,
	'@path': () => (target) => target.path,
	'@query': ({ query }) => query || '?',
	'@request-target':
		({ query }) =>
		({ path }) =>
			`${path}${query}`,
	'@target-uri':
		({ query }) =>
		({ scheme, authority, path }) =>
			`${scheme}://${authority}${path}${query}`,
};

/** The value of a covered component; undefined if the message lacks it or it is not understood here. */
export function componentValue({ bare, parameters }: Item, fields: Fields): Value | undefined {
	const { message } = fields;
	if (bare.type !== 'string') return undefined;
	const name = bare.value;
	if (name === '@query-param') return queryParameter(parameters, message);
	if (Object.hasOwn(DERIVED, name)) {
		return parameters.size === 0 ? DERIVED[name]?.(message) : undefined;
	}
	if (name.startsWith('@') || name !== name.toLowerCase()) return undefined;
	if (parameters.size > 0) return transformed(name, [...parameters], fields);
	// A proxy puts its own name into this header.
	if (name === 'host') return (target) => target.authority;
	return fields.text(name);
}

/** RFC 9421, 2.1.1 to 2.1.3: a field in the one spelling of its value, one member of it, or its bytes. */
function transformed(
	name: string,
	parameters: Array<[string, BareItem]>,
	fields: Fields,
): string | undefined {
	const [first, second] = parameters;
	if (!first || second) return undefined;
	const [kind, { type, value }] = first;
	if (kind === 'key' && type === 'string') {
		const member = fields.dictionary(name)?.get(value);
		return member && memberText(member);
	}
	if (type !== 'boolean' || !value) return undefined;
	if (kind === 'sf') return fields.structured(name);
	return kind === 'bs' ? fields.bytes(name) : undefined;
}

/** RFC 9421, 2.2.8. A parameter that occurs twice cannot be covered. */
function queryParameter(parameters: Item['parameters'], { query }: Message): string | undefined {
	const name = parameters.get('name');
	if (parameters.size !== 1 || name?.type !== 'string') return undefined;
	const found = [...new URLSearchParams(query)].filter(([key]) => encoded(key) === name.value);
	return found.length === 1 ? encoded(found[0]?.[1] ?? '') : undefined;
}

/** `encodeURIComponent` leaves some characters that forms escape. */
const encoded = (text: string): string =>
	encodeURIComponent(text).replace(
		/[!'()~]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
