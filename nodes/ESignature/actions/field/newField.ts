import { DATE_FORMATS, FIELD_TYPES, type NewField, type UUID } from '../../api';
import { InputError } from '../../core';
import { filled, flag, oneOf } from '../inputs';
import type { Source } from '../rows';
import { boxOf, numberOf, type BoxInput } from './box';

/** Contract, Field: `page` is an int32. */
const LAST_PAGE = 2 ** 31 - 1;

/** The keys of a row in JSON, the contract's own `boundingBox` among them. */
export const FIELD_KEYS = [
	...['type', 'label', 'format', 'modifiable', 'required', 'page', 'unit'],
	...['x', 'y', 'width', 'height', 'boundingBox'],
] as const;

/** What a user enters for one field, in the form or as JSON. */
export interface FieldInput extends BoxInput {
	type?: unknown;
	page?: unknown;
	required?: unknown;
	label?: unknown;
	format?: unknown;
	modifiable?: unknown;
}

/**
 * The field to send, or what to correct: checked before anything is sent. A row in JSON may leave out
 * what has a usual value; in the form nothing is left out, unless an expression gave nothing.
 */
export function newField(input: FieldInput, participantID: UUID, source: Source): NewField {
	if (source === 'form') assertFilled(input);
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

/** The usual page or unit would put a field where nobody wanted it. */
function assertFilled(input: FieldInput): void {
	const inputs = {
		...{ Page: input.page, Unit: input.unit, Required: input.required },
		...(input.type === 'date' && { Format: input.format, Modifiable: input.modifiable }),
	};
	const empty = Object.entries(inputs).find(([, value]) => value === undefined || value === null);
	if (!empty) return;
	throw refused(`The '${empty[0]}' is empty`, 'The expression in it gave nothing.');
}

export function pageOf(value: unknown): number {
	const page = numberOf(value, 'Page');
	if (Number.isInteger(page) && page >= 1 && page <= LAST_PAGE) return page;
	throw refused("The 'Page' must be a whole number from 1 on", 'The first page is 1.');
}

const refused = (message: string, advice: string) =>
	new InputError(message, `${advice} Nothing was sent.`);

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
