import { Name, Ref, type PdfObject } from '../file/objects';
import { NO_FONT, type Font, type FontChar } from '../fonts';
import { applied, areaOf, combined, extentOf, IDENTITY, overlapOf } from './glyphs';
import type { Extent, Glyphs, GlyphStyle, Matrix, Point } from './glyphs';

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
	for (let at = 0; at < kinds.length; at++) {
		if (!kinds[at]?.(given[more + at] ?? null)) return undefined;
	}
	return more > 0 ? given.slice(more) : given;
}

/** Of strings and of the numbers between them. */
export function lengthOf(parts: PdfObject[]): number {
	let length = 0;
	for (const part of parts) {
		if (typeof part === 'string') length += part.length;
		else if (typeof part === 'number') length += 1;
	}
	return length;
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
	/** Where anything is seen; undefined for everywhere. */
	clip?: Extent;
}

/** How many numbers of a command are points of a path (ISO 32000-1, table 59), and whether they draw a line or a curve. */
const PATHS = new Map<string, [numbers: number, lines: number]>([
	['m', [2, 0]],
	['l', [2, 1]],
	['c', [6, 1]],
	['v', [4, 1]],
	['y', [4, 1]],
	['re', [4, 0]],
]);

/** A path that is being drawn: how far it reaches, and of how many lines and curves it is made. */
class Path {
	lines = 0;

	clips = false;

	private box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];

	/** False for a command that adds nothing to a path. */
	add(operator: string, operands: PdfObject[]): boolean {
		const kind = PATHS.get(operator);
		if (!kind) return false;
		this.lines += kind[1];
		const [x, y] = operands as [number, number];
		for (let at = 0; at < kind[0]; at += 2) {
			const [across, up] = operands.slice(at, at + 2) as [number, number];
			// The second pair of a rectangle is its size.
			if (operator === 're' && at > 0) this.reach(x + across, y + up);
			else this.reach(across, up);
		}
		return true;
	}

	/** Undefined where it has no points, or some that are no numbers. */
	extentIn(matrix: Matrix): Extent | undefined {
		return this.box.every(Number.isFinite) ? extentOf(matrix, this.box) : undefined;
	}

	private reach(x: number, y: number): void {
		const { box } = this;
		box[0] = Math.min(box[0], x);
		box[1] = Math.min(box[1], y);
		box[2] = Math.max(box[2], x);
		box[3] = Math.max(box[3], y);
	}
}

const PAINTING = new Set(['n', 'f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*']);

/** What a page shows beside text, and what of it is seen. */
export class Pictures {
	/** See PdfPage. */
	readonly images = new Map<number, number>();

	/** Lines and curves. */
	lines = 0;

	private path = new Path();

	constructor(private readonly sheet: Extent) {}

	/** It fills the square of length 1 (8.9.5). */
	addImage({ matrix, clip }: GraphicsState, image?: PdfObject): void {
		const seen = overlapOf(extentOf(matrix, [0, 0, 1, 1]), clip);
		const part = areaOf(overlapOf(seen, this.sheet)) / areaOf(this.sheet);
		const object = image instanceof Ref ? image.number : 0;
		if (part > 0) this.images.set(object, (this.images.get(object) ?? 0) + part);
	}

	/** Paths (8.5) may be letters, or clip away what follows. */
	follow(operator: string, operands: PdfObject[], state: GraphicsState, hidden: boolean): void {
		const { path } = this;
		if (operator === 'W' || operator === 'W*') path.clips = true;
		if (path.add(operator, operands) || !PAINTING.has(operator)) return;
		if (operator !== 'n' && !hidden) this.lines += path.lines;
		const extent = path.clips ? path.extentIn(state.matrix) : undefined;
		if (extent) state.clip = overlapOf(extent, state.clip);
		this.path = new Path();
	}
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

	/** As if `1 0 0 1 x y` came before the matrix of the line. */
	nextLine(x: number, y: number): void {
		const { line } = this;
		const across = x * line[0] + y * line[2] + line[4];
		const up = x * line[1] + y * line[3] + line[5];
		this.set([line[0], line[1], line[2], line[3], across, up]);
	}

	/**
	 * Shows strings, with numbers between them that move what follows (9.4.3, 9.4.4), and adds what is seen of them to
	 * the glyphs of the page. Returns how that lies on the page; undefined where nothing is seen.
	 */
	show(parts: PdfObject[], state: GraphicsState, page: Glyphs): GlyphStyle | undefined {
		const { font, size, letterSpacing, wordSpacing } = state;
		const frame = this.frameFor(state);
		const { x: originX, y: originY } = this.origin(state);
		// How far the text has gone on, in its own units.
		let gone = 0;
		for (const part of parts) {
			if (typeof part === 'number') gone -= (part / 1_000) * size;
			if (typeof part !== 'string') continue;
			const chars = font.charsIn(part);
			for (let index = 0; index < chars.length; index++) {
				const { text: letter, width, isWordSpace, isGuess, down } = chars[index] as FontChar;
				if (isGuess) this.isLost = true;
				if (frame) {
					const length = (down ? -down.advance : width) * frame.perSize;
					page.add(
						this.isLost ? frame.lost : frame.style,
						this.isLost ? undefined : letter,
						originX + gone * frame.step.x,
						originY + gone * frame.step.y,
						length,
						length + letterSpacing * frame.perUnit,
					);
				}
				const spacing = isWordSpace ? letterSpacing + wordSpacing : letterSpacing;
				gone += (down ? down.advance : width) * size + spacing;
			}
		}
		this.move(gone, font, state);
		return frame?.style;
	}

	/** Where the next glyph begins on the page. */
	private origin({ matrix, rise }: GraphicsState): Point {
		return applied(combined(this.text, matrix), { x: 0, y: rise });
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
		const { text } = this;
		const x = vertical ? 0 : by * stretch;
		const y = vertical ? by : 0;
		const across = text[4] + text[0] * x + text[2] * y;
		const up = text[5] + text[1] * x + text[3] * y;
		this.text = [text[0], text[1], text[2], text[3], across, up];
	}
}

interface Frame {
	style: GlyphStyle;
	lost: GlyphStyle;
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
	const style = {
		font: font.name,
		size,
		along,
		up: { x: (sign * across.x) / height, y: (sign * across.y) / height },
		// Glyphs of vertical text hang centred on their line.
		ascent: (font.vertical ? 0.5 : font.ascent) * size,
		descent: (font.vertical ? -0.5 : font.descent) * size,
	};
	return {
		style,
		lost: { ...style, isLost: true },
		step: font.vertical ? top : right,
		perUnit,
		perSize: perUnit * Math.abs(state.size),
	};
}
