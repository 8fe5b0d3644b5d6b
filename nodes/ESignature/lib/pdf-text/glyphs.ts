import type { Extent, Point } from './geometry';

/** How glyphs lie on the page; those that lie alike share one. */
export interface GlyphStyle {
	font: string;
	/** Height of the font in points, as seen. */
	size: number;
	/** In which direction the text goes, and where its top is; both of length 1. */
	along: Point;
	up: Point;
	/** How far letters reach from the line in the direction of `up`, in points. */
	ascent: number;
	descent: number;
}

/** How many numbers the place of a glyph has. */
const STRIDE = 3;

/** Of a printed page; more make room for themselves. */
const USUAL_COUNT = 4_096;

/**
 * The glyphs of a page in the order in which they are drawn, by their numbers. A document has a million of them: as
 * objects they would take three times the memory.
 */
export class Glyphs {
	/** Undefined where nothing in the file says which letter it shows. */
	readonly texts: Array<string | undefined> = [];

	readonly styles: GlyphStyle[] = [];

	/** For each x and y on the line on which letters stand, and how far it reaches along that line. */
	private places = new Float64Array(USUAL_COUNT * STRIDE);

	get count(): number {
		return this.texts.length;
	}

	x(at: number): number {
		return this.places[at * STRIDE] as number;
	}

	y(at: number): number {
		return this.places[at * STRIDE + 1] as number;
	}

	length(at: number): number {
		return this.places[at * STRIDE + 2] as number;
	}

	style(at: number): GlyphStyle {
		return this.styles[at] as GlyphStyle;
	}

	add(style: GlyphStyle, text: string | undefined, x: number, y: number, length: number): void {
		const from = this.texts.length * STRIDE;
		if (from === this.places.length) this.resize(from * 2);
		this.places[from] = x;
		this.places[from + 1] = y;
		this.places[from + 2] = length;
		this.texts.push(text);
		this.styles.push(style);
	}

	/** Forgets all from this number on. */
	cut(count: number): void {
		this.texts.length = count;
		this.styles.length = count;
	}

	/**
	 * Forgets those from `first` on whose middle is not within the part that is seen; the others move up. Returns the
	 * text that is gone although it lies on the sheet.
	 */
	cutOutside(first: number, seen: Extent, sheet: Extent): string {
		const last = this.count - 1;
		// They stand in a row: with both ends in it, all of it is.
		if (last < first || (this.isWithin(first, seen) && this.isWithin(last, seen))) return '';
		let kept = first;
		let gone = '';
		for (let at = first; at <= last; at++) {
			if (!this.isWithin(at, seen)) {
				if (this.isWithin(at, sheet)) gone += this.texts[at] ?? '';
				continue;
			}
			this.texts[kept] = this.texts[at];
			this.styles[kept] = this.style(at);
			this.places.copyWithin(kept * STRIDE, at * STRIDE, (at + 1) * STRIDE);
			kept += 1;
		}
		this.cut(kept);
		return gone;
	}

	private isWithin(at: number, { left, top, right, bottom }: Extent): boolean {
		const { along, up, ascent } = this.style(at);
		const half = this.length(at) / 2;
		const x = this.x(at) + along.x * half + (up.x * ascent) / 2;
		const y = this.y(at) + along.y * half + (up.y * ascent) / 2;
		return x >= left && x <= right && y >= top && y <= bottom;
	}

	/** Gives back the memory that no glyph came for. */
	trim(): void {
		this.resize(this.count * STRIDE);
	}

	private resize(length: number): void {
		const places = new Float64Array(length);
		places.set(this.places.subarray(0, Math.min(length, this.places.length)));
		this.places = places;
	}
}
