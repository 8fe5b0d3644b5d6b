import type { Glyph, GlyphRun, Point } from '../page/textState';

/**
 * Texts are compared letter by letter, with accents as letters of their own (Unicode NFD), so that it does not
 * matter how a file cuts letters into glyphs.
 */

/** Forms that exist for printing only: ligatures, Arabic and Hebrew forms, CJK radicals, special blanks. */
const PRINTED = /[\u00a0\u2000-\u200a\u202f\u205f\u2e80-\u2fdf\u3000\ufb00-\ufdff\ufe70-\ufefc]/;

/** Signs without a width, and the points and lengthening strokes of Hebrew and Arabic, which people do not type. */
const SILENT = [
	...[
		[0x00, 0x08],
		[0x0e, 0x1f],
		[0x0591, 0x05c7],
		[0x0610, 0x061a],
		[0x0640, 0x0640],
	],
	...[
		[0x064b, 0x0652],
		[0x0656, 0x065f],
		[0x0670, 0x0670],
		[0x06d6, 0x06ed],
		[0x200b, 0x200f],
		[0x202a, 0x202e],
	],
	...[
		[0x2060, 0x2060],
		[0x2066, 0x2069],
		[0xfe00, 0xfe0f],
		[0xfeff, 0xfeff],
	],
] as Array<[number, number]>;

function isSilent(letter: string): boolean {
	const code = letter.charCodeAt(0);
	return SILENT.some(([first, last]) => code >= first && code <= last);
}

/** Glyph names do not tell these apart. */
const ALIKE: Record<string, string> = {
	'\u00ad': '-',
	'\u2010': '-',
	'\u2011': '-',
	'\u00b5': '\u03bc',
	'\u2206': '\u0394',
};
const ALIKES = /[\u00ad\u2010\u2011\u00b5\u2206]/g;

const PLAIN = /^[\x20-\x7e]*$/;

/** A text as it is compared; blanks are not joined yet. */
function folded(text: string): string {
	if (PLAIN.test(text)) return text;
	const decomposed = Array.from(text, (letter) =>
		letter.normalize(PRINTED.test(letter) ? 'NFKD' : 'NFD'),
	).join('');
	return Array.from(decomposed)
		.filter((letter) => !isSilent(letter))
		.join('')
		.replace(ALIKES, (letter) => ALIKE[letter] ?? letter)
		.replace(/\s/g, ' ');
}

/** With single blanks and none at the ends. */
export const foldedQuery = (text: string): string =>
	folded(text)
		.split(' ')
		.filter((word) => word !== '')
		.join(' ');

/** A letter that belongs to the one before it: an accent, or the rest of a Korean syllable. */
export const continuesLetter = (letter: string | undefined): boolean =>
	letter !== undefined && /^[\p{M}\u1160-\u11ff]/u.test(letter);

export const isRightToLeft = (text: string): boolean =>
	/[\u0590-\u05ff\u0600-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** Chinese and Japanese have no blanks, so a new line is none, either. */
export const isWithoutBlanks = (letter: string | undefined): boolean =>
	letter !== undefined &&
	/^[\u3001-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u{20000}-\u{3ffff}]/u.test(
		letter,
	);

const OPENING: Record<string, string> = {
	')': '(',
	']': '[',
	'}': '{',
	'>': '<',
	'\u00bb': '\u00ab',
};

/** In text from right to left some files name a bracket by its look and others by its meaning. */
export const withoutSides = (text: string): string =>
	text.replace(/[)\]}>\u00bb]/g, (sign) => OPENING[sign] ?? sign);

const DASHES = /[\u2012-\u2015\u2212]/g;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u0060\u00b4]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033]/g;

/** One letter as a reader in a hurry sees it: without case, accents, blanks and typography. */
export function loose(letter: string): string {
	const plain = letter
		.replace(DASHES, '-')
		.replace(SINGLE_QUOTES, "'")
		.replace(DOUBLE_QUOTES, '"')
		.toLowerCase();
	return /^[\s\p{M}]/u.test(plain) ? '' : plain;
}

/** A glyph on its page, with its text as it is compared. */
export interface Placed {
	run: GlyphRun;
	glyph: Glyph;
	/** NOTHING_LIKE_IT for a glyph that cannot be read. */
	text: string;
	/** Its distance from the top and from the left, as its run goes. */
	down: number;
	start: number;
}

/** Stands for a glyph whose letter is not known, and for a place where text does not go on: nobody types it. */
export const NOTHING_LIKE_IT = '\uffff';

export function placedGlyphs(runs: GlyphRun[]): Placed[] {
	const placed: Placed[] = [];
	const known = new Map<string, string>();
	for (const run of runs) {
		for (const glyph of run.glyphs) {
			const given = glyph.text ?? NOTHING_LIKE_IT;
			const text = known.get(given) ?? folded(given);
			known.set(given, text);
			const down = -along(glyph, run.up);
			placed.push({ run, glyph, text, down, start: along(glyph, run.along) });
		}
	}
	return placed;
}

/** The only one in text that is compared. */
export const BLANK = ' ';

export const isBlankText = (text: string): boolean => text === BLANK || text.trim() === '';

