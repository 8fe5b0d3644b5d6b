import { isDict, Name, nameOf, PdfStream, type Dict, type PdfObject } from '../file/objects';
import type { ObjectStore } from '../file/store';
import { CMap, valueOf, type Code, type CodeMap } from './cmap';
import { encodingNamed, textOfGlyph } from './encodings';
import {
	embeddedFile,
	meaningful,
	nameIn,
	readGlyphWidths,
	readHeights,
	readToUnicode,
	statesOthers,
	valuesFor,
	type Font,
	type FontChar,
	type WidthTable,
} from './font';
import { readCompactFont, readTrueType, readType1 } from './fontFiles';
import { identity, NO_GLYPHS, predefinedCMap, unknownMap } from './predefinedMaps';
import { standardFontNamed, standardWidth } from './standardFonts';

export { NO_FONT } from './font';
export type { Font, FontChar } from './font';

/** All fonts of a document, each read once. */
export class FontLibrary {
	private readonly known = new WeakMap<Dict, Font>();

	constructor(private readonly store: ObjectStore) {}

	read(dict: Dict): Font {
		const found = this.known.get(dict);
		if (found) return found;
		this.store.budget.keep(UNITS_PER_FONT);
		const composite = nameOf(this.store.resolve(dict.get('Subtype'))) === 'Type0';
		const font = composite ? readCompositeFont(dict, this.store) : readSimpleFont(dict, this.store);
		this.known.set(dict, font);
		return font;
	}
}

/** What a font takes without its tables, and a letter of it, in the units of the budget. */
const UNITS_PER_FONT = 64;
const UNITS_PER_CHAR = 4;

type TextOf = (code: number) => string | undefined;

