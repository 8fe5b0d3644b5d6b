import {
	ENDPOINTS,
	idKey,
	idsIn,
	isRead,
	type BodyOf,
	type JsonRoute,
	type NewDocument,
	type ReplyTo,
} from '../api';
import { figure, printable } from '../errors/printable';
import {
	endsWithId,
	isList,
	isObject,
	itemsOf,
	normalise,
	otherThan,
	ownKey,
	type Asked,
	type Loose,
} from './spelling';
import { attemptOf, type Format, type ReadSuccess } from './wire/attempt';
import { header, multipartOf, parseJson, readNumber, readText } from './wire/body';
import { readProblem } from './wire/problem';

const isDeletion = ({ route }: Asked): boolean =>
	route.startsWith('DELETE ') || route.endsWith(':batch-delete');

const ACCEPTED = 'The response says that the request was accepted, not that it was carried out.';
const LATER = /accept|queue|schedul|pending|progress|later/i;
const GONE = /^(?:deleted|removed|gone|ok|success|successful|succeeded|done|complete|completed)$/i;
/** What stands under such a key is about the ones that were not deleted. */
const LEFT = /error|fail|warn|skip|miss|ignor|remain|left|not/i;

/**
 * Why an answer to a deletion does not prove it, if so. The contract shows no body: nothing, or a word, is
 * success. But what was only accepted, or is about something else or about less than was asked for, is not.
 */
function doubtOfDeletion(
	asked: Asked,
	{ status, body }: { status: number; body: unknown },
): string | undefined {
	if (status === 202) return ACCEPTED;
	const wanted = (itemsOf(asked) ?? idsIn(asked.path).slice(-1)).map(idKey);
	return doubtIn('', body, { ...asked, wanted });
}

interface AskedToDelete extends Asked {
	wanted: string[];
}

function doubtIn(key: string, value: unknown, asked: AskedToDelete): string | undefined {
	if (Array.isArray(value)) return doubtOfList(key, value, asked);
	if (isObject(value)) return doubtOfObject(value, asked);
	if (LATER.test(key) && value === true) return ACCEPTED;
	if (typeof value === 'string') return doubtOfText(key, value, asked);
	if (typeof value !== 'number') return undefined;
	const tooFew = LEFT.test(key) ? value > 0 : value < asked.wanted.length;
	return tooFew ? counted(asked) : undefined;
}

function doubtOfText(key: string, text: string, { wanted }: AskedToDelete): string | undefined {
	if (/^(?:deleted|removed)$/i.test(key) && idsIn(text).some((ID) => !wanted.includes(idKey(ID)))) {
		return `The response is about ${printable(text, 60)}, which was not requested.`;
	}
	if (/^(?:status|state)$/i.test(key) && !GONE.test(text.trim())) {
		return `The response still names a status: '${printable(text, 40)}'.`;
	}
	return LATER.test(text) ? ACCEPTED : undefined;
}

/** A list names what was deleted, or else, under another key, what was not. */
function doubtOfList(key: string, list: unknown[], asked: AskedToDelete): string | undefined {
	if (LEFT.test(key)) return list.length > 0 ? counted(asked) : undefined;
	const named = new Set(list.map((one) => idKey(isObject(one) ? idOf(one, asked) : one)));
	return asked.wanted.every((ID) => named.has(ID)) ? undefined : counted(asked);
}

function doubtOfObject(object: Loose, asked: AskedToDelete): string | undefined {
	const thing = normalise(object, ownKey(asked.route));
	const other = otherThan(asked, [thing]);
	if (other !== undefined) return other;
	const { ID, name } = thing;
	const isAll = typeof ID === 'string' && asked.wanted.every((one) => one === idKey(ID));
	// Of several that were asked for, one ID names one at most.
	if (typeof ID === 'string' && !isAll) return counted(asked);
	if (typeof name === 'string' && !isAll) return 'The response does not say which one was deleted.';
	for (const [key, value] of Object.entries(thing)) {
		const doubt = doubtIn(key, value, asked);
		if (doubt !== undefined) return doubt;
	}
	return undefined;
}

const counted = ({ wanted }: AskedToDelete): string =>
	wanted.length === 1
		? 'The response does not confirm the deletion.'
		: `The response does not confirm that all ${figure(wanted.length)} were deleted.`;

