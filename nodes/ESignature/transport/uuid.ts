import { InputError } from './explained';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An ID that may stand in a path, in the spelling in which it was given: a service may tell its IDs
 * apart by case, and one that does not takes any. Encoding would not be enough: `..` survives it, and `<id>:cancel` is
 * another operation of this very service.
 */
export function uuid(value: unknown, name: string): string {
	// Longer than any ID with spaces around it: not worth a look.
	const text = typeof value === 'string' && value.length <= 100 ? value.trim() : '';
	if (UUID.test(text)) return text;
	throw new InputError(
		text === '' && (value === undefined || value === null || isBlank(value))
			? `The ${name} is empty`
			: `The ${name} is not a valid ID`,
		'An ID looks like 123e4567-e89b-42d3-a456-426614174000. Pick one from the list, or use an expression that yields the ID alone. Nothing was sent.',
	);
}

/** What IDs are compared by, as the key of a map or a set: one side may spell them in capitals. */
export const idKey = (id: unknown): string =>
	typeof id === 'string' ? id.trim().toLowerCase() : '';

/** Whether both are the same ID; what is no ID is the same as nothing. */
export const sameId = (one: unknown, other: unknown): boolean =>
	idKey(one) !== '' && idKey(one) === idKey(other);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';
