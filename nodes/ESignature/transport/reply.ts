import type { BinaryHelperFunctions } from 'n8n-workflow';

import { ENDPOINTS, isRead, type JsonRoute } from '../api/endpoints';
import { PARTICIPANT_ROLES, sameId } from '../api/values';
import type { ProblemDetails } from '../errors/failure';
import type { ValidationErrors } from '../errors/userError';
import { isObject, nonBlank, parseJson, readNumber, type UnknownRecord } from '../values/parse';
import { printable } from '../values/text';

/** A readable stream; n8n's lint does not let a node import the type itself (no-restricted-imports). */
export type Body = Exclude<Parameters<BinaryHelperFunctions['binaryToBuffer']>[0], Buffer>;

/** One answer of the service, its body not yet read. */
export interface RawReply {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: Body | string | Buffer | undefined;
}

/**
 * The body; of one that is longer than the limit, the beginning. Leaving the loop closes the connection, so that an
 * endless answer is not read on.
 */
export async function readBody(
	body: RawReply['body'],
	limit: number,
	timeLimit: { touch(): void },
): Promise<{ bytes: Buffer; isWhole: boolean }> {
	const chunks: Buffer[] = [];
	let size = 0;
	const whole = typeof body === 'string' || Buffer.isBuffer(body) ? [Buffer.from(body)] : body;
	for await (const chunk of (whole ?? []) as AsyncIterable<Buffer>) {
		timeLimit.touch();
		size += chunk.length;
		chunks.push(chunk);
		if (size > limit) break;
	}
	return { bytes: Buffer.concat(chunks).subarray(0, limit), isWhole: size <= limit };
}

export function header(reply: Pick<RawReply, 'headers'>, name: string): string | undefined {
	const value = reply.headers[name];
	return Array.isArray(value) ? value[0] : value;
}

// --- Answers to a request -----------------------------------------------------------------------

/** The part of a request that its answer is compared with. */
interface Requested {
	route: JsonRoute;
	/** The IDs in its path, by their names. */
	ids: object;
	body?: unknown;
}

/** The value, or why the answer does not confirm the request. */
type ReadResult = { value: unknown } | { reason: string; unconfirmed?: true };

/** The answer to a JSON route. A status of success is not enough: it must show what was asked for. */
export function readReply(
	requested: Requested,
	{ status, text }: { status: number; text: string },
): ReadResult {
	const { route, body: sent } = requested;
	const { answer } = ENDPOINTS[route];
	const isEmpty = text.trim() === '';
	if (/^\s*</.test(text))
		return { reason: 'The response is a web page, not an answer from the service.' };
	const body = parseJson(text);
	// Also where no content is expected: what was cut off, or comes from a proxy, confirms nothing.
	if (!isEmpty && body === undefined) return { reason: 'The response is not JSON.' };
	if (answer === 'nothing') return readNothing(route, status, isEmpty);
	if (isEmpty) {
		const isAccepted = !isRead(route) && (status === 202 || status === 204);
		return { reason: 'The response is empty.', ...(isAccepted && { unconfirmed: true }) };
	}
	if (!isObject(body)) return { reason: 'The response is not a JSON object.' };
	const isBulk = isObject(sent) && Array.isArray(sent.items);
	return answer === 'items' || isBulk ? readItems(requested, body) : readThing(requested, body);
}

/** A deletion is answered without a body (docs/api.md, Errors: `delete-answers`). Any other success is read back. */
function readNothing(route: JsonRoute, status: number, isEmpty: boolean): ReadResult {
	const isBatch = route.endsWith(':batch-delete');
	if (!isBatch && !route.startsWith('DELETE ')) return { value: undefined };
	const published = isBatch ? 200 : 204;
	if (status === published && isEmpty) return { value: undefined };
	return {
		reason: `The response has status ${status}${isEmpty ? '' : ' and content'}. That of a completed deletion has status ${published} and no content.`,
		unconfirmed: true,
	};
}

function readItems(requested: Requested, body: UnknownRecord): ReadResult {
	if (!Array.isArray(body.items)) return { reason: 'The response contains no list of items.' };
	const items = body.items as unknown[];
	if (!items.every(isObject)) return { reason: 'An entry of the list is not an object.' };
	const things = items.map(normalize);
	if (!requested.route.endsWith('/signing-urls') && !things.every(hasId)) {
		return { reason: 'An entry of the list has no ID.' };
	}
	return mismatch(requested, things) ?? { value: { ...body, items: things } };
}

