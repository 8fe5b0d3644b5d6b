import type { TextHit } from '../../nodes/ESignature/lib/pdf-text';

/** What pdf.js says about one page (reference.mjs). */
export interface ReferencePage {
	width: number;
	height: number;
	text: string;
	glyphs: Array<[text: string, x: number, y: number, endX: number, endY: number]>;
}

export interface Comparison {
	text: string;
	/** How often it was found here, and how often in the text that pdf.js gives. */
	found: number;
	expected: number;
	/** The largest distance of a hit from the glyphs of pdf.js, in points: of its start and of its end. */
	apart: number;
}

const normal = (text: string): string =>
	text
		.normalize('NFKC')
		.replace(/[\u200e\u200f\u00ad]/g, '')
		.replace(/\s+/g, ' ')
		.trim();

/** As people see it: blanks joined, ligatures apart. */
export const timesIn = (text: string, wanted: string): number =>
	normal(text).split(normal(wanted)).length - 1;

export function compare(text: string, hits: TextHit[], reference: ReferencePage[]): Comparison {
	return {
		text,
		found: hits.length,
		expected: reference.reduce((sum, page) => sum + timesIn(page.text, text), 0),
		apart: Math.max(0, ...hits.map((hit) => distance(hit, reference[hit.page - 1], normal(text)))),
	};
}

/** From the nearest glyphs that begin and end with the right letters. */
function distance({ start, end }: TextHit, page: ReferencePage | undefined, text: string): number {
	const letters = [...text];
	const [first = '', last = ''] = [letters[0], letters.at(-1)];
	const glyphs = page?.glyphs ?? [];
	const starts = glyphs
		.filter(([one]) => normal(one).startsWith(first) || isOneLetter(one, first))
		.map(([, x, y]) => Math.hypot(x - start.x, y - start.y));
	const ends = glyphs
		.filter(([one]) => normal(one).endsWith(last) || isOneLetter(one, last))
		.map(([, , , x, y]) => Math.hypot(x - end.x, y - end.y));
	return Math.max(Math.min(...starts), Math.min(...ends));
}

/** A glyph whose letter is written in another way: an Arabic form, or an accent on its own. */
const isOneLetter = (glyph: string, letter: string): boolean =>
	glyph.normalize('NFKD').includes(letter.normalize('NFKD').charAt(0));
