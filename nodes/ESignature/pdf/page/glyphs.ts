/** In points, as seen, from the corner of the page at the top left. */
export interface Point {
	x: number;
	y: number;
}

/** One glyph as it is seen. */
export interface Glyph extends Point {
	/** Undefined where nothing in the file says which letter it shows. */
	text: string | undefined;
	/** How far it reaches along its run, from its origin on the line on which letters stand. */
	length: number;
	/** The same with the spacing between letters that the file asks for. */
	advance: number;
}

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
const STRIDE = 4;

/**
 * The glyphs of a page, by their numbers. A document has a million of them: as objects they would take three times the
 * memory, and most of the time would be spent on tidying that up.
 */
export class Glyphs {
	readonly texts: Array<string | undefined> = [];

	readonly styles: GlyphStyle[] = [];

	/** For each x, y, length and advance. */
	private places = new Float64Array(64 * STRIDE);

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

	advance(at: number): number {
		return this.places[at * STRIDE + 3] as number;
	}

	style(at: number): GlyphStyle {
		return this.styles[at] as GlyphStyle;
	}

	at(number: number): Glyph {
		return {
			text: this.texts[number],
			x: this.x(number),
			y: this.y(number),
			length: this.length(number),
			advance: this.advance(number),
		};
	}

	// Its parts one by one, since this is done for every letter of a document.
	add(
		style: GlyphStyle,
		text: string | undefined,
		x: number,
		y: number,
		length: number,
		advance: number,
	): void {
		const from = this.texts.length * STRIDE;
		if (from === this.places.length) this.resize(from * 2);
		const { places } = this;
		places[from] = x;
		places[from + 1] = y;
		places[from + 2] = length;
		places[from + 3] = advance;
		this.texts.push(text);
		this.styles.push(style);
	}

	/** Forgets all from this number on. */
	cut(count: number): void {
		this.texts.length = count;
		this.styles.length = count;
	}

	/** Puts one glyph in the place of another. */
	move(from: number, to: number): void {
		if (from === to) return;
		this.texts[to] = this.texts[from];
		this.styles[to] = this.style(from);
		this.places.copyWithin(to * STRIDE, from * STRIDE, (from + 1) * STRIDE);
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

/** Glyphs that one command draws in a row. */
export class GlyphRun {
	constructor(
		private readonly page: Glyphs,
		readonly style: GlyphStyle,
		/** Their numbers: from the first, up to but not including `end`. */
		public first: number,
		public end: number,
	) {}

	get count(): number {
		return this.end - this.first;
	}

	get start(): Point {
		return { x: this.page.x(this.first), y: this.page.y(this.first) };
	}

	/** Made anew each time. */
	get glyphs(): Glyph[] {
		return Array.from({ length: this.count }, (_, index) => this.page.at(this.first + index));
	}

	/** What they say; undefined for those that cannot be read. */
	get texts(): Array<string | undefined> {
		return this.page.texts.slice(this.first, this.end);
	}
}

export interface DrawnGlyphs {
	/** In the order in which they are drawn. */
	glyphs: Glyphs;
	/** The same, by the commands that draw them. */
	runs: GlyphRun[];
}