const idOf = (object: Loose, { route }: Asked): unknown => normalise(object, ownKey(route)).ID;

/** What arrived with a 2xx status. */
interface Received {
	status: number;
	mediaType: string;
	text: string;
}

const LONGEST_REMARK = 200;
const BAD_NEWS = /\b(?:error|exception|fail|failed|failure|denied|forbidden|unauthori[sz]ed)\b/i;
const VERDICTS = ['success', 'ok', 'deleted', 'succeeded'];

/** Why a 2xx status is not a success, if so. 206 and 207 answer range and multi-status requests, which are never sent. */
function oddStatus({ status }: Received): string | undefined {
	if (status === 206) return 'The response is incomplete (status 206).';
	if (status === 207) return 'The response says that only a part may have worked (status 207).';
	return undefined;
}

/** A sign-in page, a proxy's page or an envelope of XML, by its media type or by how it begins (`\s` takes a BOM, too). */
const isPage = ({ mediaType, text }: Received): boolean =>
	/^\s*</.test(text.slice(0, 1_000)) || /[/+](?:html|xhtml|xml)\b/i.test(mediaType);

/** An error that came with a status of success. An envelope's own `status` is a word. */
const isProblem = ({ mediaType }: Received, body: Loose): boolean =>
	/^application\/problem\+/i.test(mediaType.trim()) || (readNumber(body.status) ?? 0) >= 400;

function problemReason({ text }: Received): string {
	const { detail, title, type } = readProblem(text);
	const said = detail ?? title ?? type;
	return `The response has a status of success but reports an error${said ? `: ${said}` : '.'}`;
}

