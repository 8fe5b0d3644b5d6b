import type { Matrix } from '../pdf';
import { NO_FONT, type Font, type FontChar } from './fonts';

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

/** As if `1 0 0 1 x y` came before the matrix. */
const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix => [
	a,
	b,
	c,
	d,
	a * x + c * y + e,
	b * x + d * y + f,
];

const applied = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => ({
	x: a * x + c * y + e,
	y: b * x + d * y + f,
});

/** The upright rectangle around one that a matrix may turn. */
export function extentOf(matrix: Matrix, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): Extent {
	const corners = [
		applied(matrix, a, b),
		applied(matrix, a, d),
		applied(matrix, c, b),
		applied(matrix, c, d),
	];
	const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
	return {
		left: Math.min(...across),
		top: Math.min(...down),
		right: Math.max(...across),
		bottom: Math.max(...down),
	};
}

/** The intersection; if there is none, its right side lies left of its left one. */
export const overlapOf = (one: Extent, other: Extent): Extent => ({
	left: Math.max(one.left, other.left),
	top: Math.max(one.top, other.top),
	right: Math.min(one.right, other.right),
	bottom: Math.min(one.bottom, other.bottom),
});

export const areaOf = ({ left, top, right, bottom }: Extent): number =>
	Math.max(0, right - left) * Math.max(0, bottom - top);

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

/** The part of the graphics state that text needs (9.3.1); `q` copies it. */
export interface GraphicsState {
	matrix: Matrix;
	font: Font;
	size: number;
	letterSpacing: number;
	wordSpacing: number;
	/** 1 for 100 %. */
	stretch: number;
	leading: number;
	rise: number;
	/** Where anything is seen. */
	clip: Extent;
}

export const initialState = (matrix: Matrix, clip: Extent): GraphicsState => ({
	matrix,
	clip,
	font: NO_FONT,
	size: 0,
	letterSpacing: 0,
	wordSpacing: 0,
	stretch: 1,
	leading: 0,
	rise: 0,
});

/** The operand of a command that shows text: letters, and numbers that move the next ones. */
export type Shown = Array<FontChar[] | number>;

/** Where the next glyph goes (9.4.2): the text matrix and the one at the start of the line. */
export class TextPosition {
	private line: Matrix = IDENTITY;

	private text: Matrix = IDENTITY;

	/** Behind a glyph whose width is a guess: what follows on the line stands elsewhere. */
	isLost = false;

	private last: { state: GraphicsState; text: Matrix; frame: Frame | undefined } | undefined;

	set(matrix: Matrix): void {
		this.isLost = false;
		this.line = matrix;
		this.text = matrix;
	}

	nextLine(x: number, y: number): void {
		this.set(moved(this.line, x, y));
	}

	/** Adds what is shown to the glyphs of the page (9.4.3, 9.4.4). */
	show(parts: Shown, state: GraphicsState, glyphs: Glyphs): void {
		const { size, letterSpacing, wordSpacing, rise } = state;
		const frame = this.frameFor(state);
		const origin = applied(combined(this.text, state.matrix), 0, rise);
		// How far the text has gone on, in its own units.
		let gone = 0;
		for (const part of parts) {
			if (typeof part === 'number') {
				gone -= (part / 1_000) * size;
				continue;
			}
			for (let index = 0; index < part.length; index++) {
				const { text: letter, width, isWordSpace, isGuess } = part[index] as FontChar;
				if (isGuess) this.isLost = true;
				if (frame) {
					glyphs.add(
						frame.style,
						this.isLost ? undefined : letter,
						origin.x + gone * frame.step.x,
						origin.y + gone * frame.step.y,
						width * frame.perSize,
					);
				}
				const spacing = isWordSpace ? letterSpacing + wordSpacing : letterSpacing;
				gone += width * size + spacing;
			}
		}
		this.text = moved(this.text, gone * state.stretch, 0);
	}

	/** Letters that are placed one by one lie on the page alike. */
	private frameFor(state: GraphicsState): Frame | undefined {
		const { last, text } = this;
		const isSame =
			last?.state.font === state.font &&
			last.state.size === state.size &&
			last.state.stretch === state.stretch &&
			last.state.matrix === state.matrix &&
			last.text[0] === text[0] &&
			last.text[1] === text[1] &&
			last.text[2] === text[2] &&
			last.text[3] === text[3];
		if (isSame) return last.frame;
		const frame = frameOf(state, text);
		this.last = { state: { ...state }, text, frame };
		return frame;
	}
}

interface Frame {
	style: GlyphStyle;
	/** Where one unit of text leads. */
	step: Point;
	/** Points per unit of width of a glyph. */
	perSize: number;
}

/** How glyphs lie on the page; undefined where they are too small to be seen. */
function frameOf(
	{ font, size: given, stretch, matrix }: GraphicsState,
	text: Matrix,
): Frame | undefined {
	const [a, b, c, d] = combined(text, matrix);
	const right: Point = { x: a * stretch, y: b * stretch };
	const perUnit = Math.hypot(right.x, right.y);
	// A negative size turns letters around.
	const sign = given < 0 ? -1 : 1;
	const along = { x: (sign * right.x) / perUnit, y: (sign * right.y) / perUnit };
	const lean = c * along.x + d * along.y;
	const across = { x: c - lean * along.x, y: d - lean * along.y };
	const height = Math.hypot(across.x, across.y);
	const size = height * Math.abs(given) * font.em;
	const seen = [perUnit, height, size].every((value) => value > 1e-6 && Number.isFinite(value));
	if (!seen) return undefined;
	return {
		style: {
			font: font.name,
			size,
			along,
			up: { x: (sign * across.x) / height, y: (sign * across.y) / height },
			ascent: font.ascent * size,
			descent: font.descent * size,
		},
		step: right,
		perSize: perUnit * Math.abs(given),
	};
}
