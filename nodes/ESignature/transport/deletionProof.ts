import { idsIn, itemsOf, otherThan, ownKey, type Asked } from './about';
import { isObject, normalise, type Loose } from './spelling';
import { printable } from './wire/text';

export const isDeletion = ({ route }: Asked): boolean =>
	route.startsWith('DELETE ') || route.endsWith(':batch-delete');

const ACCEPTED = 'It says that the request was accepted, not that it was carried out.';
const LATER = /accept|queue|schedul|pending|progress|later/i;
const GONE = /^(?:deleted|removed|gone|ok|success|successful|succeeded|done|complete|completed)$/i;
/** What stands under such a key is about the ones that were not deleted. */
const LEFT = /error|fail|warn|skip|miss|ignor|remain|left|not/i;

/**
 * Why an answer to a deletion does not prove it, if so. The contract shows no body: nothing, or a word, is
 * success. But what was only accepted, or is about something else or about less than was asked for, is not.
 */
export function doubtOfDeletion(
	asked: Asked,
	{ status, body }: { status: number; body: unknown },
): string | undefined {
	if (status === 202) return ACCEPTED;
	const wanted = (itemsOf(asked) ?? idsIn(asked.path).slice(-1)).map(plain);
	return doubtIn('', body, { ...asked, wanted });
}

interface Wanted extends Asked {
	wanted: string[];
}

function doubtIn(key: string, value: unknown, asked: Wanted): string | undefined {
	if (Array.isArray(value)) return doubtOfList(key, value, asked);
	if (isObject(value)) return doubtOfObject(value, asked);
	if (LATER.test(key) && value === true) return ACCEPTED;
	if (typeof value === 'string') return doubtOfText(key, value, asked);
	if (typeof value !== 'number') return undefined;
	const tooFew = LEFT.test(key) ? value > 0 : value < asked.wanted.length;
	return tooFew ? counted(asked) : undefined;
}

function doubtOfText(key: string, text: string, { wanted }: Wanted): string | undefined {
	if (/^(?:deleted|removed)$/i.test(key) && idsIn(text).some((ID) => !wanted.includes(plain(ID)))) {
		return `It is about ${printable(text, 60)}, which was not asked for.`;
	}
	if (/^(?:status|state)$/i.test(key) && !GONE.test(text.trim())) {
		return `It still names a status: '${printable(text, 40)}'.`;
	}
	return LATER.test(text) ? ACCEPTED : undefined;
}

/** A list names what was deleted, or else, under another key, what was not. */
function doubtOfList(key: string, list: unknown[], asked: Wanted): string | undefined {
	if (LEFT.test(key)) return list.length > 0 ? counted(asked) : undefined;
	const named = new Set(list.map((one) => plain(isObject(one) ? idOf(one, asked) : one)));
	return asked.wanted.every((ID) => named.has(ID)) ? undefined : counted(asked);
}

function doubtOfObject(object: Loose, asked: Wanted): string | undefined {
	const thing = normalise(object, ownKey(asked.route));
	const other = otherThan(asked, thing);
	if (other !== undefined) return other;
	const { ID, name } = thing;
	const isAll = typeof ID === 'string' && asked.wanted.every((one) => one === plain(ID));
	// Of several that were asked for, one ID names one at most.
	if (typeof ID === 'string' && !isAll) return counted(asked);
	if (typeof name === 'string' && !isAll) return 'It does not say which one was deleted.';
	for (const [key, value] of Object.entries(thing)) {
		const doubt = doubtIn(key, value, asked);
		if (doubt !== undefined) return doubt;
	}
	return undefined;
}

const counted = ({ wanted }: Wanted): string =>
	wanted.length === 1
		? 'It does not say that what was asked for is gone.'
		: `It does not say that all ${wanted.length} are gone.`;

const idOf = (object: Loose, { route }: Asked): unknown => normalise(object, ownKey(route)).ID;

const plain = (ID: unknown): string => String(ID).trim().toLowerCase();
