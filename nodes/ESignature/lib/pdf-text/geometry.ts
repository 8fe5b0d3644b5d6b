import type { Matrix } from '../pdf';

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
export const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Matrix => [
	a,
	b,
	c,
	d,
	a * x + c * y + e,
	b * x + d * y + f,
];

export const applied = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => ({
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

/** How far a point lies in a direction whose length is 1. */
export const along = ({ x, y }: Point, direction: Point): number =>
	x * direction.x + y * direction.y;
