/** A finite number, or a text that is one. Anything else may not even be converted: it could raise. */
export function readNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && value.length <= 40 && value.trim() !== '';
	if (!isText && typeof value !== 'number') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}
