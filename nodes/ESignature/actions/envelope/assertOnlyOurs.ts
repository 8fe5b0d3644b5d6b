import type { UUID } from '../../api';
import { Explained, look, LOOK_AGAIN_AFTER, sameId, type Call } from '../../core';
import { listAll, type Listed } from '../listAll';
import { listParticipants } from '../participant/addParticipants';
import { partHints } from '../wholeList';

interface Parts {
	documents: Array<{ ID: UUID }>;
	participants: Array<{ ID: UUID }>;
}

type Lists = { [Kind in keyof Parts]: Listed<{ ID: UUID }> };

/**
 * Raises unless the envelope holds exactly what this item put into it: nobody may get what was meant for
 * somebody else. What the service shows late is waited for. A count that is higher than what it lists is no
 * proof of anything, since the contract does not say what is counted: it is returned, to be told.
 */
export async function assertOnlyOurs(call: Call, envelopeID: UUID, ours: Parts): Promise<string[]> {
	const read = async (): Promise<Lists> => ({
		documents: await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents', { envelopeID }),
		participants: await listParticipants(call, envelopeID),
	});
	const { found, last } = await look(call, read, (now) => difference(now, ours), [
		0,
		...LOOK_AGAIN_AFTER,
	]);
	if (found === 'none' && last) return partHints({ ...last });
	// Nothing could be read: the service says why.
	if (last === undefined) await read();
	throw new Explained(
		found === 'foreign'
			? 'Somebody else has added something to the envelope, so it was not sent'
			: 'The service does not show everything that was added to the envelope, so it was not sent',
		'Run this step again. If it happens again, find out who else works with new drafts of this account.',
	);
}

/** Undefined while something of ours is not shown yet. */
function difference(now: Lists, ours: Parts): 'none' | 'foreign' | undefined {
	const kinds = [
		[now.documents.items, ours.documents],
		[now.participants.items, ours.participants],
	] as const;
	const isIn = (list: Array<{ ID: UUID }>, { ID }: { ID: UUID }) =>
		list.some((one) => sameId(one.ID, ID));
	if (kinds.some(([seen, own]) => seen.some((one) => !isIn(own, one)))) return 'foreign';
	return kinds.every(([seen, own]) => own.every((one) => isIn(seen, one))) ? 'none' : undefined;
}