/** Why an answer without a meaning of its own does not stand for success. */
function oddRemark(received: Received, body: unknown): string | undefined {
	const { text } = received;
	if (text.trim() === '') return undefined;
	if (body !== undefined) {
		return reportsFailure(received, body) ? problemReason(received) : undefined;
	}
	if (isPage(received)) return PAGE;
	const remark = text.trim();
	// What was begun as JSON and is none was cut.
	if (/^[{["]/.test(remark) || /[/+]json\b/i.test(received.mediaType)) return NOT_JSON;
	if (remark.length > LONGEST_REMARK || /[\0\ufffd]/.test(remark)) return LONG;
	return BAD_NEWS.test(remark) ? problemReason(received) : undefined;
}

const NOT_JSON = 'The response is not JSON.';

const LONG = 'The response is a file or a long text, although none was requested.';

const PAGE = 'The response is a web page, not an answer from the service.';

function reportsFailure(received: Received, body: unknown): boolean {
	if (body === false) return true;
	if (Array.isArray(body))
		return body.some((one) => isObject(one) && reportsFailure(received, one));
	if (!isObject(body)) return false;
	const { error, errors, failed, items } = body;
	return (
		isProblem(received, body) ||
		isSomething(error) ||
		isSomething(errors) ||
		// Which of several could not be deleted.
		isSomething(failed) ||
		VERDICTS.some((key) => body[key] === false) ||
		(Array.isArray(items) && reportsFailure(received, items))
	);
}

const isSomething = (value: unknown): boolean =>
	Array.isArray(value) || isObject(value) ? Object.keys(value).length > 0 : Boolean(value);

/** What was answered, or why it cannot be taken for an answer. */
type Read = { value: unknown } | { reason: string; unproven?: true };

/** The answer to a JSON route. A status of success is not enough: it must fit what was asked. */
export function readReply(asked: Asked, received: Received): Read {
	const odd = oddStatus(received);
	if (odd !== undefined) return { reason: odd };
	const { answer } = ENDPOINTS[asked.route];
	const body = parseJson(received.text);
	if (answer === 'nothing') {
		const remark = oddRemark(received, body);
		return remark === undefined ? readNothing(asked, received, body) : { reason: remark };
	}
	if (received.text.trim() === '') return readEmpty(asked, received);
	if (body === undefined) return { reason: isPage(received) ? PAGE : NOT_JSON };
	if (!isObject(body)) return { reason: 'The response is not a JSON object.' };
	if (isProblem(received, body)) return { reason: problemReason(received) };
	return answer === 'items' || itemsOf(asked)
		? readItems(asked, received, body)
		: readThing(asked, body);
}

function readNothing(asked: Asked, { status, text }: Received, body: unknown): Read {
	const said = body ?? text;
	const thing = isObject(said) ? normalise(said, ownKey(asked.route)) : {};
	const doubt = isDeletion(asked)
		? doubtOfDeletion(asked, { status, body: said })
		: otherThan(asked, [thing]);
	return doubt === undefined ? { value: undefined } : { reason: doubt, unproven: true };
}

/** Nothing to list may be answered with nothing. */
function readEmpty(asked: Asked, { status }: Received): Read {
	if (status === 204 && isList(asked)) return { value: { items: [] } };
	const accepted = !isRead(asked.route) && (status === 202 || status === 204);
	return { reason: 'The response is empty.', ...(accepted && { unproven: true }) };
}

function readItems(asked: Asked, received: Received, body: Loose): Read {
	const reply = normalise(body);
	const { items } = reply;
	if (!Array.isArray(items)) {
		// An empty list may be left out, but not by an error, nor in favour of another list.
		const absent = (items ?? undefined) === undefined && isList(asked);
		const reports = oddRemark(received, body);
		if (absent && reports === undefined && !Object.values(reply).some(isFilledList)) {
			return { value: { ...reply, items: [] } };
		}
		return { reason: reports ?? 'The response contains no list of items.' };
	}
	if (!items.every(isObject)) return { reason: 'An entry in its list is not an object.' };
	const own = ownKey(asked.route);
	const things = items.map((item) => normalise(item, own));
	if (!asked.route.endsWith('/signing-urls') && !things.every(hasId)) {
		return { reason: 'An entry of the list in the response has no ID.' };
	}
	const other = otherThan(asked, things);
	return other === undefined ? { value: { ...reply, items: things } } : about(asked, other);
}

/** Of things: labels and the like may stand beside a list, but not in its place. */
const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.some(isObject);

function readThing(asked: Asked, body: Loose): Read {
	const [only, ...more] = Array.isArray(body.items) ? (body.items as unknown[]) : [];
	const whole = normalise(body, ownKey(asked.route));
	// One thing may come as a list of one.
	const alone = !hasId(whole) && isObject(only) && more.length === 0;
	const thing = alone ? normalise(only, ownKey(asked.route)) : whole;
	if (!hasId(thing)) return { reason: 'The response contains no ID.' };
	const other = otherThan(asked, [thing]);
	return other === undefined ? { value: thing } : about(asked, other);
}

/** A creation that is answered with something elsewhere may have been carried out here all the same. */
const about = ({ route }: Asked, reason: string): Read => ({
	reason,
	...(route.startsWith('POST ') && !endsWithId(route) && { unproven: true }),
});

const hasId = ({ ID }: Loose): boolean => typeof ID === 'string' && ID.trim() !== '';

const LARGEST_REPLY = 10 * 1024 * 1024;

/** Why an answer does not show what was asked for, in a sentence; undefined if it does. */
export type Objection<Reply> = (reply: Reply) => string | undefined;

/** The reply to a request, read and compared with what was asked for. */
export function asJson<R extends JsonRoute, Body extends BodyOf<R>>(
	route: R,
	{ body, objection }: { body?: Body; objection?: Objection<ReplyTo<R, Body>> },
	path: string,
): Format<ReplyTo<R, Body>> {
	const multipart = 'multipart' in ENDPOINTS[route] ? multipartOf(body as NewDocument) : undefined;
	return {
		headers: { Accept: 'application/json, application/problem+json', ...multipart?.headers },
		body: multipart?.body ?? body,
		limits: (timeout) => ({ idle: timeout, total: timeout }),
		attempt: (question) => {
			const read: ReadSuccess<ReplyTo<R, Body>> = async (raw, timeLimit) => {
				const text = await readText(raw.body, LARGEST_REPLY, () => timeLimit.touch());
				const status = raw.statusCode;
				const mediaType = header(raw, 'content-type') ?? '';
				const reply = readReply({ route, path, body }, { status, mediaType, text });
				if ('reason' in reply) {
					const kind = reply.unproven ? 'unproven' : 'malformed';
					return { failure: { kind, status, reason: reply.reason } };
				}
				const value = reply.value as ReplyTo<R, Body>;
				const reason = objection?.(value);
				return reason === undefined ? { value } : { failure: { kind: 'unproven', status, reason } };
			};
			return attemptOf(question, read);
		},
	};
}
