import {
	encodingNamed,
	isDict,
	Name,
	PdfStream,
	standardFontNamed,
	standardWidth,
	type Dict,
	type ObjectStore,
	type PdfObject,
} from '../pdf';
import { CMap, valueOf } from './cmap';
import { readCompactFont, readTrueType, readType1 } from './fontPrograms';
import { textOfGlyph } from './glyphNames';
import { MAX, UNITS } from './limits';

/** One character of a string, as its font reads it. Lengths are parts of the font size. */
export interface FontChar {
	width: number;
	/** Undefined where nothing in the file says which letter the glyph shows. */
	text: string | undefined;
	/** Word spacing applies to the code 32 alone, and only if it is a single byte (ISO 32000-1, 9.3.3). */
	isWordSpace: boolean;
	/** Its width is a guess, so the place of what follows is one, too. */
	isGuess?: boolean;
}

export interface Font {
	name: string;
	/** How far letters reach above and below the line. */
	ascent: number;
	descent: number;
	/** The size that the eye sees, per font size: 1 but for fonts that are programs (Type 3). */
	em: number;
	charsIn(text: string): FontChar[];
}

const ASCENT = 0.75;
const DESCENT = -0.25;

/** As part of the size. */
const UNKNOWN_WIDTH = 0.5;

const UNREAD: FontChar = {
	width: UNKNOWN_WIDTH,
	text: undefined,
	isWordSpace: false,
	isGuess: true,
};

/** For text whose font is not in the file, or whose codes need tables that are not in the file. */
export const NO_FONT: Font = {
	name: '',
	ascent: ASCENT,
	descent: DESCENT,
	em: 1,
	charsIn: (text) => Array.from(text, () => UNREAD),
};

/** All fonts of a document, each read once. */
export class FontLibrary {
	private readonly fonts = new Map<Dict, Font>();

	constructor(private readonly store: ObjectStore) {}

	/** A font that was read before. */
	known(dict: Dict): Font | undefined {
		return this.fonts.get(dict);
	}

	async read(dict: Dict): Promise<Font> {
		this.store.budget.keep(UNITS.font);
		const isComposite = this.store.name(dict.get('Subtype')) === 'Type0';
		const read = isComposite ? readCompositeFont : readSimpleFont;
		const font = await read(dict, this.store);
		this.fonts.set(dict, font);
		return font;
	}
}

type TextOf = (code: number) => string | undefined;

/** Text that is no text: writers put it where they know no better. */
const meaningful = (text: string | undefined): string | undefined =>
	text === undefined || text === '' || text === '\0' || text.includes('\ufffd') ? undefined : text;

/** Control characters but for blanks, and private use: signs that mean something to one font only. */
const OWN_SIGN = /(?![\t-\r\x85])[\p{Cc}\p{Co}]/u;

/** Fonts that have no letters, so that no text is missed in them: bullets and check boxes. */
const SIGNS = /dings|symbol/i;

/** Stands for a sign that is not known: people do not search for it. */
const SIGN = '\ufffd';

const nameIn = (font: Dict, store: ObjectStore): string =>
	store.name(font.get('BaseFont') ?? font.get('Name')) ?? '';

/** ToUnicode (9.10.3); empty for a sign of this font only, whatever else the file says. */
async function readToUnicode(font: Dict, store: ObjectStore): Promise<TextOf> {
	const given = store.resolve(font.get('ToUnicode'));
	// A name instead of a map means that codes are Unicode themselves.
	if (given instanceof Name) return (code) => (code > 0 ? String.fromCharCode(code) : undefined);
	if (!(given instanceof PdfStream)) return () => undefined;
	const map = await CMap.read((await store.unpack(given)).bytes, store.budget);
	const hasLetters = !SIGNS.test(nameIn(font, store));
	return (code) => {
		const target = map.find(code);
		const text = meaningful(typeof target === 'string' ? target : undefined);
		return hasLetters && text !== undefined && OWN_SIGN.test(text) ? '' : text;
	};
}

