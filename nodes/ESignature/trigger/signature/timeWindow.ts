import type { Parameters } from '../field/types';

export interface Clock {
	/** Milliseconds since 1970. */
	now: number;
	/** How far a signature may lie in the past or the future, in milliseconds. */
	window: number;
}

/**
 * Whether a valid signature was made too long ago, too far ahead, or has expired. Only what is signed
 * counts: `created`, or else a covered `Date`. A signature without any time is never late.
 */
export function isLate(
	parameters: Parameters,
	signedDate: string | undefined,
	{ now, window }: Clock,
): boolean {
	const created = seconds(parameters, 'created') ?? httpDate(signedDate);
	const expires = seconds(parameters, 'expires');
	if (expires !== undefined && now > expires) return true;
	return created !== undefined && Math.abs(now - created) > window;
}

function seconds(parameters: Parameters, name: string): number | undefined {
	const bare = parameters.get(name);
	return bare?.type === 'integer' ? bare.value * 1000 : undefined;
}

function httpDate(text: string | undefined): number | undefined {
	const time = text === undefined || text.length > 64 ? NaN : Date.parse(text);
	return Number.isNaN(time) ? undefined : time;
}
