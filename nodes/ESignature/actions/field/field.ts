import type { INodeProperties } from 'n8n-workflow';

import type { BoundingBox, Field, FieldChange, NewField } from '../../api';
import {
	chosenValue,
	enteredId,
	numberOf,
	sameId,
	switchOf,
	wrongInput,
	type Call,
} from '../../core';
import { butIs, quoted } from '../../values/text';
import { oneOf, sameText, text, textOf } from '../shared/inputs';
import type { DocumentIds } from '../shared/locators';
import { isGiven } from '../shared/rows';
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

/** Points per unit (docs/api.md, Fields). */
const POINTS: Record<Unit, number> = { inch: 72, mm: 72 / 25.4, pt: 1 };

/** A field as entered in the form or as JSON. */
export interface FieldInput {
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
	unit?: unknown;
	x?: unknown;
	y?: unknown;
	width?: unknown;
	height?: unknown;
	/** Replaces the five above: the contract's own form, in points. */
	boundingBox?: unknown;
}

/** The keys of a row in JSON, the contract's own `boundingBox` among them. */
export const FIELD_KEYS = [...form.fieldProperties.map(({ name }) => name), 'boundingBox'];

const DEFAULTS = Object.fromEntries(
	[
		...[form.page, form.required, form.format, form.modifiable, form.unit],
		...[form.place, form.occurrence, ...form.offsets],
	].map((input) => [input.name, input.default]),
);

/**
 * The row with defaults for what it leaves out. A value that an expression left empty stays empty: the default page or
 * unit would put the field in the wrong place.
 */
export function withDefaults(row: FieldInput): FieldInput {
	const whole: FieldInput = { ...DEFAULTS, ...row };
	if (isGiven(row.boundingBox)) return whole;
	const factor = POINTS[oneOf(whole, form.unit)];
	const size = form.size.map(({ name, default: defaultValue }) => [name, defaultValue / factor]);
	return { ...Object.fromEntries(size), ...whole };
}

const boxOf = (input: FieldInput): BoundingBox => {
	const { boundingBox } = input;
	if (!isGiven(boundingBox)) return measuresOf(input, form.measures) as BoundingBox;
	if (Array.isArray(boundingBox) && boundingBox.length === form.measures.length) {
		return form.measures.map((one, at) => points(boundingBox[at], one, 1)) as BoundingBox;
	}
	throw wrongInput(
		`The 'boundingBox' must have four numbers${butIs(boundingBox)}`,
		'Enter x, y, width and height in points, e.g. [72, 72, 150, 40].',
	);
};

/** The values of these inputs in points. */
export function measuresOf(input: FieldInput, inputs: readonly INodeProperties[]): number[] {
	const factor = POINTS[oneOf(input, form.unit)];
	return inputs.map((one) => points(measureIn(input, one), one, factor));
}

const measureIn = (input: FieldInput, { name }: INodeProperties): unknown =>
	input[name as keyof FieldInput] ?? undefined;

export const MEASURE = 'Enter a number such as 72 or 25.4.';

function points(value: unknown, input: INodeProperties, factor: number): number {
	const measure = round(numberOf(value, input, MEASURE) * factor);
	// JSON has no infinite numbers: it would be sent as null.
	if (Number.isFinite(measure)) return measure;
	throw wrongInput(`'${input.displayName}' is out of range: ${quoted(value)}`, MEASURE);
}

/** Rounds to a hundredth of a point. Adding 0 turns -0 into 0. */
export const round = (measure: number): number => Math.round(measure * 100) / 100 + 0;

/** Where a field is. Below 0, the page is counted from the end. */
export interface Position {
	page: number;
	boundingBox: BoundingBox;
}

type WithoutPlace<Whole> = Whole extends unknown
	? Omit<Whole, 'participantID' | keyof Position>
	: never;

/** A field, without its signer and its position. */
export type FieldDetails = WithoutPlace<NewField>;

