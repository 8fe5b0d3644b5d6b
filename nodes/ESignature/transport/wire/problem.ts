import type { ProblemDetails, ValidationErrors } from '../../errors/failure';
import { header, isObject, parseJson, readNumber, type Loose, type RawReply } from './body';

/**
 * How long the service asks us to wait, in milliseconds: the `Retry-After` header (seconds, or a date
 * read against the reply's own clock), otherwise the body's `retry_after`.
 */
export function readRetryAfter(
	reply: Pick<RawReply, 'headers'>,
	problem: Pick<ProblemDetails, 'retryAfter'>,
	now = Date.now(),
): number | undefined {
	const asked = header(reply, 'retry-after')?.trim() ?? '';
	const clock = Date.parse(header(reply, 'date') ?? '') || now;
	// The parser of dates alone would take nearly anything.
	const date = asked.endsWith(' GMT') ? Date.parse(asked) - clock : NaN;
	const hints = [
		/^\d{1,15}$/.test(asked) ? Number(asked) * 1000 : date,
		(problem.retryAfter ?? NaN) * 1000,
	];
	return hints.find((hint) => hint >= 0 && Number.isFinite(hint));
}

const MOST = 50;

/** What a refusal says: a problem (RFC 9457), the error of a token endpoint (RFC 6749), or the text as it came. */
export function readProblem(text: string): ProblemDetails {
	const parsed = parseJson(text);
	const body = isObject(parsed) ? parsed : {};
	const extensions = isObject(body.extensions) ? body.extensions : {};
	const validationErrors = readValidationErrors(body, extensions);
	const title = textOf(body.title);
	const said = textOf(body.detail) ?? textOf(body.error_description);
	const detail = said ?? (title === undefined ? textOf(body.error) : undefined);
	const retryAfter = readNumber(extensions.retry_after ?? body.retry_after);
	const type = textOf(body.type);
	const isKnown = (type ?? title ?? detail) !== undefined || validationErrors.length > 0;
	return {
		type,
		title,
		detail: isKnown ? detail : plainText(text),
		instance: textOf(body.instance),
		validationErrors,
		...(retryAfter !== undefined && { retryAfter }),
	};
}

/** A map of field names to messages, at the top or under `extensions`. */
function readValidationErrors(body: Loose, extensions: Loose): ValidationErrors {
	const errors = body.validation_errors ?? extensions.validation_errors;
	if (!isObject(errors)) return [];
	return Object.entries(errors)
		.slice(0, MOST)
		.map(([field, message]) => [field, textOf(message) ?? JSON.stringify(message)]);
}

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** As it came, unless it is a web page. */
const plainText = (text: string): string | undefined =>
	/^\s*</.test(text) ? undefined : textOf(text);
