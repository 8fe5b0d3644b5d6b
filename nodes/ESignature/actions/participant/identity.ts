import type { NewParticipant, Participant } from '../../api';
import type { Kind } from '../../core';

type Person = Pick<NewParticipant, 'email'> & { role?: string };

const spelled = (text: unknown): string =>
	String(text ?? '')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** Who a participant is, however the service spells it. */
export const identityOf = ({ email, role }: Person): string =>
	JSON.stringify([addressKey(email), spelled(role)]);

/** A service may answer with the domain in the form that mail servers use: `xn--...` (RFC 5891). */
function addressKey(email: string): string {
	const address = spelled(email);
	const at = address.lastIndexOf('@');
	const domain = address.slice(at + 1);
	if (!/[^\x20-\x7e]/.test(domain) || !URL.canParse(`http://${domain}`)) return address;
	return address.slice(0, at + 1) + new URL(`http://${domain}`).hostname;
}

/** Left out, empty, or stars in place of what it is. */
const isHidden = (value: unknown): boolean =>
	value === undefined || value === null || /^[*\u2022]*$/.test(String(value));

/** A service that does not show a code must at least show that there is one. */
export function agrees(
	{ authentication: wanted }: NewParticipant,
	{ authentication: made }: Participant,
): boolean {
	if (spelled(wanted?.type) !== spelled(made?.type)) return false;
	const shown = new Map<string, unknown>(Object.entries(made ?? {}));
	return Object.entries(wanted ?? {}).every(
		([key, value]) =>
			key === 'type' || isHidden(shown.get(key)) || String(shown.get(key)) === value,
	);
}

const proof = ({ authentication }: NewParticipant | Participant): string =>
	JSON.stringify(Object.entries(authentication ?? {}).sort());

const isSame = (one: Person, other: Person): boolean => identityOf(one) === identityOf(other);

export const PARTICIPANTS: Kind<NewParticipant, Participant> = {
	same: isSame,
	agrees,
	tiers: [
		{ fits: (wanted, made) => isSame(wanted, made) && proof(wanted) === proof(made) },
		{ fits: (wanted, made) => isSame(wanted, made) && agrees(wanted, made) },
		{ fits: isSame },
		{
			named: 'e-mail address',
			// An answer without a role says nothing about it; another role is another participant.
			fits: (wanted, { email, role }) =>
				addressKey(wanted.email) === addressKey(email) && spelled(role) === '',
		},
	],
};
