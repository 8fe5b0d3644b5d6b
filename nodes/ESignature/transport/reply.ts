import { ENDPOINTS } from '../api';
import { endsWithId, isList, itemsOf, otherThan, ownKey, type Asked } from './about';
import { doubtOfDeletion, isDeletion } from './deletionProof';
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

/** What was answered, or why it cannot be taken for an answer. */
export type Read = { value: unknown } | { reason: string; unproven?: true };

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
	if (!isObject(body)) return { reason: 'It is not an object.' };
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
		: otherThan(asked, thing);
	return doubt === undefined ? { value: undefined } : { reason: doubt, unproven: true };
}

/** Nothing to list may be answered with nothing. */
function readEmpty(asked: Asked, { status }: Received): Read {
	if (status === 204 && isList(asked)) return { value: { items: [] } };
	const accepted = !asked.route.startsWith('GET ') && (status === 202 || status === 204);
	return { reason: 'It is empty.', ...(accepted && { unproven: true }) };
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
		return { reason: reports ?? 'It has no list of items.' };
	}
	if (!items.every(isObject)) return { reason: 'An entry of its list is not an object.' };
	const things = items.map((item) => normalise(item, ownKey(asked.route)));
	if (!asked.route.endsWith('/signing-urls') && !things.every(hasId)) {
		return { reason: 'An entry of its list has no ID.' };
	}
	const other = things.map((thing) => otherThan(asked, thing)).find(Boolean);
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
	if (!hasId(thing)) return { reason: 'It has no ID.' };
	const other = otherThan(asked, thing);
	return other === undefined ? { value: thing } : about(asked, other);
}

/** A creation that is answered with something elsewhere may have been carried out here all the same. */
const about = ({ route }: Asked, reason: string): Read => ({
	reason,
	...(route.startsWith('POST ') && !endsWithId(route) && { unproven: true }),
});

const hasId = ({ ID }: Loose): boolean => typeof ID === 'string' && ID.trim() !== '';
