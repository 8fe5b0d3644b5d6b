import type { NewParticipant, Participant } from '../../api';

/** Who a participant is, however the service spells it. */
export const identityOf = ({
	email,
	role,
}: Pick<NewParticipant, 'email'> & { role: string }): string =>
	JSON.stringify(
		[email, role].map((text) =>
			String(text ?? '')
				.normalize('NFC')
				.trim()
				.toLowerCase(),
		),
	);

export const participantIdentity = {
	ofWanted: (wanted: NewParticipant) => identityOf(wanted),
	ofMade: (made: Participant) => identityOf(made),
	ID: ({ ID }: Participant) => ID,
	/** A service that does not show a code must at least show that there is one. */
	agrees: ({ authentication: wanted }: NewParticipant, { authentication: made }: Participant) => {
		if (wanted?.type.toLowerCase() !== made?.type?.toLowerCase()) return false;
		const shown = new Map(Object.entries(made ?? {}));
		return Object.entries(wanted ?? {}).every(
			([key, value]) => key === 'type' || !shown.has(key) || shown.get(key) === value,
		);
	},
};
