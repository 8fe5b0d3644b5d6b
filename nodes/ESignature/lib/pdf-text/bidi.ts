import { isRightToLeft } from './letters';

type Kind = 'right' | 'left' | 'digit' | 'separator' | 'neutral';

/**
 * Puts glyphs that are sorted from left to right into the order in which they are read: the bidirectional algorithm
 * (Unicode UAX #9) backwards. What the paragraph as a whole is written in is not known, so callers try both.
 */
export function inReadingOrder(
	line: number[],
	textOf: (glyph: number) => string,
	paragraph: 'left' | 'right',
): number[] {
	const kinds = line.map((glyph) => kindOf(textOf(glyph), paragraph));
	if (!kinds.includes('right')) return line;
	return paragraph === 'right'
		? backwards(line, kinds, 0, line.length, true)
		: partsBackwards(line, kinds);
}

/** Square brackets have no direction. Around a tag in a paragraph from right to left, they take that of the paragraph. */
function kindOf(text: string, paragraph: 'left' | 'right'): Kind {
	if (isRightToLeft(text) || (paragraph === 'right' && /^[[\]]/.test(text))) return 'right';
	if (/^[\p{Nd}]/u.test(text)) return 'digit';
	if (/^[.,:/-]$/.test(text)) return 'separator';
	return /^\p{L}/u.test(text) ? 'left' : 'neutral';
}

/** Within text from left to right: every part that begins and ends with letters from right to left is turned. */
function partsBackwards(line: number[], kinds: Kind[]): number[] {
	const result: number[] = [];
	for (let at = 0; at < line.length;) {
		const end = kinds[at] === 'right' ? endOfPart(kinds, at, 'right', 'left') : at + 1;
		result.push(...backwards(line, kinds, at, end, false));
		at = end;
	}
	return result;
}

/** Behind the last `kind` that comes before the next `other`. */
function endOfPart(kinds: Kind[], start: number, kind: Kind, other: Kind): number {
	let end = start + 1;
	for (let at = start; at < kinds.length && kinds[at] !== other; at++) {
		if (kinds[at] === kind || (kind === 'left' && kinds[at] === 'digit')) end = at + 1;
	}
	return end;
}

/** From right to left, but for numbers, and for words from left to right if there are any. */
function backwards(
	line: number[],
	kinds: Kind[],
	start: number,
	end: number,
	words: boolean,
): number[] {
	const parts: number[][] = [];
	for (let at = start; at < end;) {
		let next = at + 1;
		if (words && kinds[at] === 'left') next = endOfPart(kinds, at, 'left', 'right');
		else if (kinds[at] === 'digit') next = endOfNumber(kinds, at);
		parts.push(line.slice(at, Math.min(next, end)));
		at = next;
	}
	return parts.reverse().flat();
}

/** `12.345,67` is one number. */
function endOfNumber(kinds: Kind[], start: number): number {
	let end = start + 1;
	for (let at = end; at < kinds.length; at++) {
		if (kinds[at] === 'digit') end = at + 1;
		else if (at > end || kinds[at] !== 'separator') break;
	}
	return end;
}
