import type { INodeProperties } from 'n8n-workflow';

import { DATE_FORMATS, type DateFormat, type FieldType } from '../../api';
import { sorted } from '../../core';
import { choices, type Choice } from '../shared/inputs';
import { addable } from '../shared/rows';

export type Unit = 'inch' | 'mm' | 'pt';

export type Placement = 'atPosition' | 'atText';

export type Side = 'above' | 'below' | 'over' | 'rightOf';

type Measure = INodeProperties & { default: number };

const measure = (
	displayName: string,
	name: string,
	value: number,
	description: string,
): Measure => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { numberPrecision: 2 },
	default: value,
	description,
});

/** In alphabetical order. */
const TYPES = choices<FieldType>({
	checkbox: { description: 'A box to check' },
	company: { description: 'Company of the signer' },
	custom: { description: "Text that the signer enters. 'Label' says what to enter." },
	date: { description: 'The date on which the signer opens the document' },
	initials: { description: 'Initials of the signer' },
	name: { description: 'Name of the signer' },
	signature: { description: 'Signature of the signer' },
	title: { description: 'Title of the signer, such as a job title' },
});

export const type: Choice<FieldType> = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: TYPES,
	default: 'signature',
	description: 'What the signer fills in',
};

export const page: INodeProperties = {
	displayName: 'Page',
	name: 'page',
	type: 'number',
	default: 1,
	description: 'Page of the document. The first page is 1, the last one is -1.',
};

export const unit: Choice<Unit> = {
	displayName: 'Unit',
	name: 'unit',
	type: 'options',
	options: choices({
		inch: { name: 'Inches', description: 'US Letter is 8.5 x 11 inches' },
		mm: { name: 'Millimeters', description: 'A4 is 210 x 297 mm' },
		pt: { name: 'Points', description: '72 points are one inch: A4 is 595 x 842' },
	}),
	default: 'pt',
	description: 'Unit of the position and the size',
};

/** In the order of the contract's `boundingBox`. */
const [x, y, width, height] = [
	measure('X', 'x', 72, 'Distance from the left edge of the page, in points or the chosen unit'),
	measure('Y', 'y', 72, 'Distance from the top edge of the page, in points or the chosen unit'),
	measure('Width', 'width', 150, 'Width of the field, in points or the chosen unit'),
	measure('Height', 'height', 40, 'Height of the field, in points or the chosen unit'),
] as const;

export const size: Measure[] = [width, height];

export const measures: INodeProperties[] = [x, y, ...size];

export const boxProperties: INodeProperties[] = [unit, ...measures];

export const allowOverlap: INodeProperties = {
	displayName: 'Allow Overlapping Fields',
	name: 'allowOverlappingFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to place fields of one signer over each other. Such a signer may not be able to fill in all of them.',
};

export const required: INodeProperties = {
	displayName: 'Required',
	name: 'required',
	type: 'boolean',
	default: true,
	description: 'Whether the signer must fill in the field',
};

export const label: INodeProperties = {
	displayName: 'Label',
	name: 'label',
	type: 'string',
	default: '',
	placeholder: 'e.g. Customer number',
	description: 'Tells the signer what to enter. Required for custom fields.',
};

export const format: Choice<DateFormat> = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: sorted(
		(Object.entries(DATE_FORMATS) as Array<[DateFormat, string]>).map(([value, example]) => ({
			name: example,
			value,
			description: value,
		})),
	),
	default: 'YYYY-MM-DD',
	description:
		'How the date is written; the examples show 10 September 2025. Initially it is the date on which the signer opens the document.',
};

export const modifiable: INodeProperties = {
	displayName: 'Modifiable',
	name: 'modifiable',
	type: 'boolean',
	default: false,
	description: 'Whether the signer can change the date',
};

