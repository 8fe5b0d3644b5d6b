import type { NewField, UUID } from '../../api';
import { idKey, InputError, type Bulk, type Call } from '../../core';
import { listParticipants } from '../participant/addParticipants';
import { addFields, type DocumentIds } from './addFields';

/** How fields travel, whether they come one per item or as a list. */
export const fieldsBulk = (entries: (call: Call) => NewField[]): Bulk<NewField> => ({
	max: 200,
	target: ({ id }) => ({ envelopeID: id('envelopeId'), documentID: id('documentId') }),
	entries,
	send: async (call, target, wanted) => {
		const ids = target as Record<string, string> & DocumentIds;
		await assertSigners(call, ids, wanted);
		return await addFields(call, ids, wanted);
	},
});

/**
 * Reads the roles once per envelope and run: a field for a copy recipient is refused here. Best effort: whoever
 * may place fields need not be allowed to read participants, and the service checks this, too.
 */
export async function assertSigners(
	call: Call,
	{ envelopeID }: DocumentIds,
	wanted: Array<{ participantID?: UUID }>,
): Promise<void> {
	const participants = await call.once(
		`participants of ${envelopeID}`,
		async () =>
			await listParticipants(call, envelopeID).then(
				({ items }) => items,
				() => [],
			),
	);
	const copies = new Set(
		participants
			.filter(({ role }) => String(role).toLowerCase() === 'cc')
			.map(({ ID }) => idKey(ID)),
	);
	const guilty = wanted.findIndex(({ participantID }) => copies.has(idKey(participantID)));
	if (guilty < 0) return;
	throw new InputError(
		'A copy recipient (CC) cannot have a field',
		'Choose a participant with the role Signer. No field of this request was added or changed.',
		guilty,
	);
}
