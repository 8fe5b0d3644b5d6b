import { readBareItem, readKey } from './bareItem';
import { Cursor, Malformed } from './cursor';
import type { Dictionary, InnerList, Item, Member, Parameters } from './types';

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
		if (cursor.ended) throw new Malformed();
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
		if (cursor.next !== SPACE && cursor.next !== CLOSING) throw new Malformed();
	}
}

const SPACE = 0x20;
const CLOSING = 0x29;

function readParameters(cursor: Cursor): Parameters {
	const parameters: Parameters = new Map();
	while (cursor.skip(';')) {
		cursor.skipSpaces();
		const key = readKey(cursor);
		parameters.set(key, cursor.skip('=') ? readBareItem(cursor) : { type: 'boolean', value: true });
	}
	return parameters;
}