export const placement: Choice<Placement> = {
	displayName: 'Placement',
	name: 'placement',
	type: 'options',
	options: choices({
		atPosition: { name: 'At Position', description: 'On a page, at a distance from its edges' },
		atText: { name: 'At Text', description: 'Next to or over a text in the document' },
	}),
	default: 'atPosition',
	required: true,
	description: 'Where the field is',
};

export const textToFind: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	placeholder: 'e.g. Signature:',
	description:
		'Text of the document to place the field at, exactly as it appears there. Differences in spaces and line breaks are ignored.',
};

export const place: Choice<Side> = {
	displayName: 'Place',
	name: 'place',
	type: 'options',
	options: choices({
		above: { description: 'The field ends where the text begins, at its left edge' },
		below: { description: 'The field begins where the text ends, at its left edge' },
		over: { description: 'The field is on the line of the text and covers it' },
		rightOf: { name: 'Right Of', description: 'On the same line, after the text' },
	}),
	default: 'over',
	description: 'Position of the field relative to the text',
};

export const occurrence: Choice<'every' | 'first' | 'last' | 'number'> = {
	displayName: 'Occurrence',
	name: 'occurrence',
	type: 'options',
	options: choices({
		every: { description: 'One field at each place where the text appears' },
		first: { description: 'The first place where the text appears' },
		last: { description: 'The last place where the text appears' },
		number: { name: 'By Number', description: "The occurrence set in 'Occurrence Number'" },
	}),
	default: 'first',
	description: 'Which of the places to use, if the text appears in the document more than once',
};

export const occurrenceNumber: INodeProperties = {
	displayName: 'Occurrence Number',
	name: 'occurrenceNumber',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 1,
	description: "Which of the places to use, counted from 1. Used if 'Occurrence' is By Number.",
};

/** How far the field is from where its place puts it. */
export const offsets: INodeProperties[] = [
	measure(
		'Offset X',
		'offsetX',
		0,
		'How far to move the field to the right. Negative values move it to the left.',
	),
	measure('Offset Y', 'offsetY', 0, 'How far to move the field down. Negative values move it up.'),
];

/** What only a field at a text has. */
export const textProperties: INodeProperties[] = [
	textToFind,
	place,
	occurrence,
	occurrenceNumber,
	...offsets,
];

const shownFor = (chosen: Placement, more: object = {}) => ({
	displayOptions: { show: { placement: [chosen], ...more } },
});

const shownForType = (type: FieldType) => ({ displayOptions: { show: { type: [type] } } });

const atPosition = (...inputs: INodeProperties[]): INodeProperties[] =>
	inputs.map((input) => ({ ...input, ...shownFor('atPosition') }));

const atText: INodeProperties[] = [
	...[textToFind, place, occurrence].map((input) => ({ ...input, ...shownFor('atText') })),
	{ ...occurrenceNumber, ...shownFor('atText', { occurrence: ['number'] }) },
];

/** The inputs that describe one field, but for whom it is. */
export const fieldProperties: INodeProperties[] = [
	type,
	{ ...label, ...shownForType('custom') },
	{ ...format, ...shownForType('date') },
	{ ...modifiable, ...shownForType('date') },
	placement,
	...atPosition(page),
	...atText,
	unit,
	...atPosition(x, y),
	...offsets.map((offset) => ({ ...offset, ...shownFor('atText') })),
	width,
	height,
	required,
];

/** A row that was only added is at no text yet, so it is refused instead of being sent at a position that was never chosen. */
const placementOfRow: INodeProperties = { ...placement, default: 'atText' };

/** The same as a row: what, for whom and where. The rest has usual values, and is added where it is needed. */
export const fieldRow = (
	whom: INodeProperties,
	more: INodeProperties[] = [],
): INodeProperties[] => [
	type,
	whom,
	{ ...label, ...shownForType('custom') },
	placementOfRow,
	...atPosition(page, x, y),
	...atText,
	addable(['details', 'Details'], 'Add detail', [
		...more,
		format,
		modifiable,
		...offsets,
		required,
		unit,
		...size,
	]),
];
