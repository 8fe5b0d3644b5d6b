/** Deeper than any event; n8n itself walks through items by recursion. */
const DEEPEST = 40;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** The object that a body holds; undefined if it is something else, or made to do harm. */
export function readObject(content: Buffer): Record<string, unknown> | undefined {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
		if (depthOf(text) > DEEPEST) return undefined;
		const value: unknown = JSON.parse(text);
		return isObject(value) && !hidesPrototype(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Before anything is built from the text. */
function depthOf(text: string): number {
	let depth = 0;
	let deepest = 0;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) quoted = !quoted;
		else if (quoted && code === BACKSLASH) at++;
		else if (!quoted && OPENING.has(code)) deepest = Math.max(deepest, ++depth);
		else if (!quoted && CLOSING.has(code)) depth--;
	}
	return deepest;
}

/** Such a key replaces the prototype of whatever the value is merged into. */
function hidesPrototype(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return Object.hasOwn(value, '__proto__') || Object.values(value).some(hidesPrototype);
}
