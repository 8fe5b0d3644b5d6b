import { DATE_FORMATS, FIELD_TYPES, type BoundingBox, type NewField, type UUID } from '../../api';
import { InputError } from '../../core';
import { filled, flag, oneOf } from '../inputs';
import { toPoints } from './units';

/** What a user enters for one field, in the form or as JSON. */
export interface FieldInput {
	type?: unknown;
	page?: unknown;
	unit?: unknown;
	x?: unknown;
	y?: unknown;
	width?: unknown;
	height?: unknown;
	/** The contract's own form, in points, in place of the five above. */
	boundingBox?: unknown;
	required?: unknown;
	label?: unknown;
	format?: unknown;
	modifiable?: unknown;
}

/** The field to send, or what to correct: checked before anything is sent. */
export function newField(input: FieldInput, participantID: UUID): NewField {
	const type = oneOf(FIELD_TYPES, text(input.type), 'Type');
	const common = {
		participantID,
		boundingBox: boxOf(input),
		// Neither has a published default, so both are always sent.
		page: pageOf(input.page ?? 1),
		required: flag(input.required ?? true, 'Required'),
	};
	if (type === 'custom') return { type, ...common, label: filled(input.label, 'Label') };
	if (type !== 'date') return { type, ...common };
	const formats = Object.keys(DATE_FORMATS) as Array<keyof typeof DATE_FORMATS>;
	return {
		type,
		...common,
		format: oneOf(formats, input.format ?? 'YYYY-MM-DD', 'Format'),
		modifiable: flag(input.modifiable ?? false, 'Modifiable'),
	};
}

export function boxOf(input: FieldInput): BoundingBox {
	const { boundingBox, unit, x, y, width, height } = input;
	const numbers = Array.isArray(boundingBox) ? boundingBox : [x, y, width, height];
	if (numbers.length !== 4) {
		throw refused('The bounding box must have four numbers', 'They are x, y, width and height.');
	}
	const factor = toPoints(Array.isArray(boundingBox) ? 'pt' : (unit ?? 'pt'));
	const [left, top, w, h] = ['X', 'Y', 'Width', 'Height'].map((label, at) =>
		round(numberOf(numbers[at], label) * factor),
	) as BoundingBox;
	if (left < 0 || top < 0) {
		throw refused(
			"'X' and 'Y' must not be negative",
			'They are counted from the top left corner of the page.',
		);
	}
	if (w <= 0 || h <= 0) {
		throw refused(
			"'Width' and 'Height' must be greater than 0",
			'A field without size cannot be filled.',
		);
	}
	return [left, top, w, h];
}

export function pageOf(value: unknown): number {
	const page = numberOf(value, 'Page');
	if (Number.isInteger(page) && page >= 1) return page;
	throw refused("The 'Page' must be a whole number from 1 on", 'The first page is 1.');
}

function numberOf(value: unknown, label: string): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw refused(`'${label}' is not a number`, 'Enter a number such as 72 or 25.4.');
}

const refused = (message: string, advice: string) =>
	new InputError(message, `${advice} Nothing was sent.`);

/** A hundredth of a point is far below what can be seen. */
const round = (points: number): number => Math.round(points * 100) / 100;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
