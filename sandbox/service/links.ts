import type { StoredEnvelope, StoredParticipant } from './records';

/** Path of a participant's page. The key in it is random, so the link cannot be guessed. */
export const signingPath = ({ ID }: StoredEnvelope, { signingKey }: StoredParticipant): string =>
	`/signing/${ID}/${signingKey}`;