export const along = ({ x, y }: Point, direction: Point): number =>
	x * direction.x + y * direction.y;

/** How the text goes on from one glyph to the next. */
export type Joint = 'together' | 'blank' | 'newLine' | 'apart';

/** In parts of the font size. Kerning stays below the first; justified text does not get close to the last. */
const WORD_GAP = 0.14;
const WORD_GAP_WITHOUT_BLANKS = 0.6;
const COLUMN_GAP = 2;
/** How far glyphs may overlap, and how far a raised letter may stand off its line. */
const OVERLAP = 0.6;
const RAISED = 0.5;
/** The distance of two lines of one text. */
const LINE_GAP = 2.6;

/** Decides from the places of two glyphs, the second of which comes after the first. `tracking` is what each gap has. */
export function jointOf(first: Placed, second: Placed, tracking = 0): Joint {
	const { run, glyph } = first;
	if (run !== second.run && along(run.along, second.run.along) < 0.99) return 'apart';
	const size = Math.max(run.size, second.run.size);
	const [right, down] = [second.glyph.x - glyph.x, second.glyph.y - glyph.y];
	const risen = right * run.up.x + down * run.up.y;
	const forward = right * run.along.x + down * run.along.y;
	if (Math.abs(risen) > RAISED * size) {
		const isBelow = risen < 0 && -risen < LINE_GAP * size;
		return isBelow && forward < glyph.length ? 'newLine' : 'apart';
	}
	const gap = forward - glyph.advance;
	if (gap < -OVERLAP * size || gap > COLUMN_GAP * size) return 'apart';
	const least = Math.min(run.size, second.run.size);
	if (gap <= WORD_GAP * least + tracking) return 'together';
	const dense = isWithoutBlanks(first.text) && isWithoutBlanks(second.text);
	return dense && gap <= WORD_GAP_WITHOUT_BLANKS * least ? 'together' : 'blank';
}

/** More than this is no spacing between letters. */
const MOST_TRACKING = 0.5;

/**
 * Wide-set text: for each glyph of a line, how much of the gap before it is there between all letters around. Where a
 * line has blanks of its own, a gap that is as wide as the gaps beside it is no blank.
 */
export function trackingOf(line: Placed[]): (index: number) => number {
	if (!line.some(({ text }) => text !== '' && isBlankText(text))) return () => 0;
	const gaps = line.map((second, index) => {
		const first = line[index - 1];
		if (!first) return 0;
		const step = { x: second.glyph.x - first.glyph.x, y: second.glyph.y - first.glyph.y };
		return Math.max(0, along(step, first.run.along) - first.glyph.advance);
	});
	const gap = (index: number): number => gaps[index] ?? 0;
	return (index) => {
		// Two beside it, on one side at the ends of the wide-set part.
		const [left, right] = [gap(index - 1), gap(index + 1)];
		const common = Math.max(
			Math.min(left, right),
			Math.min(left, gap(index - 2)),
			Math.min(right, gap(index + 2)),
		);
		return Math.min(common, (line[index]?.run.size ?? 0) * MOST_TRACKING);
	};
}

type Kind = 'right' | 'left' | 'digit' | 'neutral';

function kindOf({ text }: Placed): Kind {
	if (isRightToLeft(text)) return 'right';
	if (/^[\p{Nd}]/u.test(text)) return 'digit';
	return /^\p{L}/u.test(text) ? 'left' : 'neutral';
}

/**
 * Puts glyphs that are sorted from left to right into the order in which they are read: the bidirectional algorithm
 * (Unicode UAX #9) backwards. What the paragraph as a whole is written in is not known, so callers try both.
 */
export function inReadingOrder(line: Placed[], paragraph: 'left' | 'right'): Placed[] {
	if (!line.some(({ text }) => isRightToLeft(text))) return line;
	const kinds = line.map(kindOf);
	return paragraph === 'right'
		? backwards(line, kinds, 0, line.length, true)
		: partsBackwards(line, kinds);
}

/** Within text from left to right: every part that begins and ends with letters from right to left is turned. */
function partsBackwards(line: Placed[], kinds: Kind[]): Placed[] {
	const result: Placed[] = [];
	for (let at = 0; at < line.length; ) {
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
	line: Placed[],
	kinds: Kind[],
	start: number,
	end: number,
	words: boolean,
): Placed[] {
	const parts: Placed[][] = [];
	for (let at = start; at < end; ) {
		let next = at + 1;
		if (words && kinds[at] === 'left') next = endOfPart(kinds, at, 'left', 'right');
		else if (kinds[at] === 'digit') next = endOfNumber(line, kinds, at);
		parts.push(line.slice(at, Math.min(next, end)));
		at = next;
	}
	return parts.reverse().flat();
}

/** `12.345,67` is one number. */
function endOfNumber(line: Placed[], kinds: Kind[], start: number): number {
	let end = start + 1;
	for (let at = end; at < kinds.length; at++) {
		if (kinds[at] === 'digit') end = at + 1;
		else if (at > end || !/^[.,:/-]$/.test(line[at]?.text ?? '')) break;
	}
	return end;
}
