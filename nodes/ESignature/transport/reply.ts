import {
	ENDPOINTS,
	idsIn,
	isRead,
	PARTICIPANT_ROLES,
	sameId,
	type BodyOf,
	type JsonRoute,
	type NewDocument,
	type ReplyTo,
} from '../api';
import { printable } from '../errors/printable';
import type { Format, ReadSuccess } from './wire/attempt';
import { isObject, multipartOf, parseJson, readText, type Loose } from './wire/body';

/** A request, as far as its answer is compared with it. */
interface Asked {
	route: JsonRoute;
	/** The route with its IDs. */
	path: string;
	body?: unknown;
}

/** What was answered, or why it does not show what was asked for. */
type Read = { value: unknown } | { reason: string; unproven?: true };

/** The answer to a JSON route. A status of success is not enough: it must show what was asked for. */
export function readReply(asked: Asked, { status, text }: { status: number; text: string }): Read {
	const { route, body: sent } = asked;
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
		return { reason: 'The response is empty.', ...(isAccepted && { unproven: true }) };
	}
	if (!isObject(body)) return { reason: 'The response is not a JSON object.' };
	const isBulk = isObject(sent) && Array.isArray(sent.items);
	return answer === 'items' || isBulk ? readItems(asked, body) : readThing(asked, body);
}

/** The contract shows no body here. For a deletion, anything but silence is a reason to read back. */
function readNothing(route: JsonRoute, status: number, isEmpty: boolean): Read {
	const isDeletion = route.startsWith('DELETE ') || route.endsWith(':batch-delete');
	if (isDeletion && status === 202) {
		return { reason: 'The response says that the request was accepted only.', unproven: true };
	}
	if (isDeletion && !isEmpty) {
		return { reason: 'The response has content where none was expected.', unproven: true };
	}
	return { value: undefined };
}

function readItems(asked: Asked, body: Loose): Read {
	if (!Array.isArray(body.items)) return { reason: 'The response contains no list of items.' };
	const items = body.items as unknown[];
	if (!items.every(isObject)) return { reason: 'An entry of the list is not an object.' };
	const things = items.map(normalise);
	if (!asked.route.endsWith('/signing-urls') && !things.every(hasId)) {
		return { reason: 'An entry of the list has no ID.' };
	}
	return otherThan(asked, things) ?? { value: { ...body, items: things } };
}

function readThing(asked: Asked, body: Loose): Read {
	const thing = normalise(body);
	if (!hasId(thing)) return { reason: 'The response contains no ID.' };
	return otherThan(asked, [thing]) ?? { value: thing };
}

const hasId = ({ ID }: Loose): boolean => typeof ID === 'string' && ID.trim() !== '';

/** An answer about something else is no answer, for example one that a cache mixed up. */
function otherThan({ route, path }: Asked, things: Loose[]): Read | undefined {
	const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
	const IDs = idsIn(path);
	const endsWithId = /\{\w+\}(?::[\w-]+)?$/.test(route);
	for (const [at, name] of names.entries()) {
		const key = endsWithId && at === names.length - 1 ? 'ID' : name;
		const other = things.find(
			(thing) => typeof thing[key] === 'string' && !sameId(thing[key], IDs[at]),
		);
		if (other) {
			return {
				reason: `The response is about ${printable(other[key], 60)}, but ${IDs[at]} was requested.`,
				// A creation may have been carried out all the same.
				...(route.startsWith('POST ') && !endsWithId && { unproven: true }),
			};
		}
	}
	return undefined;
}

/**
 * A thing of the service in the contract's own spelling. Samples of the publisher say `statue`, `id`, `fieldID` and
 * `SIGNER`; every other key and value passes as it came.
 */
export function normalise(thing: Loose): Loose {
	return Object.fromEntries(
		Object.entries(thing).map(([key, value]) => {
			const meant = SPELLED.get(key);
			const isMissing = meant !== undefined && (thing[meant] ?? undefined) === undefined;
			return [isMissing ? meant : key, key === 'role' ? roleOf(value) : value];
		}),
	);
}

const SPELLED = new Map([
	['statue', 'status'],
	['id', 'ID'],
	['fieldID', 'ID'],
]);

function roleOf(value: unknown): unknown {
	const role = typeof value === 'string' ? value.toLowerCase() : '';
	return PARTICIPANT_ROLES.find((known) => known === role) ?? value;
}

const LARGEST_REPLY = 10 * 1024 * 1024;

/** The reply to a request, read and compared with what was asked for. */
export function asJson<R extends JsonRoute, Body extends BodyOf<R>>(
	route: R,
	path: string,
	{ body }: { body?: Body } = {},
): Format<ReplyTo<R, Body>> {
	const multipart = 'multipart' in ENDPOINTS[route] ? multipartOf(body as NewDocument) : undefined;
	const read: ReadSuccess<ReplyTo<R, Body>> = async (raw, timeLimit) => {
		const { text, isWhole } = await readText(raw.body, LARGEST_REPLY, () => timeLimit.touch());
		if (!isWhole) return { failure: { kind: 'tooLarge' } };
		const status = raw.statusCode;
		const reply = readReply({ route, path, body }, { status, text });
		if ('reason' in reply) {
			const kind = reply.unproven ? 'unproven' : 'malformed';
			return { failure: { kind, status, reason: reply.reason } };
		}
		return { value: reply.value as ReplyTo<R, Body> };
	};
	return {
		headers: { Accept: 'application/json, application/problem+json', ...multipart?.headers },
		body: multipart?.body ?? body,
		limits: (timeout) => ({ idle: timeout, total: timeout }),
		read,
	};
}
