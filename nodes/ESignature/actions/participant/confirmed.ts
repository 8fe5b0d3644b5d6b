import type { Authentication, NewParticipant, Participant } from '../../api';
import { Explained, look, LOOK_AGAIN_AFTER, sameId, type Call } from '../../core';
import type { Listed } from '../listAll';
import { plain } from '../rowKeys';
import { shownPart, type ShownPart } from './shownPart';

/** `other`: the method that was asked for, but with another code or phone number. */
type Shown = 'agrees' | 'contradicts' | 'other' | 'empty' | 'silent';

/** Names by which a service may call a method. An unknown name says nothing: it may be any of them. */
const METHOD_NAMES: Array<[method: string, name: RegExp]> = [
	['none', /^(none|no|off|false|disabled)$/],
	['accesscode', /^(access|pass)?code$|^pin$/],
	['sms', /^sms|^phone/],
];

/**
 * What an answer tells about the authentication that was asked for. It may leave it out, which says nothing;
 * `null` or an object without anything in it stands where one should be.
 */
export function shownProof(wanted: Authentication | undefined, answer: Participant): Shown {
	const { authentication: given }: { authentication?: unknown } = answer;
	if (!wanted) return isEmpty(given) || methodOf(given) === 'none' ? 'agrees' : 'contradicts';
	if (given === undefined) return 'silent';
	if (isEmpty(given)) return 'empty';
	const method = methodOf(given);
	if (method !== undefined && method !== plain(wanted.type)) return 'contradicts';
	const parts = partsOf(wanted, given);
	if (parts.includes('other')) return 'other';
	return method === undefined ? 'silent' : 'agrees';
}

/** Whether an answer shows all of it, and nothing but what was asked for. */
export const showsAll = (
	{ authentication: wanted }: Pick<NewParticipant, 'authentication'> = {},
	answer: Participant,
): boolean =>
	shownProof(wanted, answer) === 'agrees' &&
	(!wanted || partsOf(wanted, answer.authentication).every((part) => part === 'same'));

const methodOf = (given: unknown): string | undefined => {
	const { type } = Object(given) as { type?: unknown };
	const name = plain(String(typeof given === 'object' ? (type ?? '') : (given ?? '')));
	return METHOD_NAMES.find(([, names]) => names.test(name))?.[0];
};

const partsOf = (wanted: Authentication, given: unknown): ShownPart[] => {
	const shown = new Map<string, unknown>(Object.entries(Object(given) as object));
	return Object.entries(wanted).flatMap(([key, value]) =>
		key === 'type' ? [] : [shownPart(key, String(value), shown.get(key))],
	);
};

/** Nothing, or something that has nothing in it. */
const isEmpty = (given: unknown): boolean =>
	given === undefined ||
	given === null ||
	given === '' ||
	(typeof given === 'object' && Object.values(given).every(isEmpty));

/**
 * Participants of whom an answer does not show the authentication that was asked for are read again.
 * Somebody who can sign without a code is not what was asked for; where nothing is shown, that is said.
 */
export async function confirmed<Made extends Participant>(
	call: Pick<Call, 'pause'>,
	list: () => Promise<Listed<Participant>>,
	wanted: Array<Pick<NewParticipant, 'authentication'>>,
	made: Made[],
): Promise<Array<Made & { warnings?: string[] }>> {
	const proof = (at: number, answer: Participant) => {
		const asked = wanted[at]?.authentication;
		return asked ? shownProof(asked, answer) : 'agrees';
	};
	if (made.every((one, at) => proof(at, one) === 'agrees')) return made;
	const found = ({ items }: Listed<Participant>) =>
		made.map((one) => items.find(({ ID }) => sameId(ID, one.ID)));
	// A list that lags behind may still show what was before.
	const isSettled = (listed: Listed<Participant>) =>
		found(listed).every((one, at) => !one || !isOdd(proof(at, one))) || undefined;
	const { last } = await look(call, list, isSettled, [0, ...LOOK_AGAIN_AFTER]);
	const again = last ? found(last) : [];
	return made.map((one, at) => {
		const first = proof(at, one);
		const listed = again[at];
		const second = listed ? proof(at, listed) : undefined;
		if (first === 'agrees' && !(second && isWrong(second))) return one;
		const isShown =
			listed && (first === 'other' ? showsAll(wanted[at], listed) : second === 'agrees');
		if (isShown) return { ...one, authentication: listed.authentication };
		// Nothing in its place is an answer where the other one does not speak of it either.
		const isNone = isOdd(second) || (first === 'empty' && listed && !('authentication' in listed));
		if (isWrong(first) || isNone) throw unprotected(one);
		return { ...one, warnings: [NOT_SHOWN] };
	});
}

const isWrong = (shown?: Shown): boolean => shown === 'contradicts' || shown === 'other';
const isOdd = (shown?: Shown): boolean => isWrong(shown) || shown === 'empty';

const NOT_SHOWN =
	'The service does not show which authentication this participant has. Check it before you rely on it.';

const unprotected = ({ ID }: Participant) =>
	new Explained(
		'The service does not show the authentication that was asked for, but another one or none',
		`It is not known whether the participant ${ID} can sign without a code, or with another one. Look at the participant before the envelope is sent; if it is wrong, use the 'Update' operation, and ask the operator of the service.`,
		'unknown',
	);
