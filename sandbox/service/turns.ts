import { signersOf, type StoredEnvelope, type StoredParticipant } from './records';

/** Who can sign now: in `sequential` mode the first who has not signed, in `parallel` mode all who have not. */
export function nextSigners(envelope: StoredEnvelope): StoredParticipant[] {
	if (envelope.status !== 'sent') return [];
	const open = signersOf(envelope).filter(({ signedAt }) => !signedAt);
	return envelope.mode === 'sequential' ? open.slice(0, 1) : open;
}

/** The signer for whom this one has to wait, if any. */
export function waitsFor(
	envelope: StoredEnvelope,
	participant: StoredParticipant,
): StoredParticipant | undefined {
	const next = nextSigners(envelope);
	const waits = participant.role === 'signer' && !participant.signedAt;
	return waits && !next.includes(participant) ? next[0] : undefined;
}
