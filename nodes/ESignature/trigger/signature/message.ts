import {
	readDictionary,
	readList,
	type BareItem,
	type Dictionary,
	type InnerList,
	type Item,
	type Member,
	type Parameters,
} from './structuredFields';

/** Where a request may have been sent to, in one of the spellings that a sender can have signed. */
export interface Target {
	/** Without the colon. */
	scheme: string;
	/** Host, and port if it is spelt out. */
	authority: string;
	path: string;
	/** Where it is another one than the message has. */
	query?: string;
}

/** What arrived, as far as a signature can cover it. */
export interface Message {
	method: string;
	/** From `?` on, without a fragment; empty if there is none. */
	query: string;
	/** By lower-case name. */
	headers: Record<string, string | string[] | undefined>;
	/** Names and values in turn, as they came: by name, Node drops some of the repeated ones. */
	rawHeaders?: readonly string[];
	content: Buffer;
}

/** The lines of a field in their order, each without the blanks around it (RFC 9421, 2.1). */
function linesOf({ headers, rawHeaders }: Message, name: string): string[] {
	if (rawHeaders) return linesByName(rawHeaders).get(name) ?? [];
	// Joined already: a blank at the end may stand behind the comma before an empty line.
	return Object.hasOwn(headers, name) ? [headers[name] ?? []].flat() : [];
}

/** Gone through once for each message: a stranger may send many headers, and ask for many of them. */
const indexed = new WeakMap<readonly string[], Map<string, string[]>>();

function linesByName(rawHeaders: readonly string[]): Map<string, string[]> {
	const known = indexed.get(rawHeaders);
	if (known) return known;
	const lines = new Map<string, string[]>();
	for (let at = 1; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at - 1]?.toLowerCase() ?? '';
		const line = unpadded(rawHeaders[at] ?? '');
		const others = lines.get(name);
		if (others) others.push(line);
		else lines.set(name, [line]);
	}
	indexed.set(rawHeaders, lines);
	return lines;
}

