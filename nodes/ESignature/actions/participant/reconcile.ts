import type { NewParticipant, Participant } from '../../api';

/** Who a participant is, however the service spells it. */
export const identity = ({
	email,
	role,
}: Pick<NewParticipant, 'email'> & { role: string }): string =>
	JSON.stringify([email.normalize('NFC').trim().toLowerCase(), role.toLowerCase()]);

export interface Reconciled {
	/** For each wanted participant the one that now exists, or undefined. */
	found: Array<Participant | undefined>;
	/** More exist than were wanted: somebody else writes too, so nothing can be concluded. */
	surplus: boolean;
}

/**
 * What an addition whose answer was lost has done. Both sides are counted, since the service may allow
 * an address twice.
 */
export function reconcile(
	wanted: NewParticipant[],
	before: Participant[] | undefined,
	after: Participant[],
): Reconciled {
	const known = new Set(before?.map(({ ID }) => ID));
	const added = new Map<string, Participant[]>();
	for (const participant of after) {
		if (known.has(participant.ID)) continue;
		const key = identity(participant);
		const alike = added.get(key);
		if (alike) alike.push(participant);
		else added.set(key, [participant]);
	}
	const found = wanted.map((one) => added.get(identity(one))?.shift());
	const surplus = wanted.some((one) => (added.get(identity(one))?.length ?? 0) > 0);
	return { found, surplus };
}
