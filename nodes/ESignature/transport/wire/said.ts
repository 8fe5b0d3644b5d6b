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
const DEEPEST = 3;
const MOST = 50;

export const plainName = (key: string): string => key.replace(/[_\-\s]/g, '').toLowerCase();

export const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object and those in it that may hold a part of the message, each ahead of what it holds. */
export function placesIn(body: unknown, depth = 0): Loose[] {
	if (!isObject(body)) return [];
	const members = byPlainName(body);
	const inner = depth < DEEPEST ? HOLDERS.map((key) => members.get(key)).filter(isObject) : [];
	return [body, ...inner.flatMap((one) => placesIn(one, depth + 1))];
}

/** The first sentence; a name or a code only where there is none. */
export function sentenceIn(places: Loose[]): string | undefined {
	const named = places.map(byPlainName);
	return firstOf(named, SENTENCES) ?? firstOf(named, CODES);
}

const firstOf = (named: Array<Map<string, unknown>>, keys: string[]): string | undefined =>
	named
		.flatMap((members) => keys.map((key) => textOf(members.get(key))))
		.find((text) => text !== undefined);

/** One sentence, or several in a list. */
export function textOf(value: unknown): string | undefined {
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
