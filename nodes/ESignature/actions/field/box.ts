import type { BoundingBox } from '../../api';
import { InputError } from '../../core';
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

export function boxOf({ boundingBox, unit, x, y, width, height }: BoxInput): BoundingBox {
	const given = Array.isArray(boundingBox);
	const numbers: unknown[] = given ? boundingBox : [x, y, width, height];
	if (numbers.length !== LABELS.length) {
		throw refused(
			"The 'boundingBox' must have four numbers",
			'They are x, y, width and height, in points.',
		);
	}
	const factor = toPoints(given ? 'pt' : (unit ?? 'pt'));
	return numbers.map((number, at) => points(number, at, factor)) as BoundingBox;
}

/** The measures that are given, in points, each in its place in the box. */
export function partOfBox({ unit, x, y, width, height }: BoxInput): Array<number | undefined> {
	const factor = toPoints(unit ?? 'pt');
	return [x, y, width, height].map((number, at) =>
		number === undefined || number === null ? undefined : points(number, at, factor),
	);
}

export function numberOf(value: unknown, label: string): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw refused(`'${label}' is not a number`, 'Enter a number such as 72 or 25.4.');
}

function points(value: unknown, at: number, factor: number): number {
	const measure = round(numberOf(value, LABELS[at] ?? '') * factor);
	if (at < 2 && measure < 0) {
		throw refused(
			"'X' and 'Y' must not be negative",
			'They are counted from the top left corner of the page.',
		);
	}
	if (at >= 2 && measure <= 0) {
		throw refused(
			"'Width' and 'Height' must be greater than 0",
			'A field without size cannot be filled.',
		);
	}
	return measure;
}

const refused = (message: string, advice: string) =>
	new InputError(message, `${advice} Nothing was sent.`);

/** A hundredth of a point is far below what can be seen. */
const round = (measure: number): number => Math.round(measure * 100) / 100;
