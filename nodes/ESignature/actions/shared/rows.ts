import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { isWrongInput, parseJson, plainName, sorted, wrongInput, type Call } from '../../core';

export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

/**
 * A row from elsewhere under the names that are known here. A table may have columns that are of no
 * concern; but what looks like one of these names is not passed over: the row would lose what its
 * author wanted to say, and a signer their code or a field its place.
 */
export function knownKeys<Key extends string>(
	row: object,
	known: readonly Key[],
	harmless: readonly string[] = [],
): Partial<Record<Key, unknown>> {
	const names = new Map(known.map((key) => [plainName(key), key]));
	const entries = Object.entries(row);
	const found: Partial<Record<Key, unknown>> = {};
	for (const [key, value] of entries) {
		const name = names.get(plainName(key));
		if (!name) continue;
		if (isGiven(found[name]) && isGiven(value) && found[name] !== value) {
			throw refused(`'${name}' appears twice`, 'Keep only one of them.', known);
		}
		if (!isGiven(found[name])) found[name] = value;
	}
	const passed = new Set(harmless.map(plainName));
	for (const [key, value] of entries) {
		if (!isGiven(value) || names.has(plainName(key)) || passed.has(plainName(key))) continue;
		const meant = known.find((name) => isAlike(key, name, isGiven(found[name])));
		if (meant)
			throw refused(`'${printableKey(key)}' is not a known key`, `Did you mean '${meant}'?`, known);
	}
	return found;
}

/** A key of the user's, which may be anything, in a message. */
export const printableKey = (key: string): string => key.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);

/** A typing error, or a longer name (`pageNumber`) for what the row otherwise lacks. */
function isAlike(key: string, name: string, isThere: boolean): boolean {
	const [given, wanted] = [plainName(key), plainName(name)];
	const slips = wanted.length >= 7 ? 2 : wanted.length >= 4 ? 1 : 0;
	if (slips > 0 && distance(given, wanted, slips) <= slips) return true;
	return !isThere && wanted.length >= 4 && wordsOf(key).includes(wanted);
}

const wordsOf = (key: string): string[] =>
	key
		.slice(0, 100)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[\s_-]/);

/** How many letters are wrong, missing, too many or swapped with their neighbour; beyond `most` it does not matter. */
function distance(one: string, other: string, most: number): number {
	if (Math.abs(one.length - other.length) > most) return most + 1;
	let before: number[] = [];
	let above = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let i = 1; i <= one.length; i++) {
		const row = [i];
		for (let j = 1; j <= other.length; j++) {
			const same = one[i - 1] === other[j - 1] ? 0 : 1;
			let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
			const isSwapped =
				i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
			if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
			row.push(least);
		}
		[before, above] = [above, row];
	}
	return above[other.length] ?? 0;
}

const refused = (message: string, advice: string, known: readonly string[]) =>
	wrongInput(message, `${advice} The known keys are: ${known.join(', ')}.`);

export const inputMode: INodeProperties = {
	displayName: 'Input Mode',
	name: 'inputMode',
	type: 'options',
	options: [
		{ name: 'Form', value: 'form', description: 'Fill in a form, with one row for each entry' },
		{
			name: 'JSON',
			value: 'json',
			description: 'Enter a list as JSON, or an expression that returns one',
		},
	],
	default: 'form',
	description: 'Fill in a form here, or provide a list as JSON',
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

/** Inputs of which one alternative is filled in at most. */
export type Groups = Omit<INodeProperties, 'options'> & { options: INodePropertyCollection[] };

/**
 * Rows to fill in. n8n's rules want five and more inputs in alphabetical order, where the first decision
 * may stand last: so a row has four at most, and groups for the rest.
 */
export const formRows = (
	[name, displayName]: [name: string, displayName: string],
	[row, rowName]: [name: string, displayName: string],
	values: INodeProperties[],
): Groups => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: `Add ${rowName.toLowerCase()}`,
	default: {},
	displayOptions: { show: { inputMode: ['form'] } },
	options: [{ displayName: rowName, name: row, values }],
});

/** Inputs that few need, to be added one by one. */
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
	options: alphabetical(values),
});

export const alphabetical = (properties: INodeProperties[]): INodeProperties[] =>
	sorted(properties, 'displayName');

/** In a collection of optional inputs none is required. */
export const optional = (property: INodeProperties): INodeProperties => {
	const copy = { ...property };
	delete copy.required;
	return copy;
};

