/** Structured field values (RFC 9651), as far as signatures and digests use them. */

export type BareItem =
	| { type: 'string' | 'token' | 'display'; value: string }
	| { type: 'integer' | 'decimal' | 'date'; value: number }
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

const code = (character: string): number => character.charCodeAt(0);
const isOneOf = (characters: string) => {
	const codes = new Set([...characters].map(code));
	return (value: number) => codes.has(value);
};

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const ALPHA = `${LOWER}${LOWER.toUpperCase()}`;
const isDigit = isOneOf(DIGITS);
const isLower = isOneOf(LOWER);
const isAlpha = isOneOf(ALPHA);
const isBase64 = isOneOf(`${ALPHA}${DIGITS}+/=`);
const isTokenPart = isOneOf(`${ALPHA}${DIGITS}!#$%&'*+-.^_\`|~:/`);
const isKeyPart = isOneOf(`${LOWER}${DIGITS}_-.*`);
const isPrintable = (value: number) => value >= SPACE && value <= code('~');

const MOST_DIGITS = { integer: 15, whole: 12, fraction: 3 };

/** RFC 9651, 4.2.3.3 */
function readKey(cursor: Cursor): string {
	if (!isLower(cursor.next) && cursor.next !== code('*')) throw MALFORMED;
	return cursor.takeWhile(isKeyPart);
}

/** RFC 9651, 4.2.3.1: the first character decides. */
function readBareItem(cursor: Cursor): BareItem {
	const { next } = cursor;
	if (next === code('"')) return { type: 'string', value: readString(cursor) };
	if (next === code(':')) return { type: 'bytes', value: readBytes(cursor) };
	if (next === code('?')) return { type: 'boolean', value: readBoolean(cursor) };
	if (next === code('@')) return readDate(cursor);
	if (next === code('%')) return { type: 'display', value: readDisplay(cursor) };
	if (next === code('-') || isDigit(next)) return readNumeric(cursor);
	if (next === code('*') || isAlpha(next)) {
		return { type: 'token', value: cursor.takeWhile(isTokenPart) };
	}
	throw MALFORMED;
}

function readString(cursor: Cursor): string {
	cursor.expect('"');
	let value = '';
	for (;;) {
		if (!isPrintable(cursor.next)) throw MALFORMED;
		const character = cursor.take();
		if (character === '"') return value;
		if (character === '\\') {
			if (cursor.next !== code('"') && cursor.next !== code('\\')) throw MALFORMED;
			value += cursor.take();
		} else value += character;
	}
}

/** Padding may be left out (RFC 9651, 4.2.7), but a changed bit in it must not go unnoticed. */
function readBytes(cursor: Cursor): Buffer {
	cursor.expect(':');
	const text = cursor.takeWhile(isBase64);
	cursor.expect(':');
	const value = Buffer.from(text, 'base64');
	const spellings = [value.toString('base64'), value.toString('base64').replaceAll('=', '')];
	if (!spellings.includes(text)) throw MALFORMED;
	return value;
}

function readBoolean(cursor: Cursor): boolean {
	cursor.expect('?');
	if (cursor.skip('1')) return true;
	cursor.expect('0');
	return false;
}

function readNumeric(cursor: Cursor): BareItem {
	const sign = cursor.skip('-') ? '-' : '';
	const whole = cursor.takeWhile(isDigit);
	if (whole === '') throw MALFORMED;
	if (!cursor.skip('.')) {
		if (whole.length > MOST_DIGITS.integer) throw MALFORMED;
		return { type: 'integer', value: Number(`${sign}${whole}`) };
	}
	const fraction = cursor.takeWhile(isDigit);
	const fits = whole.length <= MOST_DIGITS.whole && fraction.length <= MOST_DIGITS.fraction;
	if (!fits || fraction === '') throw MALFORMED;
	return { type: 'decimal', value: Number(`${sign}${whole}.${fraction}`) };
}

function readDate(cursor: Cursor): BareItem {
	cursor.expect('@');
	const { type, value } = readNumeric(cursor);
	if (type !== 'integer') throw MALFORMED;
	return { type: 'date', value: value as number };
}

/** Text in any alphabet: the bytes of its UTF-8, those that are not printable by their numbers. */
function readDisplay(cursor: Cursor): string {
	cursor.expect('%');
	cursor.expect('"');
	const bytes: number[] = [];
	for (;;) {
		if (!isPrintable(cursor.next)) throw MALFORMED;
		const character = cursor.take();
		if (character === '"') break;
		bytes.push(character === '%' ? readByte(cursor) : code(character));
	}
	return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes));
}

function readByte(cursor: Cursor): number {
	const digits = `${cursor.take()}${cursor.take()}`;
	if (!/^[0-9a-f]{2}$/.test(digits)) throw MALFORMED;
	return parseInt(digits, 16);
}

/** More than Node accepts for all headers together, unless it is told to; time grows with the length alone. */
const MOST_CHARACTERS = 64 * 1024;

