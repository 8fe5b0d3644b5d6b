import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { isWrongInput, plainName, wrongInput, type Call } from '../../core';
import { parseJson } from '../../values/parse';
import { quoted, sorted } from '../../values/text';

export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

/**
 * The values of a row that are not empty, under the known names. An unknown key is an error: if it were ignored, a
 * signer could lose their code, or a field its place.
 */
export function knownKeys<Key extends string>(
	row: object,
	known: readonly Key[],
	ignored: readonly string[] = [],
): Partial<Record<Key, unknown>> {
	const names = new Map(known.map((key) => [plainName(key), key]));
	const passed = new Set(ignored.map(plainName));
	const found: Partial<Record<Key, unknown>> = {};
	const refused = (message: string, advice: string) =>
		wrongInput(message, `${advice} The known keys are: ${known.join(', ')}.`);
	for (const [key, value] of Object.entries(row)) {
		if (!isGiven(value) || passed.has(plainName(key))) continue;
		const name = names.get(plainName(key));
		if (!name) throw refused(`${quoted(key)} is not a known key`, 'Remove or rename it.');
		if (name in found) throw refused(`'${name}' appears twice`, 'Keep only one of them.');
		found[name] = value;
	}
	return found;
}

export const inputMode: INodeProperties = {
	displayName: 'Input Mode',
	name: 'inputMode',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'One row for each entry' },
		{
			name: 'JSON',
			value: 'json',
			description: 'A JSON list, or an expression that returns one',
		},
	],
	default: 'form',
	description: 'Enter participants and fields in a form or as JSON',
};

export const jsonRows = (name: string, displayName: string, example: string): INodeProperties => ({
	displayName,
	name,
	type: 'json',
	typeOptions: { rows: 6 },
	default: '[]',
	displayOptions: { show: { inputMode: ['json'] } },
	description: 'A list with one object for each entry',
	hint: `Example: ${example}`,
});

/** Alternatives with inputs of their own, of which at most one is filled in. */
export type Groups = Omit<INodeProperties, 'options'> & { options: INodePropertyCollection[] };

/** Rows to fill in. */
export const formRows = (
	[name, displayName]: [name: string, displayName: string],
	[row, rowName]: [name: string, displayName: string],
	values: INodeProperties[],
	placeholder = `Add ${rowName.toLowerCase()}`,
): Groups => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder,
	default: {},
	displayOptions: { show: { inputMode: ['form'] } },
	options: [{ displayName: rowName, name: row, values }],
});

/** Optional inputs, which are added one by one. */
export const addable = (
	[name, displayName]: [name: string, displayName: string],
	placeholder: string,
	values: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: sorted(values, 'displayName'),
});

/** The input for a collection, in which nothing is required. */
export const optional = (property: INodeProperties): INodeProperties => {
	const copy = { ...property };
	delete copy.required;
	return copy;
};

/**
 * The values of a form row, without its groups. An input that is not set has its default; one that was not added, or
 * that an expression left empty, has none. For alternatives, the value is the name of the chosen one.
 */
function flattenRow(inputs: readonly INodeProperties[], entered: unknown): Record<string, unknown> {
	const values = { ...(entered as object) } as Record<string, unknown>;
	return Object.assign(
		{},
		...inputs.map((input) => {
			const { name, type, default: defaultValue } = input;
			if (type === 'collection') return values[name];
			if (type === 'fixedCollection') return readGroup(input as Groups, values[name]);
			return { [name]: name in values ? values[name] : defaultValue };
		}),
	) as Record<string, unknown>;
}

