/** The part of RFC 8941 (Structured Field Values) that signatures and digests are written in. */

export type BareItem =
	| { type: 'string' | 'token'; value: string }
	| { type: 'integer' | 'decimal'; value: number }
	| { type: 'bytes'; value: Buffer }
	| { type: 'boolean'; value: boolean };

export type Parameters = Map<string, BareItem>;

export interface Item {
	bare: BareItem;
	parameters: Parameters;
}

export interface InnerList {
	items: Item[];
	parameters: Parameters;
}

export type Member = Item | InnerList;
export type Dictionary = Map<string, Member>;

/** Node accepts 16 kB for all headers together unless configured otherwise. */
const MAX_CHARACTERS = 64 * 1024;

/** The members of a dictionary field by their keys, or undefined if the text is not one (RFC 8941, 4.2.2). */
export function readDictionary(text: string): Dictionary | undefined {
	if (text.length > MAX_CHARACTERS) return undefined;
	try {
		return new Parser(text).dictionary();
	} catch {
		return undefined;
	}
}

// Sticky patterns whose alternatives begin with different characters, so that none of them backtracks.
const SPACES = / */y;
const BLANKS = /[ \t]*/y;
const COMMA = /,/y;
const SEMICOLON = /;/y;
const EQUALS = /=/y;
const OPEN = /\(/y;
const CLOSE = /\)/y;
/** Items of an inner list are separated by spaces. */
const BEFORE_NEXT = /(?=[ )])/y;
const KEY = /[a-z*][a-z0-9_\-.*]*/y;
const STRING = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y;
const BYTES = /:([A-Za-z0-9+/=]*):/y;
const BOOLEAN = /\?([01])/y;
const DECIMAL = /-?\d{1,12}\.\d{1,3}(?![\d.])/y;
const INTEGER = /-?\d{1,15}(?![\d.])/y;
const TOKEN = /[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*/y;

/** One for all, since a stack trace for each malformed header costs time. */
const MALFORMED = new Error('Malformed');

class Parser {
	private at = 0;

	constructor(private readonly text: string) {}

	dictionary(): Dictionary {
		const members: Dictionary = new Map();
		this.take(SPACES);
		while (!this.isAtEnd) {
			const key = this.expect(KEY);
			members.set(key, this.take(EQUALS) === undefined ? this.flag() : this.member());
			this.take(BLANKS);
			if (this.isAtEnd) break;
			this.expect(COMMA);
			this.take(BLANKS);
			if (this.isAtEnd) throw MALFORMED;
		}
		return members;
	}

	/** A key without a value stands for true. */
	private flag(): Item {
		return { bare: { type: 'boolean', value: true }, parameters: this.parameters() };
	}

	private member(): Member {
		return this.take(OPEN) === undefined ? this.item() : this.innerList();
	}

	private innerList(): InnerList {
		const items: Item[] = [];
		for (;;) {
			this.take(SPACES);
			if (this.take(CLOSE) !== undefined) return { items, parameters: this.parameters() };
			items.push(this.item());
			this.expect(BEFORE_NEXT);
		}
	}

	private item(): Item {
		return { bare: this.bareItem(), parameters: this.parameters() };
	}

	private parameters(): Parameters {
		const parameters: Parameters = new Map();
		while (this.take(SEMICOLON) !== undefined) {
			this.take(SPACES);
			const key = this.expect(KEY);
			const hasValue = this.take(EQUALS) !== undefined;
			parameters.set(key, hasValue ? this.bareItem() : { type: 'boolean', value: true });
		}
		return parameters;
	}

	private bareItem(): BareItem {
		const string = this.take(STRING);
		if (string !== undefined) {
			return { type: 'string', value: string.replace(/\\(.)/g, '$1') };
		}
		const base64 = this.take(BYTES);
		if (base64 !== undefined) return { type: 'bytes', value: decoded(base64) };
		const boolean = this.take(BOOLEAN);
		if (boolean !== undefined) return { type: 'boolean', value: boolean === '1' };
		const decimal = this.take(DECIMAL);
		if (decimal !== undefined) return { type: 'decimal', value: Number(decimal) };
		const integer = this.take(INTEGER);
		if (integer !== undefined) return { type: 'integer', value: Number(integer) };
		return { type: 'token', value: this.expect(TOKEN) };
	}

	private get isAtEnd(): boolean {
		return this.at >= this.text.length;
	}

	/** The group of a pattern that matches here, or all of the match; undefined if it does not match. */
	private take(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const match = pattern.exec(this.text);
		if (!match) return undefined;
		this.at = pattern.lastIndex;
		return match[1] ?? match[0];
	}

	private expect(pattern: RegExp): string {
		const found = this.take(pattern);
		if (found === undefined) throw MALFORMED;
		return found;
	}
}

/** Padding may be left out (RFC 8941, 4.2.7), but unused bits must be zero: otherwise two texts would mean the same. */
function decoded(base64: string): Buffer {
	const bytes = Buffer.from(base64, 'base64');
	const canonical = bytes.toString('base64');
	if (base64 !== canonical && base64 !== canonical.replaceAll('=', '')) throw MALFORMED;
	return bytes;
}

/** The one spelling of an inner list (RFC 8941, 4.1.1.1). */
export const innerListText = ({ items, parameters }: InnerList): string =>
	`(${items.map(itemText).join(' ')})${parametersText(parameters)}`;

export const itemText = ({ bare, parameters }: Item): string =>
	`${bareItemText(bare)}${parametersText(parameters)}`;

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
		case 'decimal':
			return Number.isInteger(bare.value) ? `${bare.value}.0` : String(bare.value);
		default:
			return String(bare.value);
	}
}
