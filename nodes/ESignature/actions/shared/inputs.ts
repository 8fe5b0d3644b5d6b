import type { INodeProperties } from 'n8n-workflow';

import { wrongInput, type Call, type Output, type StoredFile } from '../../core';

/** A text that has more than blanks in it, as it was entered: its blanks and line breaks are the user's. */
export function filled(value: unknown, label: string): string {
	const text = textOf(value);
	if (text.trim() === '') throw wrongInput(`The '${label}' is empty`, 'Enter some text.');
	return text;
}

/** A text, or a number as a table or an expression may give it; nothing else has a text. */
export const textOf = (value: unknown): string =>
	typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : '';

/** Whether the service holds what was sent: it may store a text without the blanks around it, and its lines with other ends. */
export const sameText = (sent: unknown, held: unknown): boolean =>
	typeof sent === 'string' && typeof held === 'string' && stored(sent) === stored(held);

const stored = (text: string): string => text.normalize('NFC').replaceAll('\r\n', '\n').trim();

/** One of the contract's values. */
export function oneOf<Value extends string>(
	known: readonly Value[],
	value: unknown,
	label: string,
): Value {
	const found = known.find((one) => one === value);
	if (found) return found;
	const list = known.map((one) => `'${one}'`).join(', ');
	throw wrongInput(`The '${label}' must be one of ${list}`, 'Choose one of them.');
}

/** A switch; tables and forms deliver it as text. */
export function flag(value: unknown, label: string): boolean {
	if (typeof value === 'boolean') return value;
	const text = String(value).trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw wrongInput(`'${label}' must be true or false`, 'Turn it on or off.');
}

export const binaryPropertyName: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
};

/** The binary field that gets the file. */
export const outputField = ({ param }: Pick<Call, 'param'>): string =>
	filled(param<unknown>('binaryPropertyName'), 'Put Output File in Field').trim();

/** The file as binary data, and what is known about it as JSON: an agent's tool sees only the latter. */
export const fileOutput = (
	field: string,
	IDs: Record<string, string>,
	{ binary, file }: StoredFile,
): Output => ({ json: { ...IDs, ...file }, binary: { [field]: binary } });