type FontFile = { kind: 'type1' | 'trueType' | 'compact'; stream: PdfStream };

function fontFileIn(descriptor: Dict, store: ObjectStore): FontFile | undefined {
	for (const [key, kind] of [
		['FontFile', 'type1'],
		['FontFile2', 'trueType'],
		['FontFile3', 'compact'],
	] as const) {
		const stream = store.resolve(descriptor.get(key));
		if (stream instanceof PdfStream) return { kind, stream };
	}
	return undefined;
}

/** OpenType has a table of its own for the glyphs, but names letters as TrueType does. */
const isOpenType = (bytes: Uint8Array): boolean => bytes[0] === 0x4f || bytes[0] === 0;

/** How high the letters are; many files state nonsense here, so only what can be true is taken. */
function readHeights(descriptor: Dict, store: ObjectStore): { ascent: number; descent: number } {
	const ascent = (store.number(descriptor.get('Ascent')) ?? 0) / 1_000;
	const descent = -Math.abs((store.number(descriptor.get('Descent')) ?? 0) / 1_000);
	return {
		ascent: ascent > 0.3 && ascent < 1.5 ? ascent : ASCENT,
		descent: descent < -0.05 && descent > -0.8 ? descent : DESCENT,
	};
}

/** Type1, MMType1, TrueType and Type3: one byte is one glyph (9.6). */
async function readSimpleFont(font: Dict, store: ObjectStore): Promise<Font> {
	const name = nameIn(font, store);
	const descriptor = store.dict(font.get('FontDescriptor'));
	const toUnicode = await readToUnicode(font, store);
	const file = fontFileIn(descriptor, store);
	const named = readEncoding(font, store);
	const isProgram = store.name(font.get('Subtype')) === 'Type3';
	const isSymbolic = ((store.number(descriptor.get('Flags')) ?? 0) & SYMBOLIC) !== 0;
	// The codes of a symbolic font mean something to this font only, and so do those of a font that is a program.
	const standard = isProgram || isSymbolic ? [] : (encodingNamed('StandardEncoding') ?? []);
	const builtIn = file
		? await readBuiltIn(file, standard, store)
		: inList(encodingNamed(standardFontNamed(name)) ?? standard);
	const unit = isProgram ? Math.abs(store.numbers(font.get('FontMatrix'), 6)?.[0] ?? 0.001) : 0.001;
	const widthOf = readWidths(font, descriptor, name, store);
	const unknown = SIGNS.test(name) ? SIGN : undefined;
	const chars: FontChar[] = [];
	const charAt = (code: number): FontChar => {
		store.budget.keep(UNITS.char);
		const letter = named(code) ?? builtIn(code);
		const text = toUnicode(code) ?? meaningful(letter);
		const width = widthOf(code, letter ?? '');
		return {
			width: width === undefined ? UNKNOWN_WIDTH : width * unit,
			text: text || unknown,
			isWordSpace: code === 0x20,
			isGuess: width === undefined,
		};
	};
	return {
		name,
		...(isProgram ? type3Heights(font, store) : { ...readHeights(descriptor, store), em: 1 }),
		charsIn: (text) => {
			const found: FontChar[] = [];
			for (let at = 0; at < text.length; at++) {
				const code = text.charCodeAt(at);
				found.push((chars[code] ??= charAt(code)));
			}
			return found;
		},
	};
}

/** A font that is a program has no size of its own: that of the box around its glyphs is taken. */
function type3Heights(
	font: Dict,
	store: ObjectStore,
): { ascent: number; descent: number; em: number } {
	const unit = store.numbers(font.get('FontMatrix'), 6)?.[3] ?? 0.001;
	const [, one = 0, , other = 0] = store.numbers(font.get('FontBBox'), 4) ?? [];
	// Some programs (Chromium) draw glyphs upside down, in a matrix that turns them over.
	const [bottom, top] = [Math.min(one * unit, other * unit), Math.max(one * unit, other * unit)];
	const em = top - bottom;
	if (!(em > 0) || Math.abs(Math.abs(unit) - 0.001) < 0.0001) {
		return { ascent: ASCENT, descent: DESCENT, em: 1 };
	}
	const low = bottom / em;
	return { ascent: 1 + low, descent: low, em };
}