/** The members of a dictionary field by their keys, or undefined if it is none (RFC 9651, 4.2.2). */
export function readDictionary(text: string): Dictionary | undefined {
	const members: Dictionary = new Map();
	return isRead(text, (cursor) => {
		const key = readKey(cursor);
		// Of a repeated key the last value counts, at the place of the first.
		members.set(key, cursor.skip('=') ? readMember(cursor) : implied(cursor));
	})
		? members
		: undefined;
}

/** More of them than any chain of proxies adds: what follows is not looked at. */
const MOST_UNREADABLE = 100;

/**
 * The members of a dictionary field that can be read, whatever stands beside them: each proxy on the way
 * may add a line of its own, and not all of them know this form.
 */
export function readableMembers(text: string): Dictionary {
	const members: Dictionary = new Map();
	if (text.length > MOST_CHARACTERS) return members;
	let from = 0;
	for (let unreadable = 0; from < text.length && unreadable <= MOST_UNREADABLE;) {
		const cursor = new Cursor(text, from);
		try {
			cursor.skipBlanks();
			const key = readKey(cursor);
			const member = cursor.skip('=') ? readMember(cursor) : implied(cursor);
			cursor.skipBlanks();
			if (!cursor.ended) cursor.expect(',');
			members.set(key, member);
			from = cursor.at;
		} catch {
			// Perhaps the next one begins behind the next comma.
			unreadable += 1;
			const comma = text.indexOf(',', from);
			from = comma < 0 ? text.length : comma + 1;
		}
	}
	return members;
}

/** The members of a list field, or undefined if it is none (RFC 9651, 4.2.1). An item is a list of one. */
export function readList(text: string): Member[] | undefined {
	const members: Member[] = [];
	return isRead(text, (cursor) => members.push(readMember(cursor))) ? members : undefined;
}

/** Whether all of a text was read, member by member. */
function isRead(text: string, readOne: (cursor: Cursor) => unknown): boolean {
	if (text.length > MOST_CHARACTERS) return false;
	try {
		readAll(new Cursor(text), readOne);
		return true;
	} catch {
		return false;
	}
}

function readAll(cursor: Cursor, readOne: (cursor: Cursor) => unknown): void {
	cursor.skipSpaces();
	while (!cursor.ended) {
		readOne(cursor);
		cursor.skipBlanks();
		if (cursor.ended) break;
		cursor.expect(',');
		cursor.skipBlanks();
		if (cursor.ended) throw MALFORMED;
	}
}

/** A key without a value says yes. */
const implied = (cursor: Cursor): Item => ({
	bare: { type: 'boolean', value: true },
	parameters: readParameters(cursor),
});

const readMember = (cursor: Cursor): Member =>
	cursor.skip('(') ? readInnerList(cursor) : readItem(cursor);

const readItem = (cursor: Cursor): Item => ({
	bare: readBareItem(cursor),
	parameters: readParameters(cursor),
});

function readInnerList(cursor: Cursor): InnerList {
	const items: Item[] = [];
	for (;;) {
		cursor.skipSpaces();
		if (cursor.skip(')')) return { items, parameters: readParameters(cursor) };
		items.push(readItem(cursor));
		if (cursor.next !== SPACE && cursor.next !== code(')')) throw MALFORMED;
	}
}

function readParameters(cursor: Cursor): Parameters {
	const parameters: Parameters = new Map();
	while (cursor.skip(';')) {
		cursor.skipSpaces();
		const key = readKey(cursor);
		parameters.set(key, cursor.skip('=') ? readBareItem(cursor) : { type: 'boolean', value: true });
	}
	return parameters;
}

/** No structured field. One for all: a stranger decides how often it is thrown, and a stack trace costs time. */
const MALFORMED = new Error('Malformed');

const [SPACE, TAB] = [0x20, 0x09];

/** Walks through a text once, from its start to its end: no pattern, so nothing to backtrack. */
class Cursor {
	constructor(
		private readonly text: string,
		public at = 0,
	) {}

	/** The code of the next character; NaN at the end, which is equal to nothing. */
	get next(): number {
		return this.text.charCodeAt(this.at);
	}

	get ended(): boolean {
		return this.at >= this.text.length;
	}

	/** Steps over the character if it is the next one. */
	skip(character: string): boolean {
		const found = this.text[this.at] === character;
		if (found) this.at++;
		return found;
	}

	expect(character: string): void {
		if (!this.skip(character)) throw MALFORMED;
	}

	skipSpaces(): void {
		while (this.next === SPACE) this.at++;
	}

	skipBlanks(): void {
		while (this.next === SPACE || this.next === TAB) this.at++;
	}

	take(): string {
		const character = this.text[this.at++];
		if (character === undefined) throw MALFORMED;
		return character;
	}

	/** The longest run of characters that fit, perhaps none. */
	takeWhile(fits: (code: number) => boolean): string {
		const start = this.at;
		while (this.at < this.text.length && fits(this.next)) this.at++;
		return this.text.slice(start, this.at);
	}
}
