import type { NewParticipant, Participant, UUID } from '../../api';
import {
	claimInTurn,
	Explained,
	InputError,
	type Call,
	type Claim,
	type Reconciled,
} from '../../core';
import { createTogether } from '../createTogether';
import type { Creation } from '../creation';
import { listAll, type Listed } from '../listAll';
import { confirmed } from './confirmed';
import { agrees, identityOf, PARTICIPANTS as KIND } from './identity';


const placeOf = (envelopeID: UUID): string => `participants of envelope ${envelopeID}`;

type Added = Reconciled<Participant> & {
	matchedBy?: string;
	warnings?: string[];
	announcedMore?: Listed<never>['missing'];
};

/** One request for all; a lost answer is found again by reading, so that nobody is added twice. */
export async function addParticipants(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	{
		toldApart = false,
		...manner
	}: Pick<Creation<NewParticipant, Participant>, 'before' | 'claim' | 'inOwnDraft'> & {
		/** Fields are given to them afterwards, so that none may be taken for another. */
		toldApart?: boolean;
	} = {},
): Promise<Added[]> {
	// `createTogether` keeps track of what is in doubt, entry by entry.
	const doubts = undefined;
	const list = async () => await listParticipants(call, envelopeID);
	return await createTogether(call, wanted, {
		...manner,
		...(toldApart && { unclear }),
		kind: KIND,
		place: placeOf(envelopeID),
		list,
		confirm: async (sent, made) => await confirmed(call, list, sent, made),
		one: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/participants', {
				envelopeID,
				body,
				...answer,
				doubts,
			}),
		many: async (body, answer) =>
			await call.request('POST /sign/envelopes/{envelopeID}/participants', {
				envelopeID,
				body,
				...answer,
				doubts,
			}),
		shown: ({ email, ID }) => `${email} (${ID})`,
	});
}

const unclear = () =>
	new Explained(
		'The service does not tell which of the new participants is which',
		"Their e-mail addresses or roles are hidden in its answers, so a field could be given to the wrong person. Add the participants one by one with 'Participant > Create', or leave out the fields.",
	);

/** Adds only who is not there yet: running the same step twice adds nobody twice. */
export async function addMissing(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
): Promise<Added[]> {
	const mine = await claimInTurn(call, placeOf(envelopeID), wanted, KIND.same);
	return await addNew(call, envelopeID, wanted, mine).finally(() => mine.release());
}

async function addNew(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	claim: Claim<NewParticipant>,
): Promise<Added[]> {
	const { items: before, missing: announcedMore } = await listParticipants(call, envelopeID);
	const present = new Map<string, Added>(before.map((one) => [identityOf(one), one]));
	const missing = new Map<string, NewParticipant>();
	for (const [index, one] of wanted.entries()) {
		const key = identityOf(one);
		const other = present.get(key) ?? missing.get(key);
		if (other === undefined) missing.set(key, one);
		else if (one.authentication && !agrees(one, { ID: '', ...other })) throw weaker(index);
	}
	if (missing.size > 0) {
		// A part of the list does not tell who is new afterwards.
		const known = announcedMore === undefined ? before : undefined;
		const added = await addParticipants(call, envelopeID, [...missing.values()], {
			before: known,
			claim,
		});
		const note = announcedMore === undefined ? {} : { announcedMore };
		[...missing.keys()].forEach((key, index) =>
			present.set(key, { ...(added[index] as Added), ...note }),
		);
	}
	return wanted.map((one) => present.get(identityOf(one)) as Added);
}

/** Returning who is there would drop the authentication that was asked for. */
const weaker = (entry: number) =>
	new InputError(
		'The participant is already in the envelope, but with another authentication',
		"Change it with the 'Update' operation, or switch off 'Skip Existing'. Nobody of this request was added.",
		entry,
	);

export async function listParticipants(
	{ request }: Pick<Call, 'request'>,
	envelopeID: UUID,
): Promise<Listed<Participant>> {
	return await listAll({ request }, 'GET /sign/envelopes/{envelopeID}/participants', {
		envelopeID,
	});
}
