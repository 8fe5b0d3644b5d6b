import { parseJson } from './body';
import { readNumber } from './number';
import { printable } from './text';
import { readValidationErrors, type ValidationErrors } from './validationErrors';

/** problem+json as far as it can be trusted (RFC 9457): members of the right type, bounded. */
export interface ProblemDetails {
	type?: string;
	title?: string;
	detail?: string;
	instance?: string;
	/** Field name, empty where none is given, and message; a list, since the names come from outside. */
	validationErrors: ValidationErrors;
	/** Seconds, from `extensions.retry_after`. */
	retryAfter?: number;
}

/** Longer than what is shown: secrets are taken out of it before it is cut to that. */
const LONGEST = 4_000;
const LONGEST_PLAIN_TEXT = 1_000;

/** What to look for, in this order; not every service or gateway answers with a problem. */
const DETAILS = [
	...['detail', 'error_description', 'errorDescription', 'message', 'Message', 'errorMessage'],
	...['description', 'error', 'reason', 'code', 'errorCode'],
];

export function readProblem(text: string): ProblemDetails {
	const parsed = parseJson(text);
	const body = record(parsed);
	const nested = record(body.error);
	// Members may also stand under `extensions` (supplement).
	const extensions = record(body.extensions);
	const places = [body, extensions, nested];
	const retryAfter = readNumber(
		extensions.retry_after ?? body.retry_after ?? extensions.retryAfter ?? body.retryAfter,
	);
	const detail =
		places.map((place) => firstText(place, DETAILS)).find((found) => found !== undefined) ??
		(parsed === undefined ? plainText(text) : said(parsed));
	return {
		type: optional(body.type) ?? optional(nested.type),
		title: optional(body.title) ?? optional(nested.title),
		detail,
		instance: optional(body.instance),
		validationErrors: readValidationErrors(Array.isArray(parsed) ? [{ errors: parsed }] : places),
		...(retryAfter !== undefined && retryAfter >= 0 && { retryAfter }),
	};
}

const firstText = (place: Record<string, unknown>, keys: string[]): string | undefined =>
	keys.map((key) => said(place[key])).find((found) => found !== undefined);

/** One sentence, or several in a list. */
const said = (value: unknown): string | undefined =>
	Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
		? optional(value.slice(0, 50).join('; '))
		: optional(value);

/** A sentence of a gateway; neither a page, nor JSON that was cut, nor bytes of something else. */
function plainText(text: string): string | undefined {
	const isSentence =
		text.length <= LONGEST_PLAIN_TEXT &&
		!/^[\s\ufeff]*[<{["]/.test(text) &&
		!/[\0\ufffd]/.test(text);
	return isSentence ? optional(text) : undefined;
}

const optional = (value: unknown): string | undefined => printable(value, LONGEST) || undefined;

const record = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: {};
