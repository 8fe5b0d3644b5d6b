/** Where a text occurs in the values of a structure, which may refer to itself. */
export function pathsTo(value: unknown, text: string, above: readonly unknown[] = []): string[] {
	if (typeof value === 'string') return value.includes(text) ? [''] : [];
	if (typeof value !== 'object' || value === null || above.includes(value)) return [];
	return Object.entries(value).flatMap(([key, part]) =>
		pathsTo(part, text, [...above, value]).map((rest) => (rest === '' ? key : `${key}.${rest}`)),
	);
}
