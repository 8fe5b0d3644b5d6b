import type { BoundingBox } from '../../api';
import { InputError, parseJson } from '../../core';
import { toPoints } from './units';

export interface BoxInput {
	unit?: unknown;
	x?: unknown;
	y?: unknown;
	width?: unknown;
	height?: unknown;
	/** The contract's own form, in points, in place of the five above. */
	boundingBox?: unknown;
}

const LABELS = ['X', 'Y', 'Width', 'Height'];

export function boxOf(input: BoxInput): BoundingBox {
	const { boundingBox, unit, x, y, width, height } = input;
	const measures = [x, y, width, height];
	if (!isGiven(boundingBox)) {
		const factor = toPoints(unit ?? 'pt');
		return measures.map((number, at) => points(number, at, factor)) as BoundingBox;
	}
	// A table or a template may hold it as text.
	const numbers = typeof boundingBox === 'string' ? parseJson(boundingBox) : boundingBox;
	if (!Array.isArray(numbers) || numbers.length !== LABELS.length) {
		throw refused(
			"The 'boundingBox' must have four numbers",
			'They are x, y, width and height, in points.',
		);
	}
	const box = numbers.map((number: unknown, at) => points(number, at, 1)) as BoundingBox;
	if (measures.some(isGiven) || (isGiven(unit) && toPoints(unit) !== 1)) {
		throw refused(
			"The field has a 'boundingBox' and also a place, a size or a unit of its own",
			"A 'boundingBox' is in points. Give either it, or 'x', 'y', 'width' and 'height' with a 'unit'.",
		);
	}
	return box;
}

/** The measures that are given, in points, each in its place in the box. */
export function partOfBox(input: BoxInput): Array<number | undefined> {
	const { boundingBox, unit, x, y, width, height } = input;
	if (isGiven(boundingBox)) return boxOf(input);
	const factor = toPoints(unit ?? 'pt');
	return [x, y, width, height].map((number, at) =>
		isGiven(number) ? points(number, at, factor) : undefined,
	);
}

export function numberOf(value: unknown, label: string): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw refused(`'${label}' is not a number`, 'Enter a number such as 72 or 25.4.');
}

/** Whether it lies on the page, and how small it may be, the contract leaves to the service. */
function points(value: unknown, at: number, factor: number): number {
	const label = LABELS[at] ?? '';
	const measure = round(numberOf(value, label) * factor);
	// Contract, Field: `boundingBox` holds floats, and JSON has no word for what is beyond them.
	if (Number.isFinite(Math.fround(measure))) return measure;
	throw refused(`'${label}' is too large`, 'A page of the size A4 has 595 x 842 points.');
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const refused = (message: string, advice: string) =>
	new InputError(message, `${advice} Nothing was sent.`);

/** A hundredth of a point is far below what can be seen. Adding 0 makes 0 of -0. */
const round = (measure: number): number => Math.round(measure * 100) / 100 + 0;
