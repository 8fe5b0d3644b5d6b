import type { NewParticipant, Participant } from '../../api';
import type { Kind } from '../../core';
import { showsAll, shownProof } from './confirmed';

type Person = Pick<NewParticipant, 'email'> & { role?: string };

const spelled = (text: unknown): string =>
	String(text ?? '')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** Who a participant is, however the service spells it. */
export const identityOf = ({ email, role }: Person): string =>
	JSON.stringify([addressKey(email), spelled(role)]);

/** Each of several answers is compared with each address. */
const keys = new Map<string, string>();
const MOST_KEYS = 1_000;

/** A service may answer with the domain in the form that mail servers use: `xn--...` (RFC 5891). */
function addressKey(email: unknown): string {
	const address = spelled(email);
	const known = keys.get(address);
	if (known !== undefined) return known;
	if (keys.size >= MOST_KEYS) keys.clear();
	const at = address.lastIndexOf('@');
	const domain = address.slice(at + 1);
	const isAscii = !/[^\x20-\x7e]/.test(domain) || !URL.canParse(`http://${domain}`);
	const key = isAscii ? address : address.slice(0, at + 1) + new URL(`http://${domain}`).hostname;
	keys.set(address, key);
	return key;
}

/** Left out, empty, or with stars in place of what it is or of a part of it. */
function isHidden(shown: unknown, wanted = ''): boolean {
	if (shown === undefined || shown === null) return true;
	const [head = '', ...parts] = String(shown).split(/[*\u2022]+/);
	if (parts.length === 0) return head === '';
	const tail = parts.at(-1) ?? '';
	return wanted === '' || (wanted.startsWith(head) && wanted.endsWith(tail));
}

/** A service that does not show a code must at least show that there is one. */
export const agrees = (
	{ authentication: wanted }: Pick<NewParticipant, 'authentication'>,
	made: Participant,
): boolean => shownProof(wanted, made) === 'agrees';

const proof = ({ authentication }: NewParticipant | Participant): string =>
	JSON.stringify(Object.entries(authentication ?? {}).sort());

const isSame = (one: Person, other: Person): boolean => identityOf(one) === identityOf(other);

/** Whether the answer is about somebody else, where it says so. How they prove who they are is judged by `confirmed`. */
const contradicts = (wanted: NewParticipant, { email, role }: Participant): boolean =>
	(!isHidden(spelled(email), spelled(wanted.email)) &&
		addressKey(wanted.email) !== addressKey(email)) ||
	(!isHidden(role) && spelled(wanted.role) !== spelled(role));

const BY_ADDRESS = 'e-mail address';

/** An answer without a role says nothing about it; another role is another participant. */
const isAlike = (wanted: NewParticipant, { email, role }: Participant): boolean =>
	addressKey(wanted.email) === addressKey(email) && spelled(role) === '';

export const PARTICIPANTS: Kind<NewParticipant, Participant> = {
	// As loose as the loosest way to find one again.
	same: (one, other) => addressKey(one.email) === addressKey(other.email),
	agrees,
	proves: (wanted, made) => isSame(wanted, made) && showsAll(wanted, made),
	contradicts,
	tiers: [
		{ fits: (wanted, made) => isSame(wanted, made) && proof(wanted) === proof(made) },
		{ fits: (wanted, made) => isSame(wanted, made) && agrees(wanted, made) },
		{ fits: isSame },
		// Twins without a role can still be told apart by their codes.
		{
			named: BY_ADDRESS,
			fits: (wanted, made) => isAlike(wanted, made) && proof(wanted) === proof(made),
		},
		{ named: BY_ADDRESS, fits: (wanted, made) => isAlike(wanted, made) && agrees(wanted, made) },
		{ named: BY_ADDRESS, fits: isAlike },
	],
};
