import { Name, type PdfObject } from '../pdf';

/** The types of the operands: number, text, name or list (tables 57, 87 and 105 to 109). */
const OPERANDS = new Map([
	...['Tc', 'Tw', 'Tz', 'TL', 'Ts'].map((one) => [one, 'n'] as const),
	...['Td', 'TD'].map((one) => [one, 'nn'] as const),
	...['cm', 'Tm'].map((one) => [one, 'nnnnnn'] as const),
	...['Tj', "'"].map((one) => [one, 't'] as const),
	...['Do', 'gs'].map((one) => [one, '/'] as const),
	...[['"', 'nnt'] as const, ['TJ', '['] as const, ['Tf', '/n'] as const],
]);

const CHECKS: Record<string, (value: PdfObject | undefined) => boolean> = {
	n: (value) => Number.isFinite(value),
	t: (value) => typeof value === 'string',
	'/': (value) => value instanceof Name,
	'[': (value) => Array.isArray(value),
};

/**
 * The operands of an operator. If there are too many, all readers take the last ones. Undefined if there are too few, or
 * some of a wrong type: then the place of the text that follows is not known.
 */
export function operandsOf(operator: string, given: PdfObject[]): PdfObject[] | undefined {
	const kinds = OPERANDS.get(operator);
	if (kinds === undefined) return given;
	const more = given.length - kinds.length;
	for (let at = 0; at < kinds.length; at++) {
		if (!CHECKS[kinds[at] as string]?.(given[more + at])) return undefined;
	}
	return more > 0 ? given.slice(more) : given;
}
