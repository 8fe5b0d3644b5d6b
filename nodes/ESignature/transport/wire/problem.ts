import { parseJson } from './body';
import { readNumber } from './number';
import { printable } from './text';

/** problem+json as far as it can be trusted (RFC 9457): members of the right type, bounded. */
export interface ProblemDetails {
	type?: string;
	title?: string;
	detail?: string;
	instance?: string;
	/** Field name and message; a list, since the names come from outside. */
	validationErrors: Array<[field: string, message: string]>;
	/** Seconds, from `extensions.retry_after`. */
	retryAfter?: number;
}

const MOST_VALIDATION_ERRORS = 50;

export function readProblem(text: string): ProblemDetails {
	const body = record(parseJson(text));
	// Members may also stand under `extensions` (supplement).
	const extensions = record(body.extensions);
	const retryAfter = readNumber(extensions.retry_after ?? body.retry_after);
	return {
		type: optional(body.type),
		title: optional(body.title),
		detail: optional(body.detail) ?? optional(body.error_description) ?? optional(body.error),
		instance: optional(body.instance),
		validationErrors: entries(body.validation_errors ?? extensions.validation_errors),
		...(retryAfter !== undefined && retryAfter >= 0 && { retryAfter }),
	};
}

function entries(value: unknown): ProblemDetails['validationErrors'] {
	return Object.entries(record(value))
		.slice(0, MOST_VALIDATION_ERRORS)
		.map(([field, message]) => [
			printable(field, LONGEST),
			printable(typeof message === 'string' ? message : asText(message), LONGEST),
		]);
}

/** Longer than what is shown: secrets are taken out of it before it is cut to that. */
const LONGEST = 4_000;

const optional = (value: unknown): string | undefined => printable(value, LONGEST) || undefined;

function asText(value: unknown): string {
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		// Nested deeper than the stack reaches.
		return '';
	}
}

const record = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
