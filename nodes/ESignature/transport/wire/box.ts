import { readNumber } from './number';

type Four = [number, number, number, number];

/** A box as the contract has it, `[x, y, w, h]`, from whatever way of writing four numbers. */
export function readBox(value: unknown): Four | undefined {
	const parts = partsOf(value).map(readNumber);
	return parts.length === 4 && parts.every((part) => part !== undefined)
		? (parts as Four)
		: undefined;
}

function partsOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value === 'string' && value.length <= 200) {
		return value
			.trim()
			.replace(/^[[(]|[\])]$/g, '')
			.trim()
			.split(/[,;]/)
			.flatMap((part) => part.trim().split(/\s+/));
	}
	const { x, y, w, h, width = w, height = h } = (value ?? {}) as Record<string, unknown>;
	return [x, y, width, height];
}
