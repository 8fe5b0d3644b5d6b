import { readBareItem, readKey } from './bareItem';
import { Cursor, Malformed } from './cursor';
import type { Dictionary, InnerList, Item, Member, Parameters } from './types';

/** Far above what senders use, far below what would cost time. */
const MOST = { characters: 8 * 1024, members: 16, items: 64, parameters: 32 };

/** The members of a dictionary field by their keys, or undefined if it is none (RFC 8941, 4.2.2). */
export function readDictionary(text: string): Dictionary | undefined {
	if (text.length > MOST.characters) return undefined;
	try {
		return read(new Cursor(text));
	} catch {
		return undefined;
	}
}

function read(cursor: Cursor): Dictionary {
	const members: Dictionary = new Map();
	cursor.skipSpaces();
	while (!cursor.ended) {
		const key = readKey(cursor);
		// Of a repeated key the last value counts, at the place of the first.
		members.set(key, cursor.skip('=') ? readMember(cursor) : implied(cursor));
		if (members.size > MOST.members) throw new Malformed();
		cursor.skipBlanks();
		if (cursor.ended) break;
		cursor.expect(',');
		cursor.skipBlanks();
		if (cursor.ended) throw new Malformed();
	}
	return members;
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
		if (items.length > MOST.items) throw new Malformed();
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
		if (parameters.size > MOST.parameters) throw new Malformed();
	}
	return parameters;
}
