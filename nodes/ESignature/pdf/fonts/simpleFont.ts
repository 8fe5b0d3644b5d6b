import { isDict, Name, nameOf, type Dict } from '../file/objects';
import type { ObjectStore } from '../file/store';
import { readCompactFont } from './compactFont';
import { encodingNamed } from './encodings';
import {
	embeddedFile,
	meaningful,
	nameIn,
	readHeights,
	readToUnicode,
	type Font,
	type FontChar,
} from './font';
import { textOfGlyph } from './glyphNames';
import { standardFontNamed, standardWidth } from './standardWidths';
import { readTrueType } from './trueType';
import { readType1 } from './type1';

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
		const letter = encoded(code);
		const text = toUnicode(code) ?? meaningful(letter);
		return { width: widthOf(code, letter ?? '') * unit, text, isWordSpace: code === 0x20 };
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
	const unit = Math.abs(store.numbers(font.get('FontMatrix'), 6)?.[3] ?? 0.001);
	const [, bottom = 0, , top = 0] = store.numbers(font.get('FontBBox'), 4) ?? [];
	const em = Math.abs(top - bottom) * unit;
	if (!(em > 0) || Math.abs(unit - 0.001) < 0.0001) return usual;
	const low = (Math.min(top, bottom) * unit) / em;
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

function readDifferences(encoding: Dict | undefined, store: ObjectStore): Map<number, string> {
	const found = new Map<number, string>();
	let code = 0;
	for (const entry of store.array(encoding?.get('Differences'))) {
		const value = store.resolve(entry);
		if (typeof value === 'number') code = value;
		if (value instanceof Name) {
			found.set(code, value.value);
			code += 1;
		}
	}
	return found;
}

const SYMBOLIC = 4;

function readBuiltIn(font: Dict, descriptor: Dict, name: string, store: ObjectStore): TextOf {
	const file = embeddedFile(descriptor, store);
	if (file?.kind === 'type1') return inList(readType1(file.bytes));
	if (file?.kind === 'compact') return inList(readCompactFont(file.bytes)?.encoding ?? []);
	const symbols = encodingNamed(standardFontNamed(name));
	if (!file && symbols) return inList(symbols);
	const flags = store.number(descriptor.get('Flags')) ?? 0;
	const isProgram = nameOf(store.resolve(font.get('Subtype'))) === 'Type3';
	const standard = encodingNamed('StandardEncoding') ?? [];
	// The codes of a symbolic font mean something to this font only, and those of a program to nobody.
	const unknown = isProgram || (flags & SYMBOLIC) !== 0;
	if (!file) return unknown ? () => undefined : inList(standard);
	const { letters, codes } = readTrueType(file.bytes);
	return (code) => {
		const letter = letters.get(codes.get(code) ?? 0);
		return letter ?? (unknown ? undefined : standard[code] || undefined);
	};
}

const inList =
	(list: ReadonlyArray<string | undefined>): TextOf =>
	(code) =>
		list[code] || undefined;

type WidthOf = (code: number, letter: string) => number;

/** In thousandths (9.2.4), or in the units of the font if that is a program. */
function readWidths(font: Dict, descriptor: Dict, name: string, store: ObjectStore): WidthOf {
	const first = store.number(font.get('FirstChar')) ?? 0;
	const widths = store.array(font.get('Widths'));
	const missing = store.number(descriptor.get('MissingWidth')) ?? 0;
	const standard = standardFontNamed(name) ?? 'Helvetica';
	if (widths.length > 0) return (code) => store.number(widths[code - first]) ?? missing;
	return (code, letter) => standardWidth(standard, letter, code) ?? missing;
}
