import type { Budget } from './limits';

/** `String.fromCharCode` takes its codes as arguments, whose number is limited. */
const MAX_CODES_PER_CALL = 8_192;

/** One letter per byte, or per code of UTF-16. */
export function fromCodes(codes: Uint8Array | number[]): string {
	// Faster than to spread them.
	if (codes.length <= MAX_CODES_PER_CALL)
		return Reflect.apply(String.fromCharCode, undefined, codes);
	let text = '';
	for (let at = 0; at < codes.length; at += MAX_CODES_PER_CALL) {
		text += fromCodes(codes.slice(at, at + MAX_CODES_PER_CALL));
	}
	return text;
}

export function bytesOf(text: string): Uint8Array {
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
	return bytes;
}

/** Where a text of ASCII letters stands in the bytes, from `from` on; -1 for nowhere. */
export function indexOf(bytes: Uint8Array, text: string, budget: Budget, from = 0): number {
	const first = text.charCodeAt(0);
	let start = from;
	for (;;) {
		const at = bytes.indexOf(first, start);
		budget.skim((at < 0 ? bytes.length : at + 1) - start);
		if (at < 0 || startsWith(bytes, text, at)) return at;
		start = at + 1;
	}
}

const BLOCK = 65_536;

/** The same in a whole file, block by block. */
export async function findIn(
	bytes: Uint8Array,
	text: string,
	budget: Budget,
	from: number,
): Promise<number> {
	for (let start = from; start < bytes.length; start += BLOCK) {
		if (budget.isTired) await budget.rest();
		const block = bytes.subarray(start, start + BLOCK + text.length - 1);
		const at = indexOf(block, text, budget);
		if (at >= 0) return start + at;
	}
	return -1;
}

/** Where it stands last. */
export async function findLastIn(bytes: Uint8Array, text: string, budget: Budget): Promise<number> {
	for (let end = bytes.length; end > 0; end -= BLOCK) {
		if (budget.isTired) await budget.rest();
		const start = Math.max(0, end - BLOCK);
		const block = bytes.subarray(start, end + text.length - 1);
		let last = -1;
		for (let at = 0; (at = indexOf(block, text, budget, at)) >= 0; at++) last = start + at;
		if (last >= 0) return last;
	}
	return -1;
}

export function startsWith(bytes: Uint8Array, text: string, at: number): boolean {
	for (let index = 0; index < text.length; index++) {
		if (bytes[at + index] !== text.charCodeAt(index)) return false;
	}
	return true;
}

export async function joined(parts: Uint8Array[], budget: Budget): Promise<Uint8Array> {
	if (parts.length === 1) return parts[0] as Uint8Array;
	const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		await budget.rest();
		budget.skim(part.length);
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}
