import { ENTRIES_PER_REQUEST, plainName } from '../../api';
import type { ProblemDetails, ValidationErrors } from '../../errors/failure';
import { printable } from '../../errors/printable';
import { header, parseJson, readNumber, type RawReply } from './body';

/**
 * How long the service asks us to wait, in milliseconds: the `Retry-After` header (seconds, or a date
 * read against the reply's own clock) or the body's `extensions.retry_after`; the later of the two.
 */
export function readRetryAfter(
	reply: Pick<RawReply, 'headers'>,
	problem: Pick<ProblemDetails, 'retryAfter'>,
	now = Date.now(),
): number | undefined {
	const asked = header(reply, 'retry-after')?.trim() ?? '';
	const hints = [
		/^\d{1,15}$/.test(asked) ? Number(asked) * 1000 : date(asked) - clock(reply, now),
		(problem.retryAfter ?? NaN) * 1000,
	].filter((hint) => Number.isFinite(hint) && hint >= 0);
	return hints.length > 0 ? Math.max(...hints) : undefined;
}

/** HTTP's own form of a date, or ISO 8601; the parser alone would take nearly anything. */
const date = (text: string): number =>
	/^[A-Z][a-z]{2,8},? .{5,30} GMT$|^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;

function clock(reply: Pick<RawReply, 'headers'>, now: number): number {
	const date = Date.parse(header(reply, 'date') ?? '');
	return Number.isNaN(date) ? now : date;
}

type Loose = Record<string, unknown>;

/** Under what names a sentence stands, the best first; written in any case, with or without `_` and `-`. */
const SENTENCES = [
	...['detail', 'details', 'errordescription', 'errordetail', 'errordetails', 'message'],
	...['messages', 'errormessage', 'errormessages', 'errormsg', 'errmsg', 'msg', 'usermessage'],
	...['developermessage', 'description', 'faultstring', 'explanation', 'reason'],
];
/** What holds members of its own, such as `{error: {message}}`. `extensions` is the supplement's; `errors` is read elsewhere. */
const HOLDERS = [
	...['detail', 'details', 'extensions', 'error', 'fault', 'problem', 'exception'],
	...['message', 'reason', 'status', 'response', 'result', 'data', 'meta'],
];
/** Better than nothing: a name or a code. */
const CODES = ['error', 'exception', 'text', 'info', 'code', 'errorcode', 'faultcode'];
const DEEPEST_PLACE = 3;
const MOST = 50;
/** Longer than what is shown: secrets are taken out of it before it is cut to that. */
const LONGEST = 4_000;

const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object and those in it that may hold a part of the message, each ahead of what it holds. */
function placesIn(body: unknown, depth = 0): Loose[] {
	if (!isObject(body)) return [];
	const members = byPlainName(body);
	const inner =
		depth < DEEPEST_PLACE ? HOLDERS.map((key) => members.get(key)).filter(isObject) : [];
	return [body, ...inner.flatMap((one) => placesIn(one, depth + 1))];
}

/** The first sentence; a name or a code only where there is none. */
function sentenceIn(places: Loose[]): string | undefined {
	const named = places.map(byPlainName);
	return firstOf(named, SENTENCES) ?? firstOf(named, CODES);
}

const firstOf = (named: Array<Map<string, unknown>>, keys: string[]): string | undefined =>
	named
		.flatMap((members) => keys.map((key) => textOf(members.get(key))))
		.find((text) => text !== undefined);

