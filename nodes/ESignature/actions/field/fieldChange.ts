import { DATE_FORMATS, type DateFormat, type Field, type FieldChange } from '../../api';
import { chosenValue, InputError, uuid } from '../../core';
import { filled, flag, oneOf } from '../inputs';
import { boxOf, pageOf, type FieldInput } from './newField';
import { toPoints } from './units';

export type FieldUpdate = FieldInput & { participantId?: unknown };

const FORMATS = Object.keys(DATE_FORMATS) as DateFormat[];
const MEASURES = ['x', 'y', 'width', 'height'] as const;

/** What to send to change a field: the type must be repeated, and a box is replaced as a whole. */
export function changeOf(current: Field, values: FieldUpdate): FieldChange {
	const { participantId, page, required, label, format, modifiable } = values;
	const change: FieldChange = {
		type: current.type,
		...(participantId !== undefined && {
			participantID: uuid(chosenValue(participantId), 'participant ID'),
		}),
		...(page !== undefined && { page: pageOf(page) }),
		...(required !== undefined && { required: flag(required, 'Required') }),
		...(label !== undefined && { label: filled(label, 'Label') }),
		...(format !== undefined && { format: oneOf(FORMATS, format, 'Format') }),
		...(modifiable !== undefined && { modifiable: flag(modifiable, 'Modifiable') }),
		...(MEASURES.some((name) => values[name] !== undefined) && {
			boundingBox: boxFrom(current, values),
		}),
	};
	assertFits(change);
	return change;
}

/** Measures that are not given stay as they are. */
function boxFrom(current: Field, values: FieldUpdate) {
	const points = toPoints(values.unit ?? 'pt');
	const [x, y, width, height] = MEASURES.map(
		(name, at) => values[name] ?? (current.boundingBox[at] ?? 0) / points,
	);
	return boxOf({ x, y, width, height, unit: values.unit });
}

function assertFits(change: FieldChange): void {
	const { type, label, format, modifiable } = change;
	if (Object.keys(change).length === 1) {
		throw new InputError(
			'There is nothing to update',
			"Add at least one of the 'Update Fields'. Nothing was sent.",
		);
	}
	if (label !== undefined && type !== 'custom') {
		throw new InputError("Only a field of the type 'custom' has a label", 'Nothing was sent.');
	}
	if ((format !== undefined || modifiable !== undefined) && type !== 'date') {
		throw new InputError(
			"Only a field of the type 'date' has a format and can be modifiable",
			'Nothing was sent.',
		);
	}
}

export const isApplied = (change: FieldChange, now: Field): boolean =>
	Object.entries(change).every(
		([key, value]) => JSON.stringify({ ...now }[key as keyof Field]) === JSON.stringify(value),
	);
