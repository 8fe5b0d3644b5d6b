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

/** Text that is no text: writers put it where they know no better. */
export const meaningful = (text: string | undefined): string | undefined =>
	text === undefined || text === '\0' || text.includes('\ufffd') ? undefined : text;

/** ToUnicode (9.10.3); a name instead of a map means that codes are Unicode themselves. */
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
	return (code) => meaningful(map.unicodeOf(code));
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
