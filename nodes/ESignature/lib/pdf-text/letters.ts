/**
 * How texts are compared: letter by letter, with accents as letters of their own (Unicode NFD), so that it does not
 * matter how a file cuts letters into glyphs.
 */

/** Stands for a place where text does not go on: people do not type it. */
export const BREAK = '\uffff';

/** Stands for a glyph whose letters are not known. */
export const UNREAD = '\ufffe';

/** The only one in text that is compared. */
export const BLANK = ' ';

/** Forms that exist for printing only: ligatures, Arabic and Hebrew forms, CJK radicals, special blanks. */
const PRINTED = /[\u00a0\u2000-\u200a\u202f\u205f\u2e80-\u2fdf\u3000\ufb00-\ufdff\ufe70-\ufefc]/;

/** Signs without a width, and the points and lengthening strokes of Hebrew and Arabic, which people do not type. */
const SILENT =
	/(?![\t-\r\x85])\p{Cc}|[\u0640\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\u0591-\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06ed\ufe00-\ufe0f]/gu;

/** Glyph names do not tell these apart. */
const ALIKE: Record<string, string> = {
	'\u00ad': '-',
	'\u2010': '-',
	'\u2011': '-',
	'\u00b5': '\u03bc',
	'\u2206': '\u0394',
};

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * More accents and other marks on one letter than Unicode's stream-safe texts have (UAX 15, 13). It makes marks of the
 * two halfwidth signs, too.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** In a form of Unicode. Putting the marks of a letter in order takes the square of their number, so the rest is cut. */
export const normalized = (text: string, form: 'NFC' | 'NFKC'): string =>
	text.replace(TOO_MANY_MARKS, '$1').normalize(form);

/** A text as it is compared; blanks are not joined yet. */
export function folded(text: string): string {
	if (PLAIN.test(text)) return text;
	return Array.from(text, (letter) => letter.normalize(PRINTED.test(letter) ? 'NFKD' : 'NFD'))
		.join('')
		.replace(SILENT, '')
		.replace(/[\u00ad\u2010\u2011\u00b5\u2206]/g, (letter) => ALIKE[letter] ?? letter)
		.replace(/\s/g, BLANK);
}

/** With single blanks and none at the ends. */
export const foldedQuery = (text: string): string =>
	folded(text)
		.split(BLANK)
		.filter((word) => word !== '')
		.join(BLANK);

/** Without blanks, and with the letters of ligatures and other forms for printing. */
export const solid = (text: string): string => normalized(text, 'NFKC').replace(/\s+/g, '');

/** A letter that belongs to the one before it: an accent, or the rest of a Korean syllable. */
export const continuesLetter = (letter: string | undefined): boolean =>
	letter !== undefined && /^[\p{M}\u1160-\u11ff]/u.test(letter);

const IN_WORD = /^[\p{L}\p{N}\p{M}]/u;

/** Scripts that set words without blanks, so that nothing shows where one ends. */
const WITHOUT_BLANKS =
	/^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

/** Whether a place is between two letters or digits of one word. */
export function isInsideWord(text: string, at: number): boolean {
	// A letter may take two units.
	const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
	const after = text.slice(at, at + 2);
	return [before, after].every((letter) => IN_WORD.test(letter) && !WITHOUT_BLANKS.test(letter));
}

export const isRightToLeft = (text: string): boolean =>
	/[\u0590-\u05ff\u0600-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** Chinese and Japanese have no blanks, so a new line is no blank, either. */
export const isWithoutBlanks = (letter: string): boolean =>
	/^[\u3001-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u{20000}-\u{3ffff}]/u.test(
		letter,
	);

export const isBlankText = (text: string): boolean => text === BLANK || text.trim() === '';

/** Signs typed among Chinese or Japanese letters are as wide as they are. */
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

/** One letter without case, accents, blanks and typography. */
export function loose(letter: string): string {
	const plain = letter
		.replace(/[\u2012-\u2015\u2212]/g, '-')
		.replace(/[\u2018-\u201b\u2032\u0060\u00b4]/g, "'")
		.replace(/[\u201c-\u201f\u2033]/g, '"')
		.toLowerCase();
	return /^[\s\p{M}]/u.test(plain) ? '' : plain;
}

const SIGN = /^[^\p{L}\p{N}\p{M}\p{C}\s]$/u;

/**
 * A line to write on: `____`, `....` or `. . . .`. However much of one is asked for, all of it is the place. This is
 * what a text begins and ends with again and again; undefined for letters, and for what is there once.
 */
export interface Runs {
	first: string | undefined;
	last: string | undefined;
}

export function runsIn(query: string): Runs {
	const [sign = ''] = query;
	const spaced = query.split(BLANK);
	if (spaced.length > 1 && SIGN.test(sign) && spaced.every((part) => part === sign)) {
		return { first: `${sign} `, last: ` ${sign}` };
	}
	const only = query === sign.repeat(query.length);
	const end = query.at(-1) ?? '';
	return {
		first: SIGN.test(sign) && (only || query[1] === sign) ? sign : undefined,
		last: SIGN.test(end) && (only || query.at(-2) === end) ? end : undefined,
	};
}

/** From and to of an occurrence, with the rest of a run that it begins or ends in. */
export function withWholeRuns(
	text: string,
	from: number,
	to: number,
	{ first, last }: Runs,
): [number, number] {
	let [start, end] = [from, to];
	if (first !== undefined) while (text.endsWith(first, start) && start > 0) start -= first.length;
	if (last !== undefined) while (text.startsWith(last, end)) end += last.length;
	return [start, end];
}
