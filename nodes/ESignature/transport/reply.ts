import type { Answer } from '../api';
import { parseJson } from './wire/body';

type Loose = Record<string, unknown>;

/** The reply to a JSON route, or undefined when it is not what the contract says. */
export function readReply(answer: Answer, text: string, wantsItems: boolean): Loose | undefined {
	const reply = parseJson(text);
	if (!isObject(reply)) return undefined;
	if (answer === 'items' || wantsItems) {
		if (!Array.isArray(reply.items) || !reply.items.every(isObject)) return undefined;
		const items = reply.items.map(normalise);
		// What was created has an ID; a list may be of something else.
		return wantsItems && !items.every(hasId) ? undefined : { ...reply, items };
	}
	const thing = normalise(reply);
	return hasId(thing) ? thing : undefined;
}

/**
 * One spelling for what samples spell in several: `statue` for `status`, `id` or `fieldID` for `ID`.
 * Everything else, known or not, passes untouched.
 */
export function normalise(thing: Loose): Loose {
	const { statue, ...rest } = thing;
	if (statue !== undefined) rest.status ??= statue;
	if (rest.ID !== undefined) return rest;
	for (const spelling of ['id', 'fieldID']) {
		const { [spelling]: ID, ...others } = rest;
		if (typeof ID === 'string') return { ID, ...others };
	}
	return rest;
}

const hasId = ({ ID }: Loose): boolean => typeof ID === 'string' && ID !== '';

const isObject = (value: unknown): value is Loose =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
