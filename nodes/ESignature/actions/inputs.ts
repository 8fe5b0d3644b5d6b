import { InputError } from '../core';

/** A text that is not empty. */
export function filled(value: unknown, label: string): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (text === '')
		throw new InputError(`The '${label}' is empty`, 'Enter a text. Nothing was sent.');
	return text;
}

/** One of the contract's values. */
export function oneOf<Value extends string>(
	known: readonly Value[],
	value: unknown,
	label: string,
): Value {
	const found = known.find((one) => one === value);
	if (found) return found;
	const list = known.map((one) => `'${one}'`).join(', ');
	throw new InputError(
		`The '${label}' must be one of ${list}`,
		'Choose one of them. Nothing was sent.',
	);
}

/** A switch; tables and forms deliver it as text. */
export function flag(value: unknown, label: string): boolean {
	if (typeof value === 'boolean') return value;
	const text = String(value).trim().toLowerCase();
	if (text === 'true' || text === 'false') return text === 'true';
	throw new InputError(
		`'${label}' must be true or false`,
		'Switch it on or off. Nothing was sent.',
	);
}
