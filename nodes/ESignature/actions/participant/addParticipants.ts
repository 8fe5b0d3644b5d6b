import type { NewParticipant, Participant, UUID } from '../../api';
import { Explained, lookFor, matchAnswers, type Call } from '../../core';
import { wholeList } from '../wholeList';
import { identityOf, participantIdentity } from './identity';

const PARTICIPANTS = '/sign/envelopes/{envelopeID}/participants';

/** One request for all; a lost answer is found again by reading, so that nobody is added twice. */
export async function addParticipants(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	before?: Participant[],
): Promise<Participant[]> {
	const read = async () => await listParticipants(call, envelopeID);
	const settle = async () => await lookFor(call, wanted, before, read, participantIdentity);
	const [only, ...more] = wanted;
	if (only && more.length === 0) {
		const one = await call.request(`POST ${PARTICIPANTS}`, {
			envelopeID,
			body: only,
			settle: async () => {
				const settled = await settle();
				return typeof settled === 'string'
					? settled
					: { reply: settled.reply.items[0] as Participant };
			},
		});
		return [one];
	}
	const { items } = await call.request(`POST ${PARTICIPANTS}`, {
		envelopeID,
		body: { items: wanted },
		settle,
	});
	const matched = matchAnswers(wanted, items, identityOf, identityOf);
	if (matched) return matched;
	throw new Explained(
		'The service answered with other participants than were sent',
		"Check the envelope with the 'Get Many' operation before you run this step again.",
	);
}

/** Adds only who is not there yet: running the same step twice adds nobody twice. */
export async function addMissing(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
): Promise<Participant[]> {
	const before = await listParticipants(call, envelopeID);
	const present = new Map(before.map((one) => [identityOf(one), one]));
	const missing = new Map<string, NewParticipant>();
	for (const one of wanted) {
		const key = identityOf(one);
		if (!present.has(key) && !missing.has(key)) missing.set(key, one);
	}
	if (missing.size > 0) {
		const added = await addParticipants(call, envelopeID, [...missing.values()], before);
		[...missing.keys()].forEach((key, index) => present.set(key, added[index] as Participant));
	}
	return wanted.map((one) => present.get(identityOf(one)) as Participant);
}

export async function listParticipants(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
): Promise<Participant[]> {
	return wholeList(await request(`GET ${PARTICIPANTS}`, { envelopeID }), 'participants');
}
