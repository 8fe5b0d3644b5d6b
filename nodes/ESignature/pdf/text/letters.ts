import type { Glyphs, GlyphStyle, Point } from '../page/glyphs';

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

/** What is typed among Chinese or Japanese letters is as wide as they are. */
export const plainSigns = (text: string): string =>
	text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

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

/** Of lines to write on: `____`, `....` and `. . . .`. However much of one is asked for, all of it is the place. */
const SIGN = /^[^\p{L}\p{N}\p{M}\p{C}\s]$/u;

interface Runs {
	/** What the text begins and ends with again and again; undefined for letters, and for what is there once. */
	first: string | undefined;
	last: string | undefined;
}

const knownRuns = new Map<string, Runs>();

function runsIn(query: string): Runs {
	const found = knownRuns.get(query);
	if (found) return found;
	const runs = readRuns(query);
	// One text is looked for on many pages, one after the other.
	knownRuns.clear();
	knownRuns.set(query, runs);
	return runs;
}

function readRuns(query: string): Runs {
	const [sign = ''] = query;
	const isUnit = (unit: string): boolean => SIGN.test(unit.trim());
	const spaced = query.split(' ');
	if (spaced.length > 1 && isUnit(sign) && spaced.every((part) => part === sign)) {
		return { first: `${sign} `, last: ` ${sign}` };
	}
	const only = isUnit(sign) && query === sign.repeat(query.length);
	const end = query.at(-1) ?? '';
	return {
		first: isUnit(sign) && (only || query[1] === sign) ? sign : undefined,
		last: isUnit(end) && (only || query.at(-2) === end) ? end : undefined,
	};
}

/** Places of such a text may be longer than it is. */
export function touchesRun(query: string): boolean {
	const { first, last } = runsIn(query);
	return first !== undefined || last !== undefined;
}

/** From and to of an occurrence, with the rest of a run that it begins or ends in. */
export function withWholeRuns(text: string, query: string, at: number): [number, number] {
	const { first, last } = runsIn(query);
	let [start, end] = [at, at + query.length];
	if (first !== undefined) while (text.endsWith(first, start) && start > 0) start -= first.length;
	if (last !== undefined) while (text.startsWith(last, end)) end += last.length;
	return [start, end];
}

/** Stands for a place where text does not go on: nobody types it. */
export const NOTHING_LIKE_IT = '\uffff';

/** Stands for a glyph whose letters are not known: nobody types it, either. */
export const UNREAD = '\ufffe';

/** The glyphs of a page, by their numbers, with their texts as they are compared. */
export class Letters {
	/** UNREAD for a glyph that cannot be read. */
	readonly texts: string[] = [];

	/** Whether some of them are read from right to left. */
	readonly turned: boolean;

	constructor(readonly glyphs: Glyphs) {
		const known = new Map<string, string>();
		for (const text of glyphs.texts) {
			const given = text ?? UNREAD;
			// Most letters are plain, and need not be looked up.
			this.texts.push(isPlainLetter(given) ? given : foldedOnce(given, known));
		}
		this.turned = [...known.values()].some(isRightToLeft);
	}

	get count(): number {
		return this.texts.length;
	}

	text(at: number): string {
		return this.texts[at] as string;
	}

	style(at: number): GlyphStyle {
		return this.glyphs.styles[at] as GlyphStyle;
	}

	/** Its distance from the top and from the left, as its run goes. */
	down(at: number): number {
		const { up } = this.style(at);
		return -(this.glyphs.x(at) * up.x + this.glyphs.y(at) * up.y);
	}

	start(at: number): number {
		const { along: to } = this.style(at);
		return this.glyphs.x(at) * to.x + this.glyphs.y(at) * to.y;
	}
}

function isPlainLetter(text: string): boolean {
	const code = text.charCodeAt(0);
	return text.length === 1 && code >= 0x20 && code < 0x7f;
}

function foldedOnce(text: string, known: Map<string, string>): string {
	const found = known.get(text) ?? folded(text);
	known.set(text, found);
	return found;
}

/** The only one in text that is compared. */
export const BLANK = ' ';

export const isBlankText = (text: string): boolean => text === BLANK || text.trim() === '';

export const along = ({ x, y }: Point, direction: Point): number =>
	x * direction.x + y * direction.y;
