import { parseJson } from './body';
import { readNumber } from './number';
import { isObject, placesIn, sentenceIn, textOf } from './said';
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

/** Not every service or gateway answers with a problem: what is said is looked for in any usual place. */
export function readProblem(text: string): ProblemDetails {
	const parsed = parseJson(text);
	const places = placesIn(parsed);
	const [body = {}, ...inner] = places;
	const extensions = isObject(body.extensions) ? body.extensions : {};
	const retryAfter = readNumber(
		extensions.retry_after ?? body.retry_after ?? extensions.retryAfter ?? body.retryAfter,
	);
	const first = (key: 'type' | 'title') =>
		[body, ...inner].map((place) => optional(place[key])).find(Boolean);
	return {
		type: first('type'),
		title: first('title'),
		detail:
			optional(sentenceIn(places)) ??
			(parsed === undefined ? plainText(text) : optional(textOf(parsed))),
		instance: optional(body.instance),
		validationErrors: readValidationErrors(Array.isArray(parsed) ? [{ errors: parsed }] : places),
		...(retryAfter !== undefined && retryAfter >= 0 && { retryAfter }),
	};
}

/** A text of a gateway; neither a page, nor JSON that was cut, nor bytes of something else. */
function plainText(text: string): string | undefined {
	const isSentence = !/^[\s\ufeff]*[<{["]/.test(text) && !/[\0\ufffd]/.test(text.slice(0, LONGEST));
	return isSentence ? optional(text) : undefined;
}

const optional = (value: unknown): string | undefined => printable(value, LONGEST) || undefined;
