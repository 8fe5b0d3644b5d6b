import { PdfStream, type Dict, type PdfObject } from '../file/objects';
import type { ObjectStore } from '../file/store';
import { CMap } from './cmap';

/** One character of a string, as its font reads it. Lengths are parts of the font size. */
export interface FontChar {
	width: number;
	/** Undefined where nothing in the file says which letter the glyph shows. */
	text: string | undefined;
	/** Word spacing applies to the code 32 alone, and only if it is a single byte (ISO 32000-1, 9.3.3). */
	isWordSpace: boolean;
	/** Whether its width is a guess: then nobody knows where the text goes on. */
	isGuess?: boolean;
	/** In vertical writing: how far the glyph goes down, and where its own origin is (9.7.4.3). */
	down?: { advance: number; x: number; y: number };
}

export interface Font {
	name: string;
	vertical: boolean;
	/** How far letters reach above and below the line. */
	ascent: number;
	descent: number;
	/** The size that the eye sees, per font size: 1 but for fonts that are programs (Type 3). */
	em: number;
	charsIn(text: string): FontChar[];
}

/** For text whose font is not in the file: which letters it shows, and how wide they are, nobody knows. */
export const NO_FONT: Font = {
	name: '',
	vertical: false,
	ascent: 0.75,
	descent: -0.25,
	em: 1,
	charsIn: (text) =>
		Array.from(text, () => ({
			width: 0.5,
			text: undefined,
			isWordSpace: false,
			isGuess: true,
		})),
};

/** Text that is no text: writers put it where they know no better. */
export const meaningful = (text: string | undefined): string | undefined =>
	text === undefined || text === '' || text === '\0' || text.includes('\ufffd') ? undefined : text;

/** Control characters but for blanks, and private use: signs that mean something to one font only. */
const OWN_SIGN = /(?![\t-\r\x85])[\p{Cc}\p{Co}]/u;
/** Fonts that have no letters, so that no text is missed in them: bullets and check boxes. */
const SIGNS = /dings|symbol/i;

/**
 * ToUnicode (9.10.3); empty for a sign that nobody can know, whatever else the file says. A name instead of a map
 * means that codes are Unicode themselves.
 */
export function readToUnicode(
	font: Dict,
	store: ObjectStore,
): (code: number) => string | undefined {
	const given = store.resolve(font.get('ToUnicode'));
	if (!(given instanceof PdfStream)) {
		const isName = given !== null && typeof given === 'object' && 'value' in given;
		return (code) => (isName && code > 0 ? String.fromCharCode(code) : undefined);
	}
	const map = new CMap(store.unpack(given).bytes, store.budget);
	const hasLetters = !SIGNS.test(nameIn(font, store));
	return (code) => {
		const text = meaningful(map.unicodeOf(code));
		return hasLetters && text !== undefined && OWN_SIGN.test(text) ? '' : text;
	};
}

/** The embedded file of a font, and which kind it is. */
export function embeddedFile(
	descriptor: Dict,
	store: ObjectStore,
): { kind: 'type1' | 'trueType' | 'compact'; bytes: Uint8Array } | undefined {
	for (const [key, kind] of [
		['FontFile', 'type1'],
		['FontFile2', 'trueType'],
		['FontFile3', 'compact'],
	] as const) {
		const stream = store.resolve(descriptor.get(key));
		if (!(stream instanceof PdfStream)) continue;
		const { bytes } = store.unpack(stream);
		store.budget.passOver(bytes.length);
		// OpenType has a table of its own for the glyphs, but says letters as TrueType does.
		const isOpenType = kind === 'compact' && (bytes[0] === 0x4f || bytes[0] === 0);
		return { kind: isOpenType ? 'trueType' : kind, bytes };
	}
	return undefined;
}

const ASCENT = 0.75;
const DESCENT = -0.25;

/** How high the letters are; many files state nonsense here, so only what can be true is taken. */
export function readHeights(
	descriptor: Dict,
	store: ObjectStore,
): { ascent: number; descent: number } {
	const ascent = (store.number(descriptor.get('Ascent')) ?? 0) / 1_000;
	const descent = -Math.abs((store.number(descriptor.get('Descent')) ?? 0) / 1_000);
	return {
		ascent: ascent > 0.3 && ascent < 1.5 ? ascent : ASCENT,
		descent: descent < -0.05 && descent > -0.8 ? descent : DESCENT,
	};
}

export const nameIn = (font: Dict, store: ObjectStore): string => {
	const name: PdfObject = store.resolve(font.get('BaseFont') ?? font.get('Name'));
	return name !== null && typeof name === 'object' && 'value' in name ? name.value : '';
};

/** Each new glyph is looked for in all of them. */
const MOST_RANGES = 4_096;
/** The number of a glyph has two bytes (annex C). */
const LAST_GLYPH = 0xffff;
/** What an entry of a table takes, in the units of the budget. */
const UNITS_PER_ENTRY = 4;

export interface WidthTable {
	single: Map<number, number[]>;
	ranges: Array<{ low: number; high: number; values: number[] }>;
}

/** `c [w1 w2 ...]` and `first last w` (9.7.4.3); `size` numbers belong to each glyph. */
export function readGlyphWidths(list: PdfObject[], size: number, store: ObjectStore): WidthTable {
	const table: WidthTable = { single: new Map(), ranges: [] };
	const { budget } = store;
	const add = (cid: number, values: number[]): void => {
		// As many fonts as the file likes may have the same list, and each keeps its own table of it.
		budget.keep(UNITS_PER_ENTRY);
		if (cid >= 0 && cid <= LAST_GLYPH) table.single.set(cid, values);
	};
	for (let at = 0; at + 1 < list.length;) {
		budget.step();
		const low = store.number(list[at]) ?? 0;
		const second = store.resolve(list[at + 1]);
		if (Array.isArray(second)) {
			for (let index = 0; (index + 1) * size <= second.length; index++) {
				const values = second.slice(index * size, (index + 1) * size);
				add(
					low + index,
					values.map((value) => store.number(value) ?? 0),
				);
			}
			at += 2;
		} else {
			const values = list.slice(at + 2, at + 2 + size).map((value) => store.number(value) ?? 0);
			const high = typeof second === 'number' ? second : low;
			if (high === low) add(low, values);
			else if (table.ranges.length < MOST_RANGES) table.ranges.push({ low, high, values });
			at += 2 + size;
		}
	}
	return table;
}

export const valuesFor = ({ single, ranges }: WidthTable, cid: number): number[] | undefined =>
	single.get(cid) ?? ranges.find(({ low, high }) => cid >= low && cid <= high)?.values;

/** Whether the widths of glyphs that are not known here differ from the usual one. */
export function statesOthers(
	{ single, ranges }: WidthTable,
	known: ReadonlySet<number>,
	ordinary: number,
): boolean {
	if ([...single].some(([cid, [width]]) => width !== ordinary && !known.has(cid))) return true;
	return ranges.some(({ low, high, values: [width] }) => {
		if (width === ordinary) return false;
		let cid = low;
		while (cid <= high && known.has(cid)) cid += 1;
		return cid <= high;
	});
}