/** One sentence, or several in a list. */
function textOf(value: unknown): string | undefined {
	const text =
		Array.isArray(value) && value.every((one) => typeof one === 'string')
			? value.slice(0, MOST).join('; ')
			: value;
	return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Of two spellings of one name, the first. */
function byPlainName(place: Loose): Map<string, unknown> {
	const named = new Map<string, unknown>();
	for (const [key, value] of Object.entries(place)) {
		if (!named.has(plainName(key))) named.set(plainName(key), value);
	}
	return named;
}

const DEEPEST = 4;

/** Where services put them: the contract says `validation_errors`, RFC 9457 shows `errors`. */
const SOURCES = new Set([
	'validationerrors',
	'errors',
	'invalidparams',
	'violations',
	'fielderrors',
	'fieldviolations',
	'issues',
]);
/** These have a sentence in most answers; what they list otherwise is wrong with the fields. */
const ALSO_SENTENCES = new Set(['detail', 'details', 'message', 'messages', 'error']);
/** How an entry of a list calls its field, and its message. */
const FIELDS = ['field', 'path', 'pointer', 'name', 'property', 'propertyPath', 'loc', 'param'];
const MORE_FIELDS = ['instancePath', 'dataPath', 'key', 'location', 'source'];
const MESSAGES = ['message', 'detail', 'msg', 'reason', 'description', 'error', 'title', 'code'];

/** What is wrong with which field, from a map or a list, in any of the places given. */
function readValidationErrors(places: Loose[]): ValidationErrors {
	const found: ValidationErrors = [];
	for (const place of places) {
		for (const [key, value] of Object.entries(place)) {
			const name = plainName(key);
			const isSource = SOURCES.has(name) || (ALSO_SENTENCES.has(name) && isListed(value));
			if (isSource) collect('', value, found, 0);
		}
	}
	return found;
}

/** A list of errors, or a map of fields; anything else is a sentence, or holds one. */
const isListed = (value: unknown): boolean =>
	Array.isArray(value)
		? value.some(isObject)
		: isObject(value) &&
			sentenceIn([value]) === undefined &&
			Object.values(value).every((one) => textOf(one) !== undefined);

function collect(field: string, value: unknown, found: ValidationErrors, depth: number): void {
	if (found.length >= MOST || value === null || value === undefined) return;
	if (typeof value !== 'object' || depth >= DEEPEST) {
		add(field, typeof value === 'string' ? value : asText(value), found);
	} else if (!Array.isArray(value)) {
		collectObject(field, value as Loose, found, depth);
	} else if (field !== '' && value.every((one) => typeof one === 'string')) {
		add(field, value.slice(0, MOST).join('; '), found);
	} else {
		for (const [index, one] of value.slice(0, ENTRIES_PER_REQUEST).entries()) {
			// Errors of a list stand at the places of its entries; otherwise it is a list of errors.
			const isPlace = field !== '' && isObject(one) && messageOf(one) === undefined;
			collect(isPlace ? `${field}[${index}]` : field, one, found, depth + 1);
		}
	}
}

/** Either one error with its field and message, or a map of fields; the outermost is always a map. */
function collectObject(field: string, value: Loose, found: ValidationErrors, depth: number): void {
	const message = messageOf(value);
	if (message !== undefined && depth > 0) {
		const name = [...FIELDS, ...MORE_FIELDS].map((key) => pathText(value[key])).find(Boolean);
		add(name ?? field, message, found);
		return;
	}
	for (const [key, inner] of Object.entries(value).slice(0, ENTRIES_PER_REQUEST)) {
		collect(field === '' ? key : `${field}.${key}`, inner, found, depth + 1);
	}
}

const messageOf = (value: Loose): string | undefined =>
	MESSAGES.map((key) => value[key]).find((text): text is string => typeof text === 'string');

/** `items[2].email`, or its parts in a list, or one of them in an object of its own. */
function pathText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) {
		return value.slice(0, 20).filter(isStep).join('.') || undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	const { pointer, parameter } = value as Loose;
	return [pointer, parameter].find((text) => typeof text === 'string') as string | undefined;
}

const isStep = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function add(field: string, message: string, found: ValidationErrors): void {
	if (found.length < MOST) found.push([printable(field, LONGEST), printable(message, LONGEST)]);
}

function asText(value: unknown): string {
	try {
		return JSON.stringify(value) ?? '';
	} catch {
		// Nested deeper than the stack reaches.
		return '';
	}
}

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
		...(!places.some(isProblem) && { foreign: true as const }),
	};
}

/** RFC 6749, 5.2 and 4.1.2.1: what endpoints for tokens answer with. */
const OAUTH = [
	'access_denied',
	'invalid_client',
	'invalid_grant',
	'invalid_request',
	'invalid_scope',
	'server_error',
	'temporarily_unavailable',
	'unauthorized_client',
	'unsupported_grant_type',
];

/**
 * As the contract writes errors (RFC 7807), or as endpoints for tokens usually do. Many other servers answer with one
 * of the members alone, such as `{"detail": "Not Found"}`.
 */
function isProblem(place: Loose): boolean {
	const members = byPlainName(place);
	const texts = ['type', 'title', 'detail', 'instance'].filter((key) => isFilled(members.get(key)));
	const isStated = readNumber(members.get('status')) !== undefined;
	const error = members.get('error');
	const isOAuth =
		typeof error === 'string' &&
		(OAUTH.includes(error) || ['errordescription', 'erroruri'].some((key) => members.has(key)));
	return texts.length + Number(isStated) > 1 || isOAuth;
}

const isFilled = (value: unknown): boolean => optional(value) !== undefined;

/** A text of a gateway; neither a page, nor JSON that was cut, nor bytes of something else. */
function plainText(text: string): string | undefined {
	const isSentence = !/^[\s\ufeff]*[<{["]/.test(text) && !/[\0\ufffd]/.test(text.slice(0, LONGEST));
	return isSentence ? optional(text) : undefined;
}

const optional = (value: unknown): string | undefined => printable(value, LONGEST) || undefined;
