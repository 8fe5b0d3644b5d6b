import { keepDigits } from '../../transport/wire/digits';

/** Deeper than any event; n8n itself walks through items by recursion. */
const DEEPEST = 40;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// Brackets and braces differ in this bit alone.
const BRACE = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** The object that a body holds; undefined if it is something else, or made to do harm. */
export function readObject(content: Buffer): Record<string, unknown> | undefined {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
		if (isTooDeep(text)) return undefined;
		const value: unknown = JSON.parse(keepDigits(text));
		return isObject(value) && !(mayName(text) && hidesPrototype(value)) ? value : undefined;
	} catch {
		return undefined;
	}
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Found out before anything is built from the text. */
function isTooDeep(text: string): boolean {
	let depth = 0;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) quoted = !quoted;
		else if (quoted) at += code === BACKSLASH ? 1 : 0;
		else if ((code | BRACE) === OPENING && ++depth > DEEPEST) return true;
		else if ((code | BRACE) === CLOSING) depth--;
	}
	return false;
}

const PROTOTYPE = '__proto__';

/** In clear or in escapes; everything else need not be walked through. */
const mayName = (text: string): boolean => text.includes(PROTOTYPE) || text.includes('\\u');

/** Such a key replaces the prototype of whatever the value is merged into. */
function hidesPrototype(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return Object.hasOwn(value, PROTOTYPE) || Object.values(value).some(hidesPrototype);
}
