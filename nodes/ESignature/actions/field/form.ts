import type { INodeProperties } from 'n8n-workflow';

import { DATE_FORMATS, type DateFormat, type FieldType } from '../../api';
import { sorted } from '../../values/text';
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
	checkbox: {},
	company: {},
	custom: { description: 'Text that the signer enters' },
	date: { description: 'Filled in automatically when the signer opens the document' },
	initials: {},
	name: {},
	signature: {},
	title: { description: 'Such as a job title' },
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
	description: 'The first page is 1, the last one is -1',
};

export const unit: Choice<Unit> = {
	displayName: 'Unit',
	name: 'unit',
	type: 'options',
	options: choices({
		inch: { name: 'Inches', description: 'US Letter is 8.5 x 11 inches' },
		mm: { name: 'Millimeters', description: 'A4 is 210 x 297 mm' },
		pt: { name: 'Points', description: '72 per inch; A4 is 595 x 842' },
	}),
	default: 'pt',
	description: 'Unit of position and size',
};

/** In the order of the contract's `boundingBox`. */
const [x, y, width, height] = [
	measure('X', 'x', 72, 'Distance from the left edge of the page, in points by default'),
	measure('Y', 'y', 72, 'Distance from the top edge of the page, in points by default'),
	measure('Width', 'width', 150, 'Width of the field'),
	measure('Height', 'height', 40, 'Height of the field'),
] as const;

export const size: Measure[] = [width, height];

export const measures: INodeProperties[] = [x, y, ...size];

export const boxProperties: INodeProperties[] = [unit, ...measures];

export const allowOverlap: INodeProperties = {
	displayName: 'Allow Overlapping Fields',
	name: 'allowOverlappingFields',
	type: 'boolean',
	default: false,
	description: 'Whether fields may overlap, including those of different signers',
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
	description: 'Tells the signer what to enter',
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
	description: 'How the date is written. The examples show September 10, 2025.',
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
		atPosition: { name: 'At Position', description: 'At a distance from the edges of a page' },
		atText: { name: 'At Text', description: 'Next to text in the document' },
	}),
	default: 'atPosition',
	required: true,
	description: 'How to position the field',
};

export const textToFind: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	placeholder: 'e.g. Signature:',
	description: 'Whole words of the document, exactly as they appear there',
};

export const place: Choice<Side> = {
	displayName: 'Position',
	name: 'place',
	type: 'options',
	options: choices({
		above: { description: 'Directly above the text, left-aligned' },
		below: { description: 'Directly below the text, left-aligned' },
		over: { name: 'On Top Of', description: 'Covering the text, on its line' },
		rightOf: { name: 'Right Of', description: 'On the same line, after the text' },
	}),
	default: 'rightOf',
	description: 'Where the field is relative to the text',
};

export const occurrence: Choice<'every' | 'first' | 'last' | 'number'> = {
	displayName: 'Occurrence',
	name: 'occurrence',
	type: 'options',
	options: choices({
		every: { description: 'A field wherever the text appears' },
		first: { description: 'Where the text appears first' },
		last: { description: 'Where the text appears last' },
		number: { name: 'By Number', description: "The one set in 'Occurrence Number'" },
	}),
	default: 'first',
	description: 'Which match to use if the text appears several times',
};

export const occurrenceNumber: INodeProperties = {
	displayName: 'Occurrence Number',
	name: 'occurrenceNumber',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 1,
	description: 'Which one to use, counted from 1',
};

/** How far the field is moved from its place at the text. */
export const offsets: INodeProperties[] = [
	measure('Offset X', 'offsetX', 0, 'Distance to move the field right, or left if negative'),
	measure('Offset Y', 'offsetY', 0, 'Distance to move the field down, or up if negative'),
];

/** The inputs that only a field at a text has. */
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

/** The inputs that describe one field, without its participant. */
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

/** At Text is the default here: an untouched row has no text, so it is refused and not sent to a position that the user did not choose. */
const placementOfRow: INodeProperties = { ...placement, default: 'atText' };

export const ADD_SIGNATURE_FIELD = 'Add signature field';

/** The same inputs for a row. Those that have defaults are in a collection. `whom`: the input for the participant. */
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
	addable(['details', 'Options'], 'Add option', [
		...more,
		format,
		modifiable,
		...offsets,
		required,
		unit,
		...size,
	]),
];