/** The details in a complete row, or an error that says what to correct. */
export function detailsOf(input: FieldInput): FieldDetails {
	const type = oneOf({ type: textOf(input.type).trim() }, form.type);
	// Both are always sent: defaults are open (docs/api.md, Fields: `field-defaults`).
	const required = switchOf(input.required, form.required);
	if (type === 'custom') return { type, required, label: text(input, form.label) };
	if (type !== 'date') return { type, required };
	return {
		type,
		required,
		format: oneOf(input, form.format),
		modifiable: switchOf(input.modifiable, form.modifiable),
	};
}

/** The position in a complete row. */
export const positionOf = (input: FieldInput): Position => ({
	page: pageOf(input.page),
	boundingBox: boxOf(input),
});

/** The number of a page. Below 0, it is counted from the end. */
export function pageOf(value: unknown): number {
	const advice = 'The first page is 1, the last one is -1.';
	const page = numberOf(value, form.page, advice);
	if (Number.isInteger(page) && page !== 0) return page;
	throw wrongInput(
		`'${form.page.displayName}' must be a whole number other than 0${butIs(value)}`,
		advice,
	);
}

/** A change, checked as far as possible without the field itself. */
interface FieldUpdate {
	values: Omit<FieldChange, 'type' | 'boundingBox'>;
	/** In points. An undefined measure stays as it is. */
	box: Array<number | undefined>;
}

export function fieldUpdate(input: FieldInput & { participantId?: unknown }): FieldUpdate {
	const { participantId, page, required, label, format, modifiable } = input;
	const values = {
		...(participantId !== undefined && {
			participantID: enteredId(chosenValue(participantId), 'participant ID'),
		}),
		...(page !== undefined && { page: pageOf(page) }),
		...(required !== undefined && { required: switchOf(required, form.required) }),
		...(label !== undefined && { label: text(input, form.label) }),
		...(format !== undefined && { format: oneOf(input, form.format) }),
		...(modifiable !== undefined && { modifiable: switchOf(modifiable, form.modifiable) }),
	};
	const factor = POINTS[oneOf(input, form.unit, form.unit.default)];
	const box = form.measures.map((one) => {
		const measure = measureIn(input, one);
		return measure === undefined ? undefined : points(measure, one, factor);
	});
	if (Object.keys(values).length > 0 || box.some(hasMeasure)) return { values, box };
	throw wrongInput('There is nothing to update', "Add at least one of the 'Update Fields'.");
}

/** The type must be repeated, and a box is replaced as a whole. */
export function changeOf({ type, boundingBox }: Field, { values, box }: FieldUpdate): FieldChange {
	const { label, format, modifiable } = values;
	if (label !== undefined && type !== 'custom') {
		throw wrongInput(
			`This field has the type ${quoted(type)}, but only a 'custom' field has a label`,
			"Remove 'Label' from the 'Update Fields'.",
		);
	}
	if ((format !== undefined || modifiable !== undefined) && type !== 'date') {
		throw wrongInput(
			`This field has the type ${quoted(type)}, but only a 'date' field has a format and can be modifiable`,
			"Remove 'Format' and 'Modifiable' from the 'Update Fields'.",
		);
	}
	return {
		type,
		...values,
		...(box.some(hasMeasure) && {
			boundingBox: box.map((measure, at) => measure ?? boundingBox[at]) as Field['boundingBox'],
		}),
	};
}

const hasMeasure = (measure: number | undefined): boolean => measure !== undefined;

/** Whether the field has everything that was sent, however the service spells it. */
export const isApplied = (change: FieldChange, now: Field): boolean =>
	Object.entries(change).every(([key, sent]) => {
		const stored: unknown = { ...now }[key as keyof Field];
		if (key === 'participantID') return sameId(sent, stored);
		if (key === 'label') return sameText(sent, stored);
		return Array.isArray(sent)
			? isSameBox(sent, stored)
			: JSON.stringify(stored) === JSON.stringify(sent);
	});

/** How far a measure in an answer may differ, in points. A tenth cannot be seen. */
const TOLERANCE = 0.06;

export const isSameBox = (sent: readonly number[], shown: unknown): boolean =>
	Array.isArray(shown) &&
	sent.every((measure, at) => Math.abs(measure - Number(shown[at])) <= TOLERANCE);
