const codes = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('');

/**
 * All 256 characters of the encoding, by their byte; control characters stand for bytes without one.
 * Written down because Node 20 decodes `windows-1252` as if it were Latin-1.
 */
const ALPHABET =
	codes(0, 127) +
	'\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
	'\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178' +
	codes(160, 255);

/** Whether the fonts that every reader of PDFs has can print a letter. */
export const isWestern = (letter: string): boolean =>
	/[^\p{Cc}]/u.test(letter) && ALPHABET.includes(letter);

/** Everything else becomes a question mark. */
export const printable = (text: string): string =>
	[...text].map((letter) => (isWestern(letter) ? letter : '?')).join('');

/** One character per byte, as a PDF without compression holds it. */
export const winAnsiBytes = (text: string): string =>
	[...printable(text)].map((letter) => String.fromCharCode(ALPHABET.indexOf(letter))).join('');
