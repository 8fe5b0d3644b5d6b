import type { INodeProperties } from 'n8n-workflow';

import type { BoundingBox, Field, FieldChange, FieldType, NewField, UUID } from '../../api';
import {
	chosenValue,
	enteredId,
	numberOf,
	parseJson,
	readNumber,
	sameId,
	wrongInput,
	type Call,
} from '../../core';
import { flag, oneOf, rowOf, sameText, text } from '../shared/inputs';
import type { DocumentIds } from '../shared/locators';
import { isGiven, type Source } from '../shared/rows';
import * as form from './form';
import type { Unit } from './form';

/** All fields of a document, as the service lists them. */
export const listFields = async (
	call: Pick<Call, 'request'>,
	{ envelopeID, documentID }: DocumentIds,
): Promise<Field[]> => {
	const { items } = await call.request(
		'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields',
		{ envelopeID, documentID },
	);
	return items;
};

/** Points per unit: 1 pt is 1/72 inch. */
const POINTS: Record<Unit, number> = { inch: 72, mm: 72 / 25.4, pt: 1 };

const toPoints = (input: BoxInput): number => POINTS[oneOf(input, form.unit, form.unit.default)];

/** The usual size, which is stated in points, in the unit of the row. */
export function usualSize(input: BoxInput): Record<string, number> {
	const factor = toPoints(input);
	return Object.fromEntries(form.size.map(({ name, default: usual }) => [name, usual / factor]));
}

interface BoxInput {
	unit?: unknown;
	x?: unknown;
	y?: unknown;
	width?: unknown;
	height?: unknown;
	/** The contract's own form, in points, in place of the five above. */
	boundingBox?: unknown;
}

export function boxOf(input: BoxInput): BoundingBox {
	const { boundingBox, unit, x, y, width, height } = input;
	const measures = [x, y, width, height];
	// A table may have the column and leave the cell empty.
	if (!isGiven(boundingBox)) {
		const values = rowOf(input, form.measures);
		return form.measures.map((one) =>
			points(values[one.name], one, toPoints(input)),
		) as BoundingBox;
	}
	// A table or a template may hold it as text.
	const numbers = typeof boundingBox === 'string' ? parseJson(boundingBox) : boundingBox;
	if (!Array.isArray(numbers) || numbers.length !== form.measures.length) {
		throw wrongInput(
			"The 'boundingBox' must have four numbers",
			'Enter x, y, width and height in points, e.g. [72, 72, 150, 40].',
		);
	}
	const box = form.measures.map((input, at) => points(numbers[at], input, 1)) as BoundingBox;
	if (measures.some(isDefined) || (isDefined(unit) && toPoints(input) !== 1)) {
		throw wrongInput(
			"The field has both a 'boundingBox' and a position, size or unit of its own",
			"A 'boundingBox' is in points. Use either that, or 'x', 'y', 'width' and 'height' with a 'unit'.",
		);
	}
	return box;
}

/** The measures that are given, in points, each in its place in the box. */
export function partOfBox(input: BoxInput): Array<number | undefined> {
	return isDefined(input.boundingBox) ? boxOf(input) : measuresIn(input, form.measures, 'json');
}

/** The values of these inputs in points. What is left out has none; in the form, an empty value is a mistake. */
export function measuresIn(
	input: BoxInput,
	inputs: readonly INodeProperties[],
	source: Source,
): Array<number | undefined> {
	const factor = toPoints(input);
	const values = rowOf(input, inputs);
	return inputs.map((one) => {
		const value = values[one.name];
		const isThere = source === 'form' ? one.name in input : isDefined(value);
		return isThere ? points(value, one, factor) : undefined;
	});
}

export const MEASURE = 'Enter a number such as 72 or 25.4.';

/** Whether it lies on the page, and how small it may be, the contract leaves to the service. */
function points(value: unknown, input: INodeProperties, factor: number): number {
	const measure = round(numberOf(value, input, MEASURE) * factor);
	// Contract, Field: `boundingBox` holds floats, and JSON has no word for what is beyond them.
	if (Number.isFinite(Math.fround(measure))) return measure;
	throw wrongInput(
		`'${input.displayName}' is too large`,
		'Enter a smaller number: an A4 page is 595 x 842 points.',
	);
}

const isDefined = (value: unknown): boolean => value !== undefined && value !== null;

/** A hundredth of a point is far below what can be seen. Adding 0 makes 0 of -0. */
export const round = (measure: number): number => Math.round(measure * 100) / 100 + 0;

/** Contract, Field: `page` is an int32. */
const LAST_PAGE = 2 ** 31 - 1;

/** The keys of a row in JSON, the contract's own `boundingBox` among them. */
export const FIELD_KEYS = [...form.fieldProperties.map(({ name }) => name), 'boundingBox'];

/** What a user enters for one field, in the form or as JSON. */
export interface FieldInput extends BoxInput {
	type?: unknown;
	page?: unknown;
	required?: unknown;
	label?: unknown;
	format?: unknown;
	modifiable?: unknown;
	placement?: unknown;
	text?: unknown;
	place?: unknown;
	occurrence?: unknown;
	occurrenceNumber?: unknown;
	offsetX?: unknown;
	offsetY?: unknown;
}

