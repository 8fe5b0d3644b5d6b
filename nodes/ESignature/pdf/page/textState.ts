import { Name, type PdfObject } from '../file/objects';
import { NO_FONT, type Font } from '../fonts';

/** `[a b c d e f]` as ISO 32000-1, 8.3.3 writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface Point {
	x: number;
	y: number;
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function combined(inner: Matrix, outer: Matrix): Matrix {
	const [a, b, c, d, e, f] = inner;
	const [g, h, i, j, k, l] = outer;
	return [
		a * g + b * i,
		a * h + b * j,
		c * g + d * i,
		c * h + d * j,
		e * g + f * i + k,
		e * h + f * j + l,
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

type Kind = (value: PdfObject) => boolean;

const aNumber: Kind = (value) => Number.isFinite(value);
const aText: Kind = (value) => typeof value === 'string';
const aName: Kind = (value) => value instanceof Name;
const anArray: Kind = (value) => Array.isArray(value);

/** What the operators take that decide where text is, or show some (ISO 32000-1, tables 57, 87 and 105 to 109). */
const OPERANDS = new Map<string, Kind[]>([
	...['Tc', 'Tw', 'Tz', 'TL', 'Ts'].map((one): [string, Kind[]] => [one, [aNumber]]),
	...['Td', 'TD'].map((one): [string, Kind[]] => [one, [aNumber, aNumber]]),
	...['cm', 'Tm'].map((one): [string, Kind[]] => [one, Array.from(IDENTITY, () => aNumber)]),
	...['Tj', "'"].map((one): [string, Kind[]] => [one, [aText]]),
	...['Do', 'gs'].map((one): [string, Kind[]] => [one, [aName]]),
	['"', [aNumber, aNumber, aText]],
	['TJ', [anArray]],
	['Tf', [aName, aNumber]],
]);

/**
 * What an operator works on. Of too many operands, all readers take the last ones. Undefined if there are too few, or
 * others than it takes: then nobody knows where the text is that follows.
 */
export function operandsOf(operator: string, given: PdfObject[]): PdfObject[] | undefined {
	const kinds = OPERANDS.get(operator);
	if (!kinds) return given;
	const more = given.length - kinds.length;
	if (!kinds.every((is, at) => is(given[more + at] ?? null))) return undefined;
	return more > 0 ? given.slice(more) : given;
}

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

/** The part of the graphics state that text needs (ISO 32000-1, 9.3.1); `q` copies it. */
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
}

export const initialState = (matrix: Matrix): GraphicsState => ({
	matrix,
	font: NO_FONT,
	size: 0,
	letterSpacing: 0,
	wordSpacing: 0,
	stretch: 1,
	leading: 0,
	rise: 0,
});

/** Where the next glyph goes (9.4.2): the text matrix and the one at the start of the line. */
export class TextPosition {
	private line: Matrix = IDENTITY;

	private text: Matrix = IDENTITY;

	/** Behind a glyph whose width is a guess: what follows on the line stands elsewhere. */
	private isLost = false;

	private last:
		| (Pick<GraphicsState, 'font' | 'size' | 'stretch' | 'matrix'> & {
				text: Matrix;
				frame: Frame | undefined;
		  })
		| undefined;

	set(matrix: Matrix): void {
		this.isLost = false;
		this.line = matrix;
		this.text = matrix;
	}

	nextLine(x: number, y: number): void {
		this.set(combined([1, 0, 0, 1, x, y], this.line));
	}

	/**
	 * Shows strings, with numbers between them that move what follows (9.4.3, 9.4.4), and returns what is seen
	 * of them; undefined where that is nothing.
	 */
	show(parts: Array<string | number>, state: GraphicsState): GlyphRun | undefined {
		const { font, size, letterSpacing, wordSpacing } = state;
		const frame = this.frameFor(state);
		const origin = applied(combined(this.text, state.matrix), { x: 0, y: state.rise });
		const glyphs: Glyph[] = [];
		// How far the text has gone on, in its own units.
		let gone = 0;
		for (const part of parts) {
			if (typeof part === 'number') {
				gone -= (part / 1_000) * size;
				continue;
			}
			for (const { text: letter, width, isWordSpace, isGuess, down } of font.charsIn(part)) {
				if (isGuess) this.isLost = true;
				const text = this.isLost ? undefined : letter;
				const extent = down ? -down.advance : width;
				if (frame) {
					const x = origin.x + gone * frame.step.x;
					const y = origin.y + gone * frame.step.y;
					const length = extent * frame.perSize;
					const advance = length + letterSpacing * frame.perUnit;
					glyphs.push({ text, x, y, length, advance });
				}
				const spacing = isWordSpace ? letterSpacing + wordSpacing : letterSpacing;
				gone += (down ? down.advance : width) * size + spacing;
			}
		}
		this.move(gone, font, state);
		return frame && glyphs.length > 0 ? { ...frame.run, glyphs } : undefined;
	}

	/** Letters that are placed one by one lie on the page alike. */
	private frameFor(state: GraphicsState): Frame | undefined {
		const { last, text } = this;
		const isSame =
			last?.font === state.font &&
			last.size === state.size &&
			last.stretch === state.stretch &&
			last.matrix === state.matrix &&
			last.text[0] === text[0] &&
			last.text[1] === text[1] &&
			last.text[2] === text[2] &&
			last.text[3] === text[3];
		if (isSame) return last.frame;
		const { font, size, stretch, matrix } = state;
		const frame = frameOf(font, state, text);
		this.last = { font, size, stretch, matrix, text, frame };
		return frame;
	}

	private move(by: number, { vertical }: Font, { stretch }: GraphicsState): void {
		const [a, b, c, d, e, f] = this.text;
		const [x, y] = vertical ? [0, by] : [by * stretch, 0];
		this.text = [a, b, c, d, e + a * x + c * y, f + b * x + d * y];
	}
}

interface Frame {
	run: Omit<GlyphRun, 'glyphs'>;
	/** Where one unit of text leads. */
	step: Point;
	/** Points per unit along the text, and per unit of width of a glyph. */
	perUnit: number;
	perSize: number;
}

/** How the glyphs of a run lie on the page; undefined where they are too small to be seen. */
function frameOf(font: Font, state: GraphicsState, text: Matrix): Frame | undefined {
	const [a, b, c, d] = combined(text, state.matrix);
	const right: Point = { x: a * state.stretch, y: b * state.stretch };
	const top: Point = { x: c, y: d };
	const forward = font.vertical ? { x: -top.x, y: -top.y } : right;
	const side = font.vertical ? right : top;
	const perUnit = Math.hypot(forward.x, forward.y);
	// A negative size turns letters around.
	const sign = state.size < 0 ? -1 : 1;
	const along = { x: (sign * forward.x) / perUnit, y: (sign * forward.y) / perUnit };
	const lean = side.x * along.x + side.y * along.y;
	const across = { x: side.x - lean * along.x, y: side.y - lean * along.y };
	const height = Math.hypot(across.x, across.y);
	const size = height * Math.abs(state.size) * font.em;
	const seen = [perUnit, height, size].every((value) => value > 1e-6 && Number.isFinite(value));
	if (!seen) return undefined;
	return {
		run: {
			font: font.name,
			size,
			along,
			up: { x: (sign * across.x) / height, y: (sign * across.y) / height },
			// Glyphs of vertical text hang centred on their line.
			ascent: (font.vertical ? 0.5 : font.ascent) * size,
			descent: (font.vertical ? -0.5 : font.descent) * size,
		},
		step: font.vertical ? top : right,
		perUnit,
		perSize: perUnit * Math.abs(state.size),
	};
}
