import { InputError } from './explained';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An ID that may stand in a path. Encoding would not be enough: `..` survives it, and `<id>:cancel` is
 * another operation of this very service.
 */
export function uuid(value: unknown, name: string): string {
	// Longer than any ID with spaces around it: not worth a look.
	const text = typeof value === 'string' && value.length <= 100 ? value.trim() : '';
	if (UUID.test(text)) return text.toLowerCase();
	throw new InputError(
		text === '' && (value === undefined || value === null || isBlank(value))
			? `The ${name} is empty`
			: `The ${name} is not a valid ID`,
		'An ID looks like 123e4567-e89b-42d3-a456-426614174000. Pick one from the list, or use an expression that yields the ID alone. Nothing was sent.',
	);
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