/**
 * The field to send, or what to correct: checked before anything is sent. A row in JSON may leave out
 * what has a usual value; in the form nothing is left out, unless an expression gave nothing.
 */
export function newField(input: FieldInput, participantID: UUID, source: Source): NewField {
	const type = oneOf({ type: trimmed(input.type) }, form.type);
	if (source === 'form') assertFilled(input, type);
	const common = {
		participantID,
		boundingBox: boxOf(input),
		// Neither has a published default, so both are always sent.
		page: pageOf(input.page ?? form.page.default),
		required: flag(input, form.required),
	};
	if (type === 'custom') return { type, ...common, label: text(input, form.label) };
	if (type !== 'date') return { type, ...common };
	return {
		type,
		...common,
		format: oneOf(input, form.format, form.format.default),
		modifiable: flag(input, form.modifiable),
	};
}

/** The usual page or unit would put a field where nobody wanted it. */
function assertFilled(input: FieldInput, type: FieldType): void {
	const { page, unit, required, format, modifiable } = form;
	const shown = [page, unit, required, ...(type === 'date' ? [format, modifiable] : [])];
	const empty = shown.find(({ name }) => name in input && !isGiven({ ...input }[name as 'page']));
	if (!empty) return;
	throw wrongInput(
		`The '${empty.displayName}' is empty`,
		'Its expression returned nothing. Correct the expression, or enter a value.',
	);
}

/** The number of a page, or, below 0, its place from the end: `resolvePages` makes a number of it. */
export function pageOf(value: unknown): number {
	const advice = 'The first page is 1, the last one is -1.';
	const page = numberOf(value, form.page, advice);
	if (Number.isInteger(page) && page !== 0 && Math.abs(page) <= LAST_PAGE) return page;
	throw wrongInput(`'${form.page.displayName}' must be a whole number other than 0`, advice);
}

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** What to change, as far as it can be checked without the field itself. */
interface FieldUpdate {
	values: Omit<FieldChange, 'type' | 'boundingBox'>;
	/** In points; a measure that is not given stays as it is. */
	box: Array<number | undefined>;
}

export function fieldUpdate(input: FieldInput & { participantId?: unknown }): FieldUpdate {
	const { participantId, page, required, label, format, modifiable } = input;
	const values = {
		...(participantId !== undefined && {
			participantID: enteredId(chosenValue(participantId), 'participant ID'),
		}),
		...(page !== undefined && { page: pageOf(page) }),
		...(required !== undefined && { required: flag(input, form.required) }),
		...(label !== undefined && { label: text(input, form.label) }),
		...(format !== undefined && { format: oneOf(input, form.format) }),
		...(modifiable !== undefined && { modifiable: flag(input, form.modifiable) }),
	};
	const box = partOfBox(input);
	if (Object.keys(values).length > 0 || box.some(hasMeasure)) return { values, box };
	throw wrongInput('There is nothing to update', "Add at least one of the 'Update Fields'.");
}

/** What to send: the type must be repeated, and a box is replaced as a whole. */
export function changeOf({ type, boundingBox }: Field, { values, box }: FieldUpdate): FieldChange {
	const { label, format, modifiable } = values;
	if (label !== undefined && type !== 'custom') {
		throw wrongInput(
			"Only a field of the type 'custom' has a label",
			"Remove 'Label' from the 'Update Fields'.",
		);
	}
	if ((format !== undefined || modifiable !== undefined) && type !== 'date') {
		throw wrongInput(
			"Only a field of the type 'date' has a format and can be modifiable",
			"Remove 'Format' and 'Modifiable' from the 'Update Fields'.",
		);
	}
	return {
		type,
		...values,
		...(box.some(hasMeasure) && {
			boundingBox: box.map(
				(measure, at) => measure ?? present([boundingBox].flat()[at]),
			) as Field['boundingBox'],
		}),
	};
}

/** A measure that stays as it is: where the service does not tell it, any number would be a guess. */
function present(measure: unknown): number {
	const number = readNumber(measure);
	if (number !== undefined) return number;
	throw wrongInput(
		'The service does not show the current position of the field',
		"Enter 'X', 'Y', 'Width' and 'Height' together.",
	);
}

const hasMeasure = (measure: number | undefined): boolean => measure !== undefined;

/** Whether the field has everything that was sent, however the service spells it. */
export const isApplied = (change: FieldChange, now: Field): boolean =>
	Object.entries(change).every(([key, sent]) => {
		const held: unknown = { ...now }[key as keyof Field];
		if (key === 'participantID') return sameId(sent, held);
		if (key === 'label') return sameText(sent, held);
		return Array.isArray(sent)
			? isSameBox(sent, held)
			: JSON.stringify(held) === JSON.stringify(sent);
	});

/** How far a measure may differ, in points: boxes are sent with two decimals. */
const TOLERANCE = 0.01;

/** The service may round measures to a tenth of a point, or write them as text. */
export const isSameBox = (sent: readonly number[], shown: unknown): boolean =>
	sent.every((measure, at) => {
		const held = Number([shown].flat()[at]);
		const tenth = Math.round(measure * 10) / 10;
		return [measure, tenth].some((one) => Math.abs(one - held) <= TOLERANCE);
	});
