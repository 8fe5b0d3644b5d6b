import type { PageSize } from '../pdf';
import { lineOf, type Line } from './helvetica';

/** Red, green and blue, from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

/** In points from the corner of the page that is seen at the top left: turned and cropped. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** What to draw: a rectangle and the lines to write into it. */
export interface LabeledBox {
	box: Rectangle;
	color: Color;
	label: readonly string[];
}

/** What a color means. */
export interface LegendEntry {
	color: Color;
	text: string;
}

/** Commands that draw into a rectangle of a page, from its lower left corner. */
export interface Drawing {
	box: Rectangle;
	commands: string;
	/** The size that the commands need, if the rectangle has less room. */
	size?: readonly [width: number, height: number];
	color: Color;
	/** What viewers show to people who point at it. */
	text?: string;
}

/** Points. Smaller letters cannot be read, and larger ones look like a part of the document. */
const FONT_SIZES = { smallest: 5, largest: 9, beside: 7, legend: 8 };

/** In parts of the font size; below the line, Helvetica has 0.21 (Adobe's metrics). */
const LINE_HEIGHT = 1.2;
const DESCENT = 0.3;

/** Points. */
const BORDER = 1;
const PADDING = 2;
const GAP = 1;
const MARGIN = 12;

const WHITE: Color = [1, 1, 1];
const GRAY: Color = [0.4, 0.4, 0.4];

const widest = (lines: readonly Line[]): number => Math.max(0, ...lines.map(({ width }) => width));

/** Lines below each other, from the upper left corner of the first one on. */
function textAt(left: number, top: number, size: number, lines: readonly Line[]): string {
	const shown = lines.map(({ codes }) => `<${codes}> Tj 0 ${number(-LINE_HEIGHT * size)} Td`);
	const baseline = top - (LINE_HEIGHT - DESCENT) * size;
	return `BT /F ${number(size)} Tf ${numbers(left, baseline)} Td ${shown.join(' ')} ET`;
}

/** Lets the document shine through. */
const filled = (color: Color, width: number, height: number): string =>
	`q /Tint gs ${numbers(...color)} rg ${numbers(0, 0, width, height)} re f Q`;

/** Inside of the rectangle, so that what is seen ends where the rectangle does. */
const framed = (color: Color, width: number, height: number): string => {
	const line = Math.min(BORDER, width / 4, height / 4);
	const sides = numbers(line / 2, line / 2, width - line, height - line);
	return `q ${numbers(...color)} RG ${number(line)} w ${sides} re S Q`;
};

const mixedWithWhite = ([red, green, blue]: Color): Color => [
	1 - (1 - red) / 6,
	1 - (1 - green) / 6,
	1 - (1 - blue) / 6,
];

/** The box, with its label if that fits inside. */
export function drawBox({ box, color, label }: LabeledBox): Drawing {
	const [, , width, height] = box;
	const inside = textInside(label, width, height);
	const parts = [filled(mixedWithWhite(color), width, height), framed(color, width, height)];
	if (inside !== undefined) parts.push(`${numbers(...color)} rg ${inside}`);
	return { box, commands: parts.join('\n'), color, text: label.join('\n') };
}

export const fitsInside = ({ box: [, , width, height], label }: LabeledBox): boolean =>
	textInside(label, width, height) !== undefined;

/** The label in several lines or in one, whichever can be larger; undefined if neither could be read. */
function textInside(label: readonly string[], width: number, height: number): string | undefined {
	const [best] = [label, [label.join(' ')]]
		.map((texts) => texts.map(lineOf))
		.map((lines) => ({
			lines,
			size: Math.min(
				FONT_SIZES.largest,
				(width - 2 * PADDING) / widest(lines),
				(height - 2 * BORDER) / (LINE_HEIGHT * lines.length),
			),
		}))
		.sort((one, other) => other.size - one.size);
	if (!best || !(best.size >= FONT_SIZES.smallest)) return undefined;
	const { lines, size } = best;
	const top = height - (height - LINE_HEIGHT * size * lines.length) / 2;
	return textAt(PADDING, top, size, lines);
}

/** The label of a box that is too small for it. */
export function drawBeside(
	{ box, color, label }: LabeledBox,
	page: PageSize,
	others: readonly Rectangle[],
): Drawing {
	const line = lineOf(label.join(' '));
	const size = Math.min(FONT_SIZES.beside, (page.width - 2 * PADDING) / line.width);
	const [width, height] = [size * line.width + 2 * PADDING, size * LINE_HEIGHT];
	const [x, y, across, down] = box;
	const left = Math.max(0, Math.min(x, page.width - width));
	const middle = y + (down - height) / 2;
	const corners: Array<[number, number]> = [
		[x + across + GAP, middle],
		[x - GAP - width, middle],
		[left, y + down + GAP],
		[left, y - GAP - height],
	];
	return {
		box: bestPlace(corners, width, height, page, others),
		color,
		commands: `${filled(WHITE, width, height)}\n${numbers(...color)} rg ${textAt(PADDING, height, size, [line])}`,
	};
}

/** In a corner of the page, smaller if the page has no room for all of it. */
export function drawLegend(
	entries: readonly LegendEntry[],
	page: PageSize,
	others: readonly Rectangle[],
): Drawing {
	const size = FONT_SIZES.legend;
	const lines = entries.map(({ text }) => lineOf(text));
	const row = LINE_HEIGHT * size;
	const [width, height] = [
		size * widest(lines) + size + 3 * PADDING,
		row * lines.length + 2 * PADDING,
	];
	const scale = Math.min(1, (page.width - 2 * MARGIN) / width, (page.height - 2 * MARGIN) / height);
	const shown = [width * scale, height * scale] as const;
	const [right, bottom] = [page.width - MARGIN - shown[0], page.height - MARGIN - shown[1]];
	const rows = entries.map(({ color }, at) => {
		const top = height - PADDING - row * at;
		const swatch = numbers(PADDING, top - row + (row - size) / 2, size, size);
		const text = textAt(2 * PADDING + size, top, size, lines.slice(at, at + 1));
		return `${numbers(...color)} rg ${swatch} re f 0 g ${text}`;
	});
	const corners: Array<[number, number]> = [
		[right, MARGIN],
		[MARGIN, MARGIN],
		[right, bottom],
		[MARGIN, bottom],
	];
	return {
		box: bestPlace(corners, ...shown, page, others),
		commands: [filled(WHITE, width, height), framed(GRAY, width, height), ...rows].join('\n'),
		size: [width, height],
		color: GRAY,
	};
}

/** The first place on the page that no box takes, or else the first on the page. */
function bestPlace(
	corners: ReadonlyArray<[x: number, y: number]>,
	width: number,
	height: number,
	page: PageSize,
	others: readonly Rectangle[],
): Rectangle {
	const places = corners.map(([x, y]): Rectangle => [x, y, width, height]);
	const onPage = places.filter(
		([x, y]) => x >= 0 && y >= 0 && x + width <= page.width && y + height <= page.height,
	);
	const free = onPage.find((place) => !others.some((other) => overlap(place, other)));
	return free ?? onPage[0] ?? (places[0] as Rectangle);
}

const overlap = ([x, y, width, height]: Rectangle, [left, top, across, down]: Rectangle): boolean =>
	x < left + across && left < x + width && y < top + down && top < y + height;

/** PDFs have no exponents; so few digits need none. */
const number = (value: number): string => String(Math.round(value * 100_000) / 100_000);

export const numbers = (...values: readonly number[]): string => values.map(number).join(' ');