/** Code -> text by the encoding: differences first, then its base (9.6.6); undefined for what the font has built in. */
function readEncoding(font: Dict, store: ObjectStore): TextOf {
	const given = store.resolve(font.get('Encoding'));
	const dict = isDict(given) ? given : undefined;
	const differences = new Map<number, string>();
	let next = 0;
	for (const entry of store.array(dict?.get('Differences'))) {
		const value = store.resolve(entry);
		if (typeof value === 'number') next = value;
		if (!(value instanceof Name)) continue;
		// A code is one byte, so no text can ask for more.
		if (next >= 0 && next <= 0xff) differences.set(next, value.value);
		next += 1;
	}
	store.budget.keep(differences.size * UNITS.code);
	const base = encodingNamed(store.name(dict ? dict.get('BaseEncoding') : given));
	return (code) => {
		const glyph = differences.get(code);
		store.budget.step(glyph?.length);
		// Empty where the name of the glyph means something to this font only.
		if (glyph !== undefined) return textOfGlyph(glyph) ?? '';
		return base ? (base[code] ?? '') : undefined;
	};
}

const SYMBOLIC = 4;

async function readBuiltIn(
	{ kind, stream }: FontFile,
	standard: readonly string[],
	store: ObjectStore,
): Promise<TextOf> {
	const { bytes } = await store.unpack(stream);
	if (kind === 'type1') return inList(readType1(bytes, store.budget));
	if (kind === 'compact' && !isOpenType(bytes)) {
		return inList(readCompactFont(bytes, store.budget).encoding);
	}
	const { letters, codes } = readTrueType(bytes, store.budget);
	return (code) => letters.get(codes.get(code) ?? 0) ?? (standard[code] || undefined);
}

const inList =
	(list: ReadonlyArray<string | undefined>): TextOf =>
	(code) =>
		list[code] || undefined;

type WidthOf = (code: number, letter: string) => number | undefined;

/** In thousandths (9.2.4), or in the units of a font that is a program; undefined where nothing tells. */
function readWidths(font: Dict, descriptor: Dict, name: string, store: ObjectStore): WidthOf {
	const first = store.number(font.get('FirstChar')) ?? 0;
	const widths = store.array(font.get('Widths'));
	const missing = store.number(descriptor.get('MissingWidth'));
	const standard = standardFontNamed(name);
	if (widths.length > 0) return (code) => store.number(widths[code - first]) ?? missing ?? 0;
	if (standard === undefined) return () => missing;
	return (code, letter) => standardWidth(standard, letter, code) ?? missing;
}

