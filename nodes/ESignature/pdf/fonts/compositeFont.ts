import { Name, PdfStream, type Dict, type PdfObject } from '../file/objects';
import type { ObjectStore } from '../file/store';
import { CMap, type Code, type CodeMap } from './cmap';
import { readCompactFont } from './compactFont';
import {
	embeddedFile,
	meaningful,
	nameIn,
	readHeights,
	readToUnicode,
	type Font,
	type FontChar,
} from './font';
import { identity, predefinedCMap } from './predefinedCMaps';
import { readTrueType } from './trueType';

/** Type0 (ISO 32000-1, 9.7): codes of any length lead to the glyphs of another font. */
export function readCompositeFont(font: Dict, store: ObjectStore): Font {
	const descendant = store.dict(store.array(font.get('DescendantFonts'))[0]);
	const descriptor = store.dict(descendant.get('FontDescriptor'));
	const map = readMap(font.get('Encoding'), store);
	const toUnicode = readToUnicode(font, store);
	const ordinaryWidth = store.number(descendant.get('DW')) ?? 1_000;
	const widths = readWidths(store.array(descendant.get('W')), 1, store);
	const verticals = map.vertical ? readVerticals(descendant, store) : undefined;
	let glyphText: GlyphText | undefined;
	const known = new Map<number, FontChar>();

	const make = (code: Code): FontChar => {
		const cid = map.cidOf(code);
		const width = widthOf(cid, code, widths, ordinaryWidth) / 1_000;
		const fallback = (): string | undefined => {
			glyphText ??= readGlyphText(descendant, descriptor, store);
			return cid === undefined ? undefined : glyphText(cid);
		};
		return {
			width,
			text: toUnicode(code.value) ?? meaningful(map.textOf?.(code)) ?? meaningful(fallback()),
			isWordSpace: code.length === 1 && code.value === 0x20,
			...(verticals && { down: verticals(cid ?? -1, width) }),
		};
	};
	const charAt = (code: Code): FontChar => {
		const key = code.value * 4 + code.length - 1;
		const found = known.get(key) ?? make(code);
		known.set(key, found);
		return found;
	};
	return {
		name: nameIn(font, store),
		vertical: map.vertical,
		...readHeights(descriptor, store),
		em: 1,
		charsIn: (text) => map.codesIn(text).map(charAt),
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
		textOf: (code) => base?.textOf?.(code),
	};
}

/** Two bytes per glyph is how all others of table 118 work; which glyph, nobody can tell. */
const unknownMap = (name: string): CodeMap => ({
	...identity(name.endsWith('V')),
	cidOf: () => undefined,
});

/** Each new glyph is looked for in all of them. */
const MOST_RANGES = 4_096;

interface WidthTable {
	single: Map<number, number[]>;
	ranges: Array<{ low: number; high: number; values: number[] }>;
}

/** `c [w1 w2 ...]` and `first last w` (9.7.4.3); `size` numbers belong to each glyph. */
function readWidths(list: PdfObject[], size: number, store: ObjectStore): WidthTable {
	const table: WidthTable = { single: new Map(), ranges: [] };
	for (let at = 0; at + 1 < list.length; ) {
		store.budget.step();
		const low = store.number(list[at]) ?? 0;
		const second = store.resolve(list[at + 1]);
		if (Array.isArray(second)) {
			const values = second.map((value) => store.number(value) ?? 0);
			for (let index = 0; (index + 1) * size <= values.length; index++) {
				table.single.set(low + index, values.slice(index * size, (index + 1) * size));
			}
			at += 2;
		} else {
			const values = list.slice(at + 2, at + 2 + size).map((value) => store.number(value) ?? 0);
			const high = typeof second === 'number' ? second : low;
			if (high === low) table.single.set(low, values);
			else if (table.ranges.length < MOST_RANGES) table.ranges.push({ low, high, values });
			at += 2 + size;
		}
	}
	return table;
}

const valuesFor = ({ single, ranges }: WidthTable, cid: number): number[] | undefined =>
	single.get(cid) ?? ranges.find(({ low, high }) => cid >= low && cid <= high)?.values;

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
	const table = readWidths(store.array(descendant.get('W2')), 3, store);
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
		const named = readCompactFont(file.bytes);
		return (cid) => named?.texts[cid];
	}
	const { letters } = readTrueType(file.bytes);
	const given = store.resolve(descendant.get('CIDToGIDMap'));
	if (!(given instanceof PdfStream)) return (cid) => letters.get(cid);
	const { bytes: data } = store.unpack(given);
	return (cid) => letters.get((data[cid * 2] ?? 0) * 256 + (data[cid * 2 + 1] ?? 0));
}
