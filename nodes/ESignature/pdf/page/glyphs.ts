/** In points, as seen, from the corner of the page at the top left. */
export interface Point {
	x: number;
	y: number;
}

/** An upright rectangle on the page as seen. */
export interface Extent {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** `[a b c d e f]` as ISO 32000-1, 8.3.3 writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function combined(inner: Matrix, outer: Matrix): Matrix {
	// By their numbers, since taking an array apart takes longer, and each word needs this.
	return [
		inner[0] * outer[0] + inner[1] * outer[2],
		inner[0] * outer[1] + inner[1] * outer[3],
		inner[2] * outer[0] + inner[3] * outer[2],
		inner[2] * outer[1] + inner[3] * outer[3],
		inner[4] * outer[0] + inner[5] * outer[2] + outer[4],
		inner[4] * outer[1] + inner[5] * outer[3] + outer[5],
	];
}

export const applied = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
	x: a * x + c * y + e,
	y: b * x + d * y + f,
});

/** Six numbers, or nothing. */
export function matrixOf(values: readonly unknown[] | undefined): Matrix | undefined {
	const numbers = values?.slice(0, 6) ?? [];
	return numbers.length === 6 && numbers.every((value) => typeof value === 'number')
		? (numbers as unknown as Matrix)
		: undefined;
}

/** The upright rectangle around one that a matrix may turn. */
export function extentOf(matrix: Matrix, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): Extent {
	const corners = [
		[a, b],
		[a, d],
		[c, b],
		[c, d],
	].map(([x = 0, y = 0]) => applied(matrix, { x, y }));
	const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
	return {
		...{ left: Math.min(...across), top: Math.min(...down) },
		...{ right: Math.max(...across), bottom: Math.max(...down) },
	};
}

/** What two have in common; where that is nothing, its right side lies left of its left one. */
export const overlapOf = (one: Extent, other: Extent = one): Extent => ({
	left: Math.max(one.left, other.left),
	top: Math.max(one.top, other.top),
	right: Math.min(one.right, other.right),
	bottom: Math.min(one.bottom, other.bottom),
});

export const areaOf = ({ left, top, right, bottom }: Extent): number =>
	Math.max(0, right - left) * Math.max(0, bottom - top);

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
	/** Where along its line it stands is a guess. */
	isLost?: true;
}

/** Of those that tags are made of, also as wide as Chinese letters. */
export const BRACKET = /[[\]\uff3b\uff3d]/;

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

	/**
	 * Forgets those from `first` on that do not even touch the part that is seen; the others move up. Returns whether
	 * a bracket was among them.
	 */
	cutOutside(first: number, seen: Extent): boolean {
		const last = this.count - 1;
		// They stand in a row: with both ends in it, all of it is.
		if (last < first || (this.touches(first, seen) && this.touches(last, seen))) return false;
		let kept = first;
		let hasBracket = false;
		for (let at = first; at <= last; at++) {
			const text = this.texts[at];
			// Where one is that cannot be read is a guess: it may be seen.
			if (text !== undefined && !this.touches(at, seen)) {
				hasBracket ||= BRACKET.test(text);
				continue;
			}
			this.move(at, kept);
			kept += 1;
		}
		this.cut(kept);
		return hasBracket;
	}

	private touches(at: number, { left, top, right, bottom }: Extent): boolean {
		const x = this.x(at);
		const y = this.y(at);
		// Nearly all of them, and this is done for both ends of every word: the rest takes several times as long.
		if (x >= left && x <= right && y >= top && y <= bottom) return true;
		const { along, up, ascent, descent } = this.style(at);
		const farX = x + along.x * this.length(at);
		const farY = y + along.y * this.length(at);
		return (
			Math.max(x, farX) + Math.max(up.x * ascent, up.x * descent) >= left &&
			Math.min(x, farX) + Math.min(up.x * ascent, up.x * descent) <= right &&
			Math.max(y, farY) + Math.max(up.y * ascent, up.y * descent) >= top &&
			Math.min(y, farY) + Math.min(up.y * ascent, up.y * descent) <= bottom
		);
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
