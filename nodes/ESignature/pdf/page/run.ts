import type { Point } from './matrix';

/** One glyph as it is seen: points, from the corner of the page at the top left. */
export interface Glyph {
	/** Undefined where nothing in the file says which letter it shows. */
	text: string | undefined;
	/** Its origin, on the line on which letters stand. */
	x: number;
	y: number;
	/** How far it reaches along its run. */
	length: number;
	/** The same with the spacing between letters that the file asks for. */
	advance: number;
}

/** Glyphs that one command draws in a row. */
export interface GlyphRun {
	font: string;
	/** Height of the font in points, as seen. */
	size: number;
	/** In which direction the text goes, and where its top is; both of length 1. */
	along: Point;
	up: Point;
	/** How far letters reach from the line in the direction of `up`, in points. */
	ascent: number;
	descent: number;
	glyphs: Glyph[];
}

export const isReadable = ({ glyphs }: GlyphRun): boolean =>
	glyphs.every(({ text }) => text !== undefined);
