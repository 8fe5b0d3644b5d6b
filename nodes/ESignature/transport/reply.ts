import { ENDPOINTS, type JsonRoute } from '../api';
import {
	isPage,
	isProblem,
	NOT_JSON,
	oddRemark,
	oddStatus,
	PAGE,
	problemReason,
	type Received,
} from './oddity';
import { isObject, normalise, type Loose } from './spelling';
import { parseJson } from './wire/body';
import { printable } from './wire/text';

export interface Asked {
	route: JsonRoute;
	/** The route with its IDs. */
	path: string;
	/** Several things were sent, so several come back. */
	bulk: boolean;
}

/** What was answered, or why it cannot be taken for an answer. */
export type Read = { value: unknown } | { reason: string };

/** The answer to a JSON route. A status of success is not enough: it must fit what was asked. */
export function readReply(asked: Asked, received: Received): Read {
	const odd = oddStatus(received);
	if (odd !== undefined) return { reason: odd };
	const { answer } = ENDPOINTS[asked.route];
	const body = parseJson(received.text);
	if (answer === 'nothing') {
		const remark = oddRemark(received, body);
		return remark === undefined ? { value: undefined } : { reason: remark };
	}
	if (received.text.trim() === '') return readEmpty(asked, received);
	if (body === undefined) return { reason: isPage(received) ? PAGE : NOT_JSON };
	if (!isObject(body)) return { reason: 'It is not an object.' };
	if (isProblem(received, body)) return { reason: problemReason(received) };
	return answer === 'items' || asked.bulk
		? readItems(asked, received, body)
		: readThing(asked, body);
}

/** Nothing to list may be answered with nothing. */
const readEmpty = (asked: Asked, { status }: Received): Read =>
	status === 204 && isList(asked) ? { value: { items: [] } } : { reason: 'It is empty.' };

const isList = ({ route }: Asked): boolean =>
	route.startsWith('GET ') && ENDPOINTS[route].answer === 'items';

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
		return { reason: reports ?? 'It has no list of items.' };
	}
	if (!items.every(isObject)) return { reason: 'An entry of its list is not an object.' };
	const things = items.map((item) => normalise(item, ownKey(asked.route)));
	if (!asked.route.endsWith('/signing-urls') && !things.every(hasId)) {
		return { reason: 'An entry of its list has no ID.' };
	}
	const other = isList(asked) ? things.map((thing) => otherThan(asked, thing)).find(Boolean) : '';
	return other ? { reason: other } : { value: { ...reply, items: things } };
}

const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

function readThing(asked: Asked, body: Loose): Read {
	const [only, ...more] = Array.isArray(body.items) ? (body.items as unknown[]) : [];
	const whole = normalise(body, ownKey(asked.route));
	// One thing may come as a list of one.
	const alone = !hasId(whole) && isObject(only) && more.length === 0;
	const thing = alone ? normalise(only, ownKey(asked.route)) : whole;
	if (!hasId(thing)) return { reason: 'It has no ID.' };
	// What was just created is not lost for what it says about its place.
	const other = endsWithId(asked.route) ? otherThan(asked, thing) : undefined;
	return other === undefined ? { value: thing } : { reason: other };
}

/** A cache or a proxy may mix answers up: what is about something else is no answer. */
function otherThan({ route, path }: Asked, thing: Loose): string | undefined {
	const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
	const IDs = path.match(UUID) ?? [];
	const own = endsWithId(route) ? names.length - 1 : -1;
	for (const [at, name] of names.entries()) {
		const answered = at === own ? thing.ID : thing[name];
		const wanted = IDs[at];
		if (typeof answered !== 'string' || wanted === undefined) continue;
		if (answered.trim().toLowerCase() !== wanted.toLowerCase()) {
			return `It is about ${printable(answered, 60)}, but ${wanted} was asked for.`;
		}
	}
	return undefined;
}

const endsWithId = (route: JsonRoute): boolean => /\{\w+\}(?::[\w-]+)?$/.test(route);

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** How the ID of what a route is about may be called: the last kind of thing in its path. */
const ownKey = (route: JsonRoute): string | undefined => {
	const kinds = route.match(/(?:envelope|document|participant|field)(?=s\b)/g) ?? [];
	return route.endsWith('/signing-urls') ? undefined : `${kinds.at(-1)}ID`;
};

const hasId = ({ ID }: Loose): boolean => typeof ID === 'string' && ID.trim() !== '';