function readThing(requested: Requested, body: UnknownRecord): ReadResult {
	const thing = normalize(body);
	if (!hasId(thing)) return { reason: 'The response contains no ID.' };
	return mismatch(requested, [thing]) ?? { value: thing };
}

const hasId = ({ ID }: UnknownRecord): boolean => typeof ID === 'string' && ID.trim() !== '';

/** An answer about something else is no answer, for example one that a cache mixed up. */
function mismatch({ route, ids }: Requested, things: UnknownRecord[]): ReadResult | undefined {
	const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
	const endsWithId = /\{\w+\}(?::[\w-]+)?$/.test(route);
	for (const [at, name] of names.entries()) {
		const key = endsWithId && at === names.length - 1 ? 'ID' : name;
		const ID = (ids as UnknownRecord)[name];
		const other = things.find((thing) => typeof thing[key] === 'string' && !sameId(thing[key], ID));
		if (other) {
			return {
				reason: `The response is about ${printable(other[key], 60)}, but ${String(ID)} was requested.`,
				// A creation may have been carried out anyway.
				...(route.startsWith('POST ') && !endsWithId && { unconfirmed: true }),
			};
		}
	}
	return undefined;
}

/**
 * A thing of the service as docs/api.md spells it. The publisher also has `statue`, `id`, `fieldID`, `SIGNER` and a
 * `boundingBox` that is a text; every other key and value passes as it came.
 */
export function normalize(thing: UnknownRecord): UnknownRecord {
	return Object.fromEntries(
		Object.entries(thing).map(([key, value]) => {
			const meant = SPELLINGS.get(key);
			const isMissing = meant !== undefined && (thing[meant] ?? undefined) === undefined;
			const read = typeof value === 'string' ? READERS.get(key)?.(value) : undefined;
			return [isMissing ? meant : key, read ?? value];
		}),
	);
}

const SPELLINGS = new Map([
	['statue', 'status'],
	['id', 'ID'],
	['fieldID', 'ID'],
]);

/** How a text is read; undefined leaves it as it came. */
const READERS = new Map<string, (text: string) => unknown>([
	['role', (text) => PARTICIPANT_ROLES.find((role) => role === text.toLowerCase())],
	['boundingBox', parseJson],
]);

// --- Refusals ------------------------------------------------------------------------------------

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

const MAX_VALIDATION_ERRORS = 50;

/** A refusal: a problem (RFC 9457), the error of a token endpoint (RFC 6749), or the text as it came. */
export function readProblem(text: string): ProblemDetails {
	const parsed = parseJson(text);
	const body = isObject(parsed) ? parsed : {};
	const extensions = isObject(body.extensions) ? body.extensions : {};
	const validationErrors = readValidationErrors(body, extensions);
	const title = nonBlank(body.title);
	const said = nonBlank(body.detail) ?? nonBlank(body.error_description);
	const detail = said ?? (title === undefined ? nonBlank(body.error) : undefined);
	const retryAfter = readNumber(extensions.retry_after ?? body.retry_after);
	const type = nonBlank(body.type);
	const isKnown = (type ?? title ?? detail) !== undefined || validationErrors.length > 0;
	return {
		type,
		title,
		detail: isKnown ? detail : plainText(text),
		instance: nonBlank(body.instance),
		validationErrors,
		...(retryAfter !== undefined && { retryAfter }),
	};
}

/** A map of field names to messages, at the top or under `extensions`. */
function readValidationErrors(body: UnknownRecord, extensions: UnknownRecord): ValidationErrors {
	const errors = body.validation_errors ?? extensions.validation_errors;
	if (!isObject(errors)) return [];
	return Object.entries(errors)
		.slice(0, MAX_VALIDATION_ERRORS)
		.map(([field, message]) => [field, nonBlank(message) ?? JSON.stringify(message)]);
}

/** As it came, unless it is a web page. */
const plainText = (text: string): string | undefined =>
	/^\s*</.test(text) ? undefined : nonBlank(text);
