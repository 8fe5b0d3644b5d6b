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
	agrees: (wanted: NewParticipant, made: Participant) =>
		wanted.authentication?.type.toLowerCase() === made.authentication?.type?.toLowerCase(),
};
