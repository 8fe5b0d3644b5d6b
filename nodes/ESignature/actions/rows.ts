import type { INodeProperties } from 'n8n-workflow';

import { InputError, parseJson, type Call } from '../core';

export const inputMode: INodeProperties = {
	displayName: 'Input Mode',
	name: 'inputMode',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in a form, with one row for each entry' },
		{
			name: 'JSON',
			value: 'json',
			description: 'Enter a list as JSON, or an expression that gives one',
		},
	],
	default: 'form',
	description: 'Fill in a form here, or give a list as JSON',
};

export const jsonRows = (name: string, displayName: string, example: string): INodeProperties => ({
	displayName,
	name,
	type: 'json',
	typeOptions: { rows: 6 },
	default: '[]',
	displayOptions: { show: { inputMode: ['json'] } },
	description: 'A list in JSON, with one object for each entry',
	hint: `Example: ${example}`,
});

/** Rows to fill in. n8n wants their inputs in alphabetical order. */
export const formRows = (
	[name, displayName]: [name: string, displayName: string],
	[row, rowName]: [name: string, displayName: string],
	values: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: `Add ${rowName}`,
	default: {},
	displayOptions: { show: { inputMode: ['form'] } },
	options: [{ displayName: rowName, name: row, values: alphabetical(values) }],
});

export const alphabetical = (properties: INodeProperties[]): INodeProperties[] =>
	[...properties].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** In a collection of optional inputs none is required. */
export const optional = (property: INodeProperties): INodeProperties => {
	const copy = { ...property };
	delete copy.required;
	return copy;
};

/** Where rows come from. In the form every visible input has a value, and hidden ones have none. */
export type Source = 'form' | 'json';

export const sourceOf = ({ param }: Pick<Call, 'param'>): Source =>
	param<unknown>('inputMode', 'form') === 'json' ? 'json' : 'form';

/** The rows of the form, or of the JSON text, list or object that stands in for it. */
export function rowsOf<Row>(
	call: Pick<Call, 'param'>,
	collection: string,
	row: string,
	json: string,
	{ optional = false } = {},
): Row[] {
	const rows =
		sourceOf(call) === 'json'
			? listOf(call.param<unknown>(json, []), collection)
			: (call.param<Record<string, unknown>>(collection, {})[row] ?? []);
	if (!Array.isArray(rows) || !rows.every((one) => typeof one === 'object' && one !== null)) {
		throw new InputError(
			`The JSON of the ${collection} is not a list of objects`,
			'It starts with [ and holds one {...} for each entry. Nothing was sent.',
		);
	}
	if (rows.length === 0 && !optional) {
		throw new InputError(
			`The list of ${collection} is empty`,
			'Add at least one entry. Nothing was sent.',
		);
	}
	return rows as Row[];
}

/** Makes one thing of each row; what is wrong names the row, as counted by people. */
export function eachRow<Row, Made>(rows: Row[], make: (row: Row) => Made): Made[] {
	return rows.map((row, index) =>
		rows.length === 1 ? make(row) : named(`Row ${index + 1}`, () => make(row)),
	);
}

/** Says of which entry a complaint is. */
export function named<Made>(entry: string, make: () => Made): Made {
	const made = attempt(make);
	if ('value' in made) return made.value;
	if (!(made.error instanceof InputError)) throw made.error;
	throw new InputError(`${entry}: ${made.error.message}`, made.error.description);
}

function attempt<Value>(work: () => Value): { value: Value } | { error: unknown } {
	try {
		return { value: work() };
	} catch (error) {
		return { error };
	}
}

function listOf(value: unknown, collection: string): unknown {
	if (typeof value !== 'string') return unwrapped(value);
	const parsed = parseJson(value);
	if (parsed !== undefined) return unwrapped(parsed);
	throw new InputError(
		`The JSON of the ${collection} cannot be read`,
		'Check commas, quotes and brackets. In an expression, wrap the list in JSON.stringify(). Nothing was sent.',
	);
}

/** The contract's own bulk form, `{ items: [...] }`, is understood too. */
const unwrapped = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'items' in value ? value.items : value;
