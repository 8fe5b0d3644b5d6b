import type { NewParticipant, Participant } from '../../api';
import type { Kind } from '../../core';

type Person = Pick<NewParticipant, 'email'> & { role?: string };

const plain = (text: unknown): string =>
	String(text ?? '')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** Who a participant is, however the service spells it. */
export const identityOf = ({ email, role }: Person): string =>
	JSON.stringify([plain(email), plain(role)]);

/** Services may answer with the ASCII form of a domain. */
function asciiEmail({ email }: Person): string {
	const text = plain(email);
	const at = text.lastIndexOf('@');
	const domain = at < 0 ? '' : text.slice(at + 1);
	return URL.canParse(`http://${domain}`)
		? text.slice(0, at + 1) + new URL(`http://${domain}`).hostname
		: text;
}

const sameWhereShown = (
	{ authentication: wanted }: NewParticipant,
	{ authentication: made }: Participant,
): boolean => {
	const shown = new Map(Object.entries(made ?? {}));
	return Object.entries(wanted ?? {}).every(
		([key, value]) => key === 'type' || !shown.has(key) || shown.get(key) === value,
	);
};

/** A service that does not show a code must at least show that there is one. */
const agrees = (wanted: NewParticipant, made: Participant): boolean =>
	plain(wanted.authentication?.type) === plain(made.authentication?.type) &&
	sameWhereShown(wanted, made);

export const PARTICIPANTS: Kind<NewParticipant, Participant> = {
	same: (one, other) =>
		asciiEmail(one) === asciiEmail(other) && plain(one.role) === plain(other.role),
	agrees,
	tiers: [
		{
			fits: (wanted, made) =>
				identityOf(wanted) === identityOf(made) &&
				JSON.stringify(Object.entries(wanted.authentication ?? {}).sort()) ===
					JSON.stringify(Object.entries(made.authentication ?? {}).sort()),
		},
		{ fits: (wanted, made) => identityOf(wanted) === identityOf(made) && agrees(wanted, made) },
		{ fits: (wanted, made) => identityOf(wanted) === identityOf(made) },
		{
			named: 'e-mail address',
			// An answer without a role says nothing about it; another role is another participant.
			fits: (wanted, made) =>
				asciiEmail(wanted) === asciiEmail(made) &&
				[plain(wanted.role), ''].includes(plain(made.role)),
		},
	],
};
