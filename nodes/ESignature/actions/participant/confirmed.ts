import type { Authentication, NewParticipant, Participant } from '../../api';
import { Explained, look, LOOK_AGAIN_AFTER, sameId, type Call } from '../../core';
import type { Listed } from '../listAll';
import { plain } from '../rowKeys';

type Shown = 'agrees' | 'contradicts' | 'silent';

/** Names by which a service may call a method. An unknown name says nothing: it may be any of them. */
const METHOD_NAMES: Array<[method: string, name: RegExp]> = [
	['none', /^(none|no|off|false|disabled)$/],
	['accesscode', /^(access|pass)?code$|^pin$/],
	['sms', /^sms|^phone/],
];

/** What an answer tells about the authentication that was asked for. It may leave it out. */
export function shownProof(wanted: Authentication | undefined, answer: Participant): Shown {
	if (!wanted) return 'agrees';
	const { authentication: given }: { authentication?: unknown } = answer;
	const { type } = Object(given) as { type?: unknown };
	const name = plain(String(typeof given === 'object' ? (type ?? '') : (given ?? '')));
	const [method] = METHOD_NAMES.find(([, names]) => names.test(name)) ?? [];
	if (method === undefined) return 'silent';
	return method === plain(wanted.type) ? 'agrees' : 'contradicts';
}

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
	const proof = (at: number, answer: Participant) => shownProof(wanted[at]?.authentication, answer);
	if (made.every((one, at) => proof(at, one) === 'agrees')) return made;
	const found = ({ items }: Listed<Participant>) =>
		made.map((one) => items.find(({ ID }) => sameId(ID, one.ID)));
	// A list that lags behind may still show what was before.
	const isSettled = (listed: Listed<Participant>) =>
		found(listed).every((one, at) => !one || proof(at, one) !== 'contradicts') || undefined;
	const { last } = await look(call, list, isSettled, [0, ...LOOK_AGAIN_AFTER]);
	const again = last ? found(last) : [];
	return made.map((one, at) => {
		const first = proof(at, one);
		const listed = again[at];
		const second = listed ? proof(at, listed) : 'silent';
		if (second === 'contradicts') throw unprotected(one);
		if (second === 'agrees' && first !== 'agrees') {
			return { ...one, authentication: listed?.authentication };
		}
		if (first === 'contradicts') throw unprotected(one);
		return first === 'agrees' ? one : { ...one, warnings: [NOT_SHOWN] };
	});
}

const NOT_SHOWN =
	'The service does not show which authentication this participant has. Check it before you rely on it.';

const unprotected = ({ ID }: Participant) =>
	new Explained(
		'The service does not show the authentication that was asked for, but another one or none',
		`It is not known whether the participant ${ID} can sign without a code. Look at the participant before the envelope is sent; if it is wrong, use the 'Update' operation, and ask the operator of the service.`,
		'unknown',
	);
