import type { Items, NewParticipant, Participant, UUID } from '../../api';
import { InputError, matchAnswers, type Call } from '../../core';
import { identity, reconcile } from './reconcile';

const PARTICIPANTS = '/sign/envelopes/{envelopeID}/participants';
/** The service may show an addition late. */
const LOOK_AGAIN_AFTER = [500, 1000, 2000, 4000];

type Added = Participant & { reconciled?: true };

/** One request for all; a lost answer is found again by reading, so that nobody is added twice. */
export async function addParticipants(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	before?: Participant[],
): Promise<Added[]> {
	const settle = async () => await lookForThem(call, envelopeID, wanted, before);
	const [only, ...more] = wanted;
	if (only && more.length === 0) {
		const one = await call.request(`POST ${PARTICIPANTS}`, {
			envelopeID,
			body: only,
			settle: async () => {
				const settled = await settle();
				return typeof settled === 'string' ? settled : { reply: settled.reply.items[0] as Added };
			},
		});
		return [one];
	}
	const { items } = await call.request(`POST ${PARTICIPANTS}`, {
		envelopeID,
		body: { items: wanted },
		settle,
	});
	return matchAnswers<NewParticipant, Added>(wanted, items, identity, identity) ?? mismatch();
}

/** Adds only who is not there yet: running the same step twice adds nobody twice. */
export async function addMissing(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
): Promise<Added[]> {
	const before = await listParticipants(call, envelopeID);
	const present = new Map<string, Added>(before.map((one) => [identity(one), one]));
	const missing = new Map(
		wanted.filter((one) => !present.has(identity(one))).map((one) => [identity(one), one]),
	);
	if (missing.size > 0) {
		const added = await addParticipants(call, envelopeID, [...missing.values()], before);
		[...missing.keys()].forEach((key, index) => present.set(key, added[index] as Added));
	}
	return wanted.map((one) => present.get(identity(one)) as Added);
}

async function lookForThem(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	before?: Participant[],
): Promise<{ reply: Items<Added> } | 'repeat' | 'unknown'> {
	let found: Array<Participant | undefined> = [];
	for (const wait of LOOK_AGAIN_AFTER) {
		await call.pause(wait);
		const after = await listParticipants(call, envelopeID);
		const seen = reconcile(wanted, before, after);
		if (seen.surplus) return 'unknown';
		found = seen.found;
		if (found.every((one) => one !== undefined)) return { reply: { items: adopt(found) } };
	}
	return found.every((one) => one === undefined) ? 'repeat' : 'unknown';
}

/** All of them, or an error: a part would look like somebody had been removed. */
export async function listParticipants(call: Call, envelopeID: UUID): Promise<Participant[]> {
	const { items, total } = await call.request(`GET ${PARTICIPANTS}`, { envelopeID });
	if (typeof total === 'number' && total !== items.length) {
		throw new InputError(
			'The service listed only a part of the participants',
			`It counts ${total} but returned ${items.length}. Nothing was added.`,
		);
	}
	return items;
}

const adopt = (found: Array<Participant | undefined>): Added[] =>
	found.map((one) => ({ ...(one as Participant), reconciled: true }));

function mismatch(): never {
	throw new InputError(
		'The service answered with other participants than were sent',
		"Check the envelope with the 'Get Many' operation before you run this step again.",
	);
}
