export type UnknownRecord = Record<string, unknown>;

export const isObject = (value: unknown): value is UnknownRecord =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		// Some servers begin with a byte order mark; a reader may ignore it (RFC 8259, 8.1).
		return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
	} catch {
		return undefined;
	}
}

/** A text that is not blank; undefined for anything else. */
export const nonBlank = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** A finite number, or a text that is one. Anything else is not converted, since that could throw. */
export function readNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && value.length <= 40 && value.trim() !== '';
	if (!isText && typeof value !== 'number') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}

/** A number, also as text; the usual one for anything else, or for one that is not valid. */
export function numberOr(
	value: unknown,
	usual: number,
	isValid: (number: number) => boolean,
): number {
	const number = readNumber(value);
	return number !== undefined && isValid(number) ? number : usual;
}

/** On or off, also as the text or the number that tables and forms give for it; undefined for anything else. */
export function readSwitch(value: unknown): boolean | undefined {
	const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
	return isPlain ? SWITCHES.get(String(value).trim().toLowerCase()) : undefined;
}

const SWITCHES = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/**
 * A time in milliseconds since 1970, or NaN. A time without a zone is UTC: JavaScript would take it for the local time of
 * this machine.
 */
export function parseTime(value: unknown): number {
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return NaN;
	const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value) || !value.includes('T');
	return Date.parse(hasZone ? value : `${value}Z`);
}
