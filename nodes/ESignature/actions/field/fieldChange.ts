import { DATE_FORMATS, type DateFormat, type Field, type FieldChange } from '../../api';
import { chosenValue, InputError, sameId, uuid } from '../../core';
import { filled, flag, oneOf, sameText } from '../inputs';
import { sameWords } from '../sameWords';
import { partOfBox } from './box';
import { pageOf, type FieldInput } from './newField';

/** What to change, as far as it can be checked without the field itself. */
export interface FieldUpdate {
	values: Omit<FieldChange, 'type' | 'boundingBox'>;
	/** In points; a measure that is not given stays as it is. */
	box: Array<number | undefined>;
}

const FORMATS = Object.keys(DATE_FORMATS) as DateFormat[];

export function fieldUpdate(input: FieldInput & { participantId?: unknown }): FieldUpdate {
	const { participantId, page, required, label, format, modifiable } = input;
	const values = {
		...(participantId !== undefined && {
			participantID: uuid(chosenValue(participantId), 'participant ID'),
		}),
		...(page !== undefined && { page: pageOf(page) }),
		...(required !== undefined && { required: flag(required, 'Required') }),
		...(label !== undefined && { label: filled(label, 'Label') }),
		...(format !== undefined && { format: oneOf(FORMATS, format, 'Format') }),
		...(modifiable !== undefined && { modifiable: flag(modifiable, 'Modifiable') }),
	};
	const box = partOfBox(input);
	if (Object.keys(values).length > 0 || box.some(isGiven)) return { values, box };
	throw new InputError(
		'There is nothing to update',
		"Add at least one of the 'Update Fields'. Nothing was sent.",
	);
}

/** What to send: the type must be repeated, and a box is replaced as a whole. */
export function changeOf({ type, boundingBox }: Field, { values, box }: FieldUpdate): FieldChange {
	const { label, format, modifiable } = values;
	if (label !== undefined && type !== 'custom') {
		throw new InputError(
			"Only a field of the type 'custom' has a label",
			"Remove 'Label' from the 'Update Fields'. Nothing was sent.",
		);
	}
	if ((format !== undefined || modifiable !== undefined) && type !== 'date') {
		throw new InputError(
			"Only a field of the type 'date' has a format and can be modifiable",
			"Remove 'Format' and 'Modifiable' from the 'Update Fields'. Nothing was sent.",
		);
	}
	return {
		type,
		...values,
		...(box.some(isGiven) && {
			boundingBox: box.map(
				(measure, at) => measure ?? present([boundingBox].flat()[at]),
			) as Field['boundingBox'],
		}),
	};
}

/** A measure that stays as it is: where the service does not tell it, any number would be a guess. */
function present(measure: unknown): number {
	const number = typeof measure === 'string' && measure.trim() !== '' ? Number(measure) : measure;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new InputError(
		'The service does not tell the present place of the field',
		"Give 'X', 'Y', 'Width' and 'Height' together. Nothing was changed.",
	);
}

const isGiven = (measure: number | undefined): boolean => measure !== undefined;

export const isApplied = (change: FieldChange, now: Field): boolean =>
	Object.entries(change).every(([key, value]) =>
		isHeld(key, value, { ...now }[key as keyof Field]),
	);

/**
 * Whether an answer does not say otherwise: it may leave out what it does not know, round a box or move it
 * onto its page, but not leave it where it was.
 */
export const mayHave = (change: FieldChange, now: Field, before: Field): boolean =>
	Object.entries(change).every(([key, value]) => {
		const held: unknown = { ...now }[key as keyof Field] ?? undefined;
		if (held === undefined || isHeld(key, value, held)) return true;
		if (key === 'boundingBox') return !isHeld(key, before.boundingBox, held);
		return key === 'label' && sameWords(String(value), held);
	});

/** The service may spell an ID in another case, round a box or write its numbers as text. */
function isHeld(key: string, sent: unknown, held: unknown): boolean {
	if (key === 'participantID') return sameId(sent, held);
	if (key === 'label') return sameText(sent, held);
	if (Array.isArray(sent) && Array.isArray(held)) {
		return sent.every((number, at) => Math.abs(Number(number) - Number(held[at])) < 0.01);
	}
	return JSON.stringify(held) === JSON.stringify(sent);
}