/** The value of a field. An empty line counts: its comma was signed, too. */
export function headerOf(message: Message, name: string): string | undefined {
	const lines = linesOf(message, name);
	return lines.length === 0 ? undefined : lines.join(', ');
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** By hand: the patterns for this take time that grows with the square of the blanks. */
function unpadded(line: string): string {
	let start = 0;
	let end = line.length;
	while (start < end && isBlank(line[start])) start++;
	while (end > start && isBlank(line[end - 1])) end--;
	return line.slice(start, end);
}

const asBytes = (line: string): string => `:${Buffer.from(line, 'latin1').toString('base64')}:`;

/** The fields of a message in the forms that a signature can cover, each made once. */
export class Fields {
	private readonly made = new Map<string, unknown>();

	/** How many fields were met that are one thing as a dictionary and another as a list. */
	ambiguous = 0;

	/** A text does not tell which kind of field it is, so a signature is compared with both. */
	constructor(
		readonly message: Message,
		private readonly readAs: 'dictionary' | 'list' = 'dictionary',
	) {}

	text(name: string): string | undefined {
		return this.once(`text ${name}`, () => headerOf(this.message, name));
	}

	dictionary(name: string): Dictionary | undefined {
		return this.once(`dictionary ${name}`, () => readDictionary(this.text(name) ?? ''));
	}

	/** The one spelling of a structured field, whichever kind it is of. */
	structured(name: string): string | undefined {
		return this.once(`structured ${name}`, () => {
			const text = this.text(name);
			if (text === undefined) return undefined;
			const members = this.dictionary(name);
			const list = readList(text);
			const dictionary = members && dictionaryText(members);
			const listed = list && listText(list);
			if (dictionary === undefined || listed === undefined) return dictionary ?? listed;
			if (dictionary !== listed) this.ambiguous++;
			return this.readAs === 'list' ? listed : dictionary;
		});
	}

	/** Line by line. Node hands bytes over as Latin-1. */
	bytes(name: string): string | undefined {
		return this.once(`bytes ${name}`, () => {
			const lines = linesOf(this.message, name);
			return lines.length === 0 ? undefined : lines.map(asBytes).join(', ');
		});
	}

	private once<Form>(key: string, make: () => Form): Form {
		if (!this.made.has(key)) this.made.set(key, make());
		return this.made.get(key) as Form;
	}
}

/** A value of the message, or one that depends on where the message was sent to. */
type Value = string | ((target: Target) => string);

/** RFC 9421, 2.2. The address is ours, whatever a proxy made of it on the way. */
const DERIVED: Record<string, (message: Message) => Value> = {
	'@method': ({ method }) => method,
	'@authority': () => (target) => target.authority,
	'@scheme': () => (target) => target.scheme,
	'@path': () => (target) => target.path,
	'@query': (message) => (target) => queryOf(message, target) || '?',
	'@request-target': (message) => (target) => `${target.path}${queryOf(message, target)}`,
	'@target-uri': (message) => (target) =>
		`${target.scheme}://${target.authority}${target.path}${queryOf(message, target)}`,
};

const queryOf = (message: Message, target: Target): string => target.query ?? message.query;

/** The value of a covered component; undefined if the message lacks it or it is not understood here. */
function componentValue({ bare, parameters }: Item, fields: Fields): Value | undefined {
	const { message } = fields;
	if (bare.type !== 'string') return undefined;
	const name = bare.value;
	if (name === '@query-param') return queryParameter(parameters, message);
	if (Object.hasOwn(DERIVED, name)) {
		return parameters.size === 0 ? DERIVED[name]?.(message) : undefined;
	}
	if (name.startsWith('@') || name !== name.toLowerCase()) return undefined;
	// A proxy puts its own name into this header.
	if (name === 'host' && parameters.size === 0) return (target) => target.authority;
	if (name === 'host' && isFlag(parameters, 'bs')) return (target) => asBytes(target.authority);
	return parameters.size > 0 ? transformed(name, [...parameters], fields) : fields.text(name);
}

const isFlag = (parameters: Item['parameters'], name: string): boolean =>
	parameters.size === 1 && parameters.get(name)?.value === true;

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

/** RFC 9421, 2.5: line breaks and other alphabets have no place in a signature base. */
const PRINTABLE = /^[\t\x20-\x7e]*$/;
/** Senders cover a handful of components; what is far longer is there to keep us busy. */
const MOST = { components: 100, characters: 32 * 1024 };

/** The text that was signed, for the message as it would have been sent to an address. */
export type Base = (target: Target) => string;

/** Undefined when a list covers something that the message lacks or that is not understood here. */
export function signatureBase(covered: InnerList, fields: Fields): Base | undefined {
	if (covered.items.length > MOST.components) return undefined;
	const lines = new Map<string, Value>();
	let length = 0;
	for (const item of covered.items) {
		const name = itemText(item);
		const value = componentValue(item, fields);
		if (lines.has(name) || value === undefined) return undefined;
		if (typeof value === 'string' && !PRINTABLE.test(value)) return undefined;
		length += name.length + value.length;
		if (length > MOST.characters) return undefined;
		lines.set(name, value);
	}
	const parameters = `"@signature-params": ${innerListText(covered)}`;
	return (target) =>
		[...[...lines].map(([name, value]) => line(name, value, target)), parameters].join('\n');
}

const line = (name: string, value: Value, target: Target): string =>
	`${name}: ${typeof value === 'string' ? value : value(target)}`;

/** The one spelling that the standard gives to a value (RFC 9651, 4.1): what is signed. */
export const innerListText = ({ items, parameters }: InnerList): string =>
	`(${items.map(itemText).join(' ')})${parametersText(parameters)}`;

const itemText = ({ bare, parameters }: Item): string =>
	`${bareItemText(bare)}${parametersText(parameters)}`;

export const memberText = (member: Member): string =>
	'items' in member ? innerListText(member) : itemText(member);

export const listText = (members: readonly Member[]): string => members.map(memberText).join(', ');

export const dictionaryText = (members: Dictionary): string =>
	[...members]
		.map(([key, member]) =>
			'bare' in member && member.bare.type === 'boolean' && member.bare.value
				? `${key}${parametersText(member.parameters)}`
				: `${key}=${memberText(member)}`,
		)
		.join(', ');

const parametersText = (parameters: Parameters): string =>
	[...parameters]
		.map(([key, bare]) =>
			bare.type === 'boolean' && bare.value ? `;${key}` : `;${key}=${bareItemText(bare)}`,
		)
		.join('');

function bareItemText(bare: BareItem): string {
	switch (bare.type) {
		case 'string':
			return `"${bare.value.replace(/["\\]/g, '\\$&')}"`;
		case 'bytes':
			return `:${bare.value.toString('base64')}:`;
		case 'boolean':
			return bare.value ? '?1' : '?0';
		case 'date':
			return `@${bare.value}`;
		case 'display':
			return `%"${[...Buffer.from(bare.value)].map(displayByte).join('')}"`;
		case 'decimal':
			return Number.isInteger(bare.value) ? `${bare.value}.0` : String(bare.value);
		default:
			return String(bare.value);
	}
}

const QUOTE = 0x22;
const PERCENT = 0x25;

const displayByte = (byte: number): string =>
	byte < 0x20 || byte > 0x7e || byte === QUOTE || byte === PERCENT
		? `%${byte.toString(16).padStart(2, '0')}`
		: String.fromCharCode(byte);
