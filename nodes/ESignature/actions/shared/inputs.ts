import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { switchOf, wrongInput, type Call, type Output, type StoredFile } from '../../core';
import { butIs } from '../../values/text';
import { isGiven } from './rows';

/** An input as the form declares it. */
type Declared = Pick<INodeProperties, 'name' | 'displayName'>;

/** An input with fixed values. Several can be chosen if its default is a list. */
export type Choice<Value extends string, Default = Value> = Omit<
	INodeProperties,
	'options' | 'default'
> & {
	options: Array<INodePropertyOptions & { value: Value }>;
	default: Default;
};

/** The options of a choice. The type demands a text for every value. */
export const choices = <Value extends string>(
	texts: Record<Value, { name?: string; description?: string }>,
): Choice<Value>['options'] =>
	(Object.entries(texts) as Array<[Value, { name?: string; description?: string }]>).map(
		([value, { name = value.charAt(0).toUpperCase() + value.slice(1), description }]) => ({
			name,
			value,
			...(description !== undefined && { description }),
		}),
	);

/** The values of inputs, by name. */
type Row = object;

const valueOf = (row: Row, { name }: Declared): unknown => (row as Record<string, unknown>)[name];

/** The values of these inputs in the form of an item. A hidden input has none. */
export const rowOf = (
	{ param }: Pick<Call, 'param'>,
	inputs: readonly INodeProperties[],
): Record<string, unknown> =>
	Object.fromEntries(inputs.map(({ name }) => [name, param<unknown>(name, null) ?? undefined]));

/** The text exactly as it was entered. Throws if it is blank. */
export function text(row: Row, input: Declared): string {
	const value = valueOf(row, input);
	const entered = textOf(value);
	if (entered.trim() !== '') return entered;
	throw wrongInput(
		isGiven(value)
			? `The '${input.displayName}' must be a text${butIs(value)}`
			: `The '${input.displayName}' is empty`,
		'Enter a value.',
	);
}

/** A text or a number as text; anything else is empty. */
export const textOf = (value: unknown): string =>
	typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : '';

/** Whether the service has the text that was sent. It may trim it and change its line breaks. */
export const sameText = (sent: unknown, stored: unknown): boolean =>
	typeof sent === 'string' && typeof stored === 'string' && normalized(sent) === normalized(stored);

const normalized = (text: string): string => text.normalize('NFC').replaceAll('\r\n', '\n').trim();

/** One of the values that the form offers. `fallback`: the value if it is left out. */
export const oneOf = <Value extends string>(
	row: Row,
	input: Choice<Value>,
	fallback?: Value,
): Value => chosen(valueOf(row, input) ?? fallback, input);

/** The values that were chosen, perhaps none. */
export const someOf = <Value extends string>(
	value: unknown,
	input: Choice<Value, Value[]>,
): Value[] => [value ?? []].flat().map((one) => chosen(one, input));

function chosen<Value extends string>(value: unknown, input: Choice<Value, unknown>): Value {
	const found = input.options.find((option) => option.value === value);
	if (found) return found.value;
	throw notOffered(input, undefined, butIs(value));
}

export function notOffered(
	{ displayName, options }: Choice<string, unknown>,
	advice = 'Choose one of them.',
	found = '',
) {
	const list = options.map(({ value }) => `'${value}'`).join(', ');
	return wrongInput(`The '${displayName}' must be one of ${list}${found}`, advice);
}

/** The value of a switch in the form. */
export const flag = (
	{ param }: Pick<Call, 'param'>,
	input: Declared & Pick<INodeProperties, 'default'>,
): boolean => switchOf(param<unknown>(input.name, input.default), input);

export const binaryPropertyName: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
};

/** The name of the binary field for the file. */
export const outputField = (call: Pick<Call, 'param'>): string =>
	text(rowOf(call, [binaryPropertyName]), binaryPropertyName).trim();

/** The file as binary data, with its facts as JSON, since an agent's tool sees only JSON. */
export const fileOutput = (
	field: string,
	IDs: Record<string, string>,
	{ binary, file }: StoredFile,
): Output => ({ json: { ...IDs, ...file }, binary: { [field]: binary } });