/** Inputs that stay away where nobody added them: their usual value depends on others. */
const withoutUsual = new WeakSet<INodeProperties>();

export const unlessAdded = (property: INodeProperties): INodeProperties => {
	withoutUsual.add(property);
	return property;
};

/** Where rows come from. In the form every input has a value, unless an expression gave none. */
export type Source = 'form' | 'json';

export const sourceOf = ({ param }: Pick<Call, 'param'>): Source =>
	param<unknown>('inputMode', 'form') === 'json' ? 'json' : 'form';

/**
 * The values of inputs, out of their groups. What nobody added has its usual value; what an expression left
 * empty stays empty. Of alternatives, the name of the chosen one is the value; where none was chosen, the
 * inputs of the first have their usual values.
 */
export function ungrouped(
	inputs: readonly INodeProperties[],
	given: unknown,
): Record<string, unknown> {
	const values = { ...(given as object) } as Record<string, unknown>;
	return Object.assign(
		{},
		...inputs.map((input) => {
			const { name, type, options = [], default: usual } = input;
			if (type === 'collection') return ungrouped(options as INodeProperties[], values[name]);
			if (type === 'fixedCollection') return chosenGroup(input as Groups, values[name]);
			if (!(name in values) && withoutUsual.has(input)) return {};
			return { [name]: name in values ? values[name] : usual };
		}),
	) as Record<string, unknown>;
}

function chosenGroup({ name, displayName, options }: Groups, given: unknown) {
	if (isGiven(given) && typeof given !== 'object') {
		const names = options.map((group) => `'${group.displayName}'`).join(' or ');
		throw wrongInput(`'${displayName}' must be ${names}`, 'Add one of them in the form.');
	}
	const groups = { ...(given as object) } as Record<string, unknown>;
	const [chosen, other] = options.filter((group) => isGiven(groups[group.name]));
	if (!chosen) return ungrouped(options[0]?.values ?? [], {});
	if (!other) return { [name]: chosen.name, ...ungrouped(chosen.values, groups[chosen.name]) };
	throw wrongInput(
		`'${displayName}' has both '${chosen.displayName}' and '${other.displayName}'`,
		'Remove one of them.',
	);
}

/** The rows of the form, or of the JSON text, list or object that stands in for it. */
export function rowsOf<Row>(
	call: Pick<Call, 'param'>,
	{ name: collection, options: [row] }: Groups,
	json: string,
	{ optional = false } = {},
): Row[] {
	const isForm = sourceOf(call) === 'form';
	const given = isForm
		? (call.param<Record<string, unknown>>(collection, {})[row?.name ?? ''] ?? [])
		: listOf(call.param<unknown>(json, []), collection);
	const rows =
		isForm && Array.isArray(given) ? given.map((one) => row && ungrouped(row.values, one)) : given;
	if (!Array.isArray(rows) || !rows.every((one) => typeof one === 'object' && one !== null)) {
		throw wrongInput(
			`The JSON of the ${collection} is not a list of objects`,
			'Enter a list that starts with [ and contains one {...} for each entry.',
		);
	}
	if (rows.length === 0 && !optional) {
		throw wrongInput(`The list of ${collection} is empty`, 'Add at least one entry.');
	}
	return rows as Row[];
}

/** Makes one thing of each row; what is wrong names the entry, as counted by people. */
export function eachRow<Row, Made>(
	noun: string,
	rows: Row[],
	make: (row: Row, entry?: string) => Made,
): Made[] {
	return rows.map((row, index) => {
		const entry = `${noun} ${index + 1}`;
		return rows.length === 1 ? make(row) : named(entry, () => make(row, entry));
	});
}

/** Says of which entry a complaint is. */
export function named<Made>(entry: string, make: () => Made): Made {
	const made = attempt(make);
	if ('value' in made) return made.value;
	if (!isWrongInput(made.error)) throw made.error;
	throw wrongInput(`${entry}: ${made.error.message}`, made.error.advice);
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
	throw wrongInput(
		`The JSON of the ${collection} cannot be read`,
		'Check commas, quotes and brackets. In an expression, wrap the list in JSON.stringify().',
	);
}

/** The contract's own bulk form, `{ items: [...] }`, is understood too. */
const unwrapped = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'items' in value ? value.items : value;
