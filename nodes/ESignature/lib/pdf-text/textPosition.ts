import type { Matrix } from '../pdf';
import { NO_FONT, type Font, type FontChar } from './fonts';
import { applied, combined, IDENTITY, moved, type Extent, type Point } from './geometry';
import type { Glyphs, GlyphStyle } from './glyphs';

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
