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
