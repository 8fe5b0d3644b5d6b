/** No genuine page or font needs more; the limits of files are in `../pdf/limits.ts`. */
export const MAX = {
	/** Of a command: none takes more than 33 (table 60: `scn`); text is in strings and arrays. */
	operands: 64,
	savedStates: 4_096,
	/** Texts of a page whose place is not known. */
	unplacedTexts: 1_000,
	/** How far up a field of a form takes its value from (12.7.3.1). */
	fieldParents: 16,
	/** Of an operator of a CMap: three for each of the codes of two bytes. */
	mapOperands: 3 * 65_536,
	/** Of codes, in a CMap. Up to this length they are written out, since there are many of them and looking up must be fast. */
	rangesOfMap: 256,
	/** Of the text that one code stands for (9.10.3). */
	bytesPerCode: 512,
	/** Each new glyph is looked for in all of them. */
	widthRanges: 4_096,
	fontTables: 64,
	fontGlyphs: 65_536,
	/** Letters of the name of a glyph (annex C). */
	glyphName: 127,
	/** Of the encoding of a Type 1 font, for its 256 codes. */
	encodingWords: 4_096,
	/** Of one tag. */
	readings: 8,
} as const;

/** Work that takes longer than reading a word, and how much longer. */
export const STEPS = {
	/** Judging whether an image ends here. */
	imageEnd: 8,
	command: 8,
	form: 32,
	/** Drawing a glyph. */
	glyph: 2,
	/** Putting a letter in order. */
	letter: 2,
	/** Folding a letter that is not plain, once for each text of a glyph. */
	foldedLetter: 8,
	/** Measuring where a letter is. */
	measuredLetter: 16,
	/** Comparing two tags. */
	comparedTag: 4,
} as const;

/** Memory in units of some 24 bytes. */
export const UNITS = {
	glyph: 4,
	/** A font without its tables. */
	font: 64,
	char: 4,
	code: 2,
	width: 4,
	/** A glyph in a table of a font. */
	fontGlyph: 2,
} as const;