/** Type1, MMType1, TrueType and Type3: one byte is one glyph (ISO 32000-1, 9.6). */
export function readSimpleFont(font: Dict, store: ObjectStore): Font {
	const name = nameIn(font, store);
	const descriptor = store.dict(font.get('FontDescriptor'));
	const toUnicode = readToUnicode(font, store);
	const encoded = readEncoding(font, descriptor, name, store);
	const type3 = nameOf(store.resolve(font.get('Subtype'))) === 'Type3';
	const unit = type3 ? Math.abs(store.numbers(font.get('FontMatrix'), 6)?.[0] ?? 0.001) : 0.001;
	const widthOf = readWidths(font, descriptor, name, store);
	const chars: FontChar[] = [];
	const charAt = (code: number): FontChar => {
		store.budget.keep(UNITS_PER_CHAR);
		const letter = encoded(code);
		const text = (toUnicode(code) ?? meaningful(letter)) || undefined;
		const width = widthOf(code, letter ?? '');
		const found = { text, isWordSpace: code === 0x20 };
		if (width === undefined) return { width: UNKNOWN_WIDTH, ...found, isGuess: true };
		return { width: width * unit, ...found };
	};
	return {
		name,
		vertical: false,
		...(type3 ? type3Heights(font, store) : { ...readHeights(descriptor, store), em: 1 }),
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
	const usual = { ascent: 0.75, descent: -0.25, em: 1 };
	const unit = store.numbers(font.get('FontMatrix'), 6)?.[3] ?? 0.001;
	const [, one = 0, , other = 0] = store.numbers(font.get('FontBBox'), 4) ?? [];
	// Some programs (Chromium) draw glyphs upside down, in a matrix that turns them over.
	const [bottom, top] = [Math.min(one * unit, other * unit), Math.max(one * unit, other * unit)];
	const em = top - bottom;
	if (!(em > 0) || Math.abs(Math.abs(unit) - 0.001) < 0.0001) return usual;
	const low = bottom / em;
	return { ascent: 1 + low, descent: low, em };
}

/** Code -> text by the encoding: differences first, then its base, then what the font has built in (9.6.6). */
function readEncoding(font: Dict, descriptor: Dict, name: string, store: ObjectStore): TextOf {
	const given = store.resolve(font.get('Encoding'));
	const dict = isDict(given) ? given : undefined;
	const differences = readDifferences(dict, store);
	const base = encodingNamed(nameOf(dict ? store.resolve(dict.get('BaseEncoding')) : given));
	let builtIn: TextOf | undefined;
	return (code) => {
		const glyph = differences.get(code);
		if (glyph !== undefined) return textOfGlyph(glyph);
		if (base) return base[code] || undefined;
		builtIn ??= readBuiltIn(font, descriptor, name, store);
		return builtIn(code);
	};
}

const LAST_CODE = 0xff;
const UNITS_PER_DIFFERENCE = 2;

function readDifferences(encoding: Dict | undefined, store: ObjectStore): Map<number, string> {
	const found = new Map<number, string>();
	let code = 0;
	for (const entry of store.array(encoding?.get('Differences'))) {
		store.budget.step();
		const value = store.resolve(entry);
		if (typeof value === 'number') code = value;
		if (!(value instanceof Name)) continue;
		// A code is one byte: the list may go on, but no text can ask for more.
		if (code >= 0 && code <= LAST_CODE) {
			store.budget.keep(found.has(code) ? 0 : UNITS_PER_DIFFERENCE);
			found.set(code, value.value);
		}
		code += 1;
	}
	return found;
}

const SYMBOLIC = 4;

function readBuiltIn(font: Dict, descriptor: Dict, name: string, store: ObjectStore): TextOf {
	const file = embeddedFile(descriptor, store);
	if (file?.kind === 'type1') return inList(readType1(file.bytes));
	if (file?.kind === 'compact')
		return inList(readCompactFont(file.bytes, store.budget)?.encoding ?? []);
	const symbols = encodingNamed(standardFontNamed(name));
	if (!file && symbols) return inList(symbols);
	const flags = store.number(descriptor.get('Flags')) ?? 0;
	const isProgram = nameOf(store.resolve(font.get('Subtype'))) === 'Type3';
	const standard = encodingNamed('StandardEncoding') ?? [];
	// The codes of a symbolic font mean something to this font only, and those of a program to nobody.
	const unknown = isProgram || (flags & SYMBOLIC) !== 0;
	if (!file) return unknown ? () => undefined : inList(standard);
	const { letters, codes } = readTrueType(file.bytes, store.budget);
	return (code) => {
		const letter = letters.get(codes.get(code) ?? 0);
		return letter ?? (unknown ? undefined : standard[code] || undefined);
	};
}

const inList =
	(list: ReadonlyArray<string | undefined>): TextOf =>
	(code) =>
		list[code] || undefined;

type WidthOf = (code: number, letter: string) => number | undefined;

/** As part of the size. */
const UNKNOWN_WIDTH = 0.5;

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

/** Type0 (ISO 32000-1, 9.7): codes of any length lead to the glyphs of another font. */
export function readCompositeFont(font: Dict, store: ObjectStore): Font {
	const descendant = store.dict(store.array(font.get('DescendantFonts'))[0]);
	const descriptor = store.dict(descendant.get('FontDescriptor'));
	const map = readMap(font.get('Encoding'), store);
	const toUnicode = readToUnicode(font, store);
	const ordinaryWidth = store.number(descendant.get('DW')) ?? 1_000;
	const widths = readGlyphWidths(store.array(descendant.get('W')), 1, store);
	const verticals = map.vertical ? readVerticals(descendant, store) : undefined;
	// The letter may be any of those that are not as wide as the others.
	const isUnsure =
		!map.vertical && map.known !== undefined && statesOthers(widths, map.known, ordinaryWidth);
	let glyphText: GlyphText | undefined;
	const known = new Map<number, FontChar>();

	const make = (code: Code): FontChar => {
		store.budget.keep(UNITS_PER_CHAR);
		store.budget.step(Math.ceil(widths.ranges.length / RANGES_PER_STEP));
		const cid = map.cidOf(code);
		const width = widthOf(cid, code, widths, ordinaryWidth) / 1_000;
		const fallback = (): string | undefined => {
			glyphText ??= readGlyphText(descendant, descriptor, store);
			return cid === undefined ? undefined : glyphText(cid);
		};
		const text = toUnicode(code.value) ?? meaningful(map.textOf?.(code)) ?? meaningful(fallback());
		return {
			width,
			text: text || undefined,
			isWordSpace: code.length === 1 && code.value === 0x20,
			...(isUnsure && map.mayBeNarrow?.(code) && { isGuess: true }),
			...(verticals && { down: verticals(cid ?? -1, width) }),
		};
	};
	const keyOf = (value: number, length: number): number => value * 4 + length - 1;
	const charAt = (code: Code): FontChar => {
		const key = keyOf(code.value, code.length);
		const found = known.get(key) ?? make(code);
		known.set(key, found);
		return found;
	};
	// The usual case, without an object for each code.
	const pairsIn = (text: string): FontChar[] => {
		const chars: FontChar[] = [];
		for (let at = 0; at < text.length; at += 2) {
			const length = Math.min(2, text.length - at);
			const value = valueOf(text, at, length);
			chars.push(known.get(keyOf(value, length)) ?? charAt({ value, length }));
		}
		return chars;
	};
	return {
		name: nameIn(font, store),
		vertical: map.vertical,
		...readHeights(descriptor, store),
		em: 1,
		charsIn: map.inPairs ? pairsIn : (text) => map.codesIn(text).map(charAt),
	};
}

function readMap(given: PdfObject | undefined, store: ObjectStore): CodeMap {
	const encoding = store.resolve(given);
	if (encoding instanceof Name) return predefinedCMap(encoding.value) ?? unknownMap(encoding.value);
	if (!(encoding instanceof PdfStream)) return identity(false);
	const map = new CMap(store.unpack(encoding).bytes, store.budget);
	const other = store.resolve(encoding.dict.get('UseCMap'));
	const base = predefinedCMap(other instanceof Name ? other.value : (map.base ?? ''));
	map.vertical ||= store.number(encoding.dict.get('WMode')) === 1;
	return {
		vertical: map.vertical,
		codesIn: (text) => (map.hasSpaces || !base ? map.codesIn(text) : base.codesIn(text)),
		cidOf: (code) => map.cidOf(code) ?? base?.cidOf(code),
		mayBeNarrow: (code) => {
			if (map.cidOf(code) !== undefined) return false;
			return base ? (base.mayBeNarrow?.(code) ?? false) : true;
		},
		...((!base || base.known) && { known: base?.known ?? NO_GLYPHS }),
		textOf: (code) => base?.textOf?.(code),
	};
}

/** Each new letter is looked for in all of them. */
const RANGES_PER_STEP = 16;

function widthOf(
	cid: number | undefined,
	code: Code,
	widths: WidthTable,
	ordinary: number,
): number {
	const stated = cid === undefined ? undefined : valuesFor(widths, cid)?.[0];
	// A letter of one byte among those of two is half as wide, unless the file says otherwise.
	return stated ?? (code.length === 1 ? ordinary / 2 : ordinary);
}

type Verticals = (cid: number, width: number) => FontChar['down'];

function readVerticals(descendant: Dict, store: ObjectStore): Verticals {
	const [y = 880, advance = -1_000] = store.numbers(descendant.get('DW2'), 2) ?? [];
	const table = readGlyphWidths(store.array(descendant.get('W2')), 3, store);
	return (cid, width) => {
		const [down = advance, x = width * 500, top = y] = valuesFor(table, cid) ?? [];
		return { advance: down / 1_000, x: x / 1_000, y: top / 1_000 };
	};
}

type GlyphText = (cid: number) => string | undefined;

/** What the embedded font knows about its glyphs, where the file has no better list. */
function readGlyphText(descendant: Dict, descriptor: Dict, store: ObjectStore): GlyphText {
	const file = embeddedFile(descriptor, store);
	if (!file) return () => undefined;
	if (file.kind === 'compact') {
		const named = readCompactFont(file.bytes, store.budget);
		return (cid) => named?.texts[cid];
	}
	const { letters } = readTrueType(file.bytes, store.budget);
	const given = store.resolve(descendant.get('CIDToGIDMap'));
	if (!(given instanceof PdfStream)) return (cid) => letters.get(cid);
	const { bytes: data } = store.unpack(given);
	return (cid) => letters.get((data[cid * 2] ?? 0) * 256 + (data[cid * 2 + 1] ?? 0));
}