function readGroup({ name, displayName, options }: Groups, entered: unknown) {
	if (isGiven(entered) && typeof entered !== 'object') {
		const names = options.map((group) => `'${group.displayName}'`).join(' or ');
		throw wrongInput(`'${displayName}' must be ${names}`, 'Add one of them in the form.');
	}
	const groups = { ...(entered as object) } as Record<string, unknown>;
	const [chosen, other] = options.filter((group) => isGiven(groups[group.name]));
	if (!chosen) return {};
	if (!other) return { [name]: chosen.name, ...flattenRow(chosen.values, groups[chosen.name]) };
	throw wrongInput(
		`'${displayName}' has both '${chosen.displayName}' and '${other.displayName}'`,
		'Remove one of them.',
	);
}

/** A list that is entered in the form or as JSON. */
interface RowList<Row> {
	/** How errors call an entry, before its number. */
	noun: string;
	form: Groups;
	/** The input for JSON. */
	json: string;
	/** Another list stands beside it: it may be empty, and errors number its entry even if there is only one. */
	isOptional?: boolean;
	/** Both make the same kind of row, so that a reader need not know where a row comes from. */
	fromForm(row: Row): Row;
	fromJson(row: Row): Row;
}

/** Makes each row of the list, then reads it. The error for a wrong input names the entry. */
export function readRows<Row, Made>(
	call: Pick<Call, 'param'>,
	list: RowList<Row>,
	read: (row: Row, entry?: string) => Made,
): Made[] {
	const { noun, isOptional = false, fromForm, fromJson } = list;
	const isForm = call.param<unknown>(inputMode.name, inputMode.default) !== 'json';
	const rows = enteredRows(call, list, isForm);
	return rows.map((entered, index) => {
		const isOnly = rows.length === 1 && !isOptional;
		const entry = isOnly ? undefined : `${noun} ${index + 1}`;
		return readEntry(entry, () => read(isForm ? fromForm(entered) : fromJson(entered), entry));
	});
}

/** The rows as they were entered. In JSON they may be a text, a list or an object with `items`. */
function enteredRows<Row>(
	{ param }: Pick<Call, 'param'>,
	{ form, json, isOptional }: RowList<Row>,
	isForm: boolean,
): Row[] {
	const { name: collection } = form;
	const [row] = form.options;
	const entered = isForm
		? (param<Record<string, unknown>>(collection, {})[row?.name ?? ''] ?? [])
		: listOf(param<unknown>(json, []), collection);
	const rows =
		isForm && Array.isArray(entered)
			? entered.map((one) => row && flattenRow(row.values, one))
			: entered;
	// Not quoted, since there may be access codes in it.
	const firstInvalid = Array.isArray(rows)
		? rows.findIndex((one) => typeof one !== 'object' || one === null) + 1
		: 0;
	if (!Array.isArray(rows) || firstInvalid > 0) {
		throw wrongInput(
			`The JSON of the ${collection} is not a list of objects${firstInvalid > 0 ? `: entry ${firstInvalid} is not an object` : ''}`,
			'Enter a list that starts with [ and contains one {...} for each entry.',
		);
	}
	if (rows.length === 0 && !isOptional) {
		throw wrongInput(`The list of ${collection} is empty`, 'Add at least one entry.');
	}
	return rows as Row[];
}

/** The error for a wrong input names the entry, unless it is the only one. */
export function readEntry<Made>(entry: string | undefined, make: () => Made): Made {
	try {
		return make();
	} catch (error) {
		throw withEntryName(entry, error);
	}
}

export const withEntryName = (entry: string | undefined, error: unknown): unknown =>
	entry !== undefined && isWrongInput(error)
		? wrongInput(`${entry}: ${error.message}`, error.advice)
		: error;

function listOf(value: unknown, collection: string): unknown {
	if (typeof value !== 'string') return unwrapItems(value);
	const parsed = parseJson(value);
	if (parsed !== undefined) return unwrapItems(parsed);
	throw wrongInput(
		`The JSON of the ${collection} cannot be read`,
		'Check commas, quotes and brackets. In an expression, wrap the list in JSON.stringify().',
	);
}

/** The list in the contract's own bulk form, `{ items: [...] }`. */
const unwrapItems = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'items' in value ? value.items : value;
