import type { NewParticipant, Participant } from '../../api';

/** Who a participant is, however the service spells it. */
export const identityOf = ({
	email,
	role,
}: Pick<NewParticipant, 'email'> & { role: string }): string =>
	JSON.stringify([addressKey(String(email ?? '')), spelled(role)]);

const spelled = (text: unknown): string =>
	String(text ?? '')
		.normalize('NFC')
		.trim()
		.toLowerCase();

/** A service may answer with the domain in the form that mail servers use: `xn--...` (RFC 5891). */
function addressKey(email: string): string {
	const address = spelled(email);
	const at = address.lastIndexOf('@');
	const domain = address.slice(at + 1);
	if (!/[^\x20-\x7e]/.test(domain)) return address;
	return address.slice(0, at + 1) + asciiDomain(domain);
}

function asciiDomain(domain: string): string {
	try {
		return new URL(`http://${domain}`).hostname;
	} catch {
		return domain;
	}
}

export const participantIdentity = {
	ofWanted: (wanted: NewParticipant) => identityOf(wanted),
	ofMade: (made: Participant) => identityOf(made),
	ID: ({ ID }: Participant) => ID,
	/** A service that does not show a code must at least show that there is one. */
	agrees: ({ authentication: wanted }: NewParticipant, { authentication: made }: Participant) => {
		if (spelled(wanted?.type) !== spelled(made?.type)) return false;
		const shown = new Map<string, unknown>(Object.entries(made ?? {}));
		return Object.entries(wanted ?? {}).every(
			([key, value]) =>
				key === 'type' || isHidden(shown.get(key)) || String(shown.get(key)) === value,
		);
	},
};

/** Left out, empty, or stars in place of what it is. */
const isHidden = (value: unknown): boolean =>
	value === undefined || value === null || /^[*\u2022]*$/.test(String(value));