/** Type0 (9.7): codes of any length lead to the glyphs of another font. */
async function readCompositeFont(font: Dict, store: ObjectStore): Promise<Font> {
	const name = nameIn(font, store);
	const descendant = store.dict(store.array(font.get('DescendantFonts'))[0]);
	const descriptor = store.dict(descendant.get('FontDescriptor'));
	const map = await readMap(font.get('Encoding'), store);
	if (!map) return { ...NO_FONT, name };
	const toUnicode = await readToUnicode(font, store);
	const file = fontFileIn(descriptor, store);
	const glyphText = file ? await readGlyphText(file, descendant, store) : () => undefined;
	const widths = readGlyphWidths(descendant.get('W'), store);
	const usualWidth = store.number(descendant.get('DW')) ?? 1_000;
	const unknown = SIGNS.test(name) ? SIGN : undefined;
	const known = new Map<number, FontChar>();

	const make = (value: number, length: number): FontChar => {
		store.budget.keep(UNITS.char);
		const glyph = map.find(value);
		const cid = typeof glyph === 'number' ? glyph : undefined;
		const text = toUnicode(value) ?? (cid === undefined ? undefined : meaningful(glyphText(cid)));
		return {
			width: widths(cid ?? -1, usualWidth) / 1_000,
			text: text || unknown,
			isWordSpace: length === 1 && value === 0x20,
		};
	};
	return {
		name,
		...readHeights(descriptor, store),
		em: 1,
		charsIn: (text) => {
			const chars: FontChar[] = [];
			for (let at = 0; at < text.length;) {
				const length = Math.min(map.lengthAt(text, at), text.length - at);
				const value = valueOf(text, at, length);
				const key = value * 4 + length - 1;
				let char = known.get(key);
				if (!char) {
					char = make(value, length);
					known.set(key, char);
				}
				chars.push(char);
				at += length;
			}
			return chars;
		},
	};
}

/** Undefined for a map of table 118, which needs a table of its character collection, and for vertical writing. */
async function readMap(
	given: PdfObject | undefined,
	store: ObjectStore,
): Promise<CMap | undefined> {
	const encoding = store.resolve(given);
	if (!(encoding instanceof PdfStream)) {
		const name = encoding instanceof Name ? encoding.value : 'Identity-H';
		return name === 'Identity-H' ? CMap.identity(store.budget) : undefined;
	}
	const map = await CMap.read((await store.unpack(encoding)).bytes, store.budget);
	const base = store.name(encoding.dict.get('UseCMap')) ?? map.base ?? 'Identity-H';
	const isVertical = store.number(encoding.dict.get('WMode')) === 1;
	return base === 'Identity-H' && !isVertical ? map : undefined;
}

/** `c [w1 w2 ...]` and `first last w` (9.7.4.3). */
function readGlyphWidths(
	given: PdfObject | undefined,
	store: ObjectStore,
): (cid: number, otherwise: number) => number {
	const { budget } = store;
	const single = new Map<number, number>();
	const ranges: Array<{ low: number; high: number; width: number }> = [];
	const list = store.array(given);
	for (let at = 0; at + 1 < list.length;) {
		const low = store.number(list[at]) ?? 0;
		const second = store.resolve(list[at + 1]);
		if (Array.isArray(second)) {
			budget.keep(second.length * UNITS.width);
			for (const [index, width] of second.entries()) {
				single.set(low + index, store.number(width) ?? 0);
			}
			at += 2;
		} else {
			const width = store.number(list[at + 2]) ?? 0;
			const high = typeof second === 'number' ? second : low;
			budget.keep(UNITS.width);
			if (high === low) single.set(low, width);
			else if (ranges.length < MAX.widthRanges) ranges.push({ low, high, width });
			at += 3;
		}
	}
	return (cid, otherwise) => {
		const width = single.get(cid);
		if (width !== undefined) return width;
		budget.step(ranges.length);
		return ranges.find(({ low, high }) => cid >= low && cid <= high)?.width ?? otherwise;
	};
}

/** The embedded font's own table of glyphs, if the file has no better one. */
async function readGlyphText(
	{ kind, stream }: FontFile,
	descendant: Dict,
	store: ObjectStore,
): Promise<TextOf> {
	const { bytes } = await store.unpack(stream);
	if (kind === 'compact' && !isOpenType(bytes)) {
		return inList(readCompactFont(bytes, store.budget).texts);
	}
	const { letters } = readTrueType(bytes, store.budget);
	const given = store.resolve(descendant.get('CIDToGIDMap'));
	if (!(given instanceof PdfStream)) return (cid) => letters.get(cid);
	const { bytes: data } = await store.unpack(given);
	return (cid) => letters.get((data[cid * 2] ?? 0) * 256 + (data[cid * 2 + 1] ?? 0));
}
