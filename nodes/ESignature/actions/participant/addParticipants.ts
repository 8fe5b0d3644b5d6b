import type { INodeProperties } from 'n8n-workflow';

import type { NewParticipant, Participant, UUID } from '../../api';
import { optionSwitch, wrongInput, type Bulk, type Call, type Reconciled } from '../../core';
import { quoted } from '../../values/text';
import { createTogether } from '../shared/createTogether';
import type { EnvelopeIds } from '../shared/locators';
import { shownParticipant } from './form';
import { hasAuthentication, hasMethod, identityOf } from './identity';
import { listParticipants } from './participant';

type Added = Reconciled<Participant>;

/** Adds all in one request. After a lost answer they are looked for beside those who were there before. */
export async function addParticipants(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	before?: Participant[],
): Promise<Added[]> {
	return await createTogether<NewParticipant, Participant>(call, wanted, {
		before,
		where: `participants of envelope ${envelopeID}`,
		// A participant without the method could sign without a code.
		isSame: (one, other) =>
			identityOf(one) === identityOf(other) &&
			(!one.authentication || hasMethod(other, one.authentication)),
		isComplete: (one, other) => hasAuthentication(other, one.authentication),
		list: async (reader) => await listParticipants(reader, envelopeID),
		send: async (body) =>
			await call.request('POST /sign/envelopes/{envelopeID}/participants', {
				envelopeID,
				body,
			}),
	});
}

/** Adds only those who are missing, so that a step can be run twice. */
async function addMissing(
	call: Call,
	envelopeID: UUID,
	wanted: NewParticipant[],
	before: Participant[],
): Promise<Added[]> {
	const present = new Map<string, Added>(before.map((one) => [identityOf(one), one]));
	const missing = new Map<string, NewParticipant>();
	for (const [index, one] of wanted.entries()) {
		const key = identityOf(one);
		const other = present.get(key) ?? missing.get(key);
		if (other === undefined) missing.set(key, one);
		else if (one.authentication && !hasAuthentication(other, one.authentication)) {
			throw weakerAuthentication(one, index);
		}
	}
	if (missing.size > 0) {
		const added = await addParticipants(call, envelopeID, [...missing.values()], before);
		[...missing.keys()].forEach((key, index) => present.set(key, added[index] as Added));
	}
	return wanted.map((one) => present.get(identityOf(one)) as Added);
}

/** The error for an existing participant who lacks the authentication that was asked for. */
const weakerAuthentication = ({ email }: NewParticipant, entry: number) =>
	wrongInput(
		`${quoted(email)} is already in the envelope, but with a different authentication`,
		"Change it with the 'Update' operation, or turn off 'Skip Existing'.",
		entry,
	);

export const skipExisting: INodeProperties = {
	displayName: 'Skip Existing',
	name: 'skipExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to return participants already in the envelope instead of adding them again',
};

const skipsExisting = (call: Call): boolean => optionSwitch(call, skipExisting);

/** How participants are sent, whether they come one per item or as a list. */
export const participantsBulk = (
	entries: (call: Call) => NewParticipant[],
): Bulk<NewParticipant, EnvelopeIds> => ({
	target: ({ envelopeID }) => ({ envelopeID }),
	entries,
	duplicateKey: (call) => (skipsExisting(call) ? identityOf : undefined),
	send: async (call, { envelopeID }, wanted) => {
		const before = listParticipants(call, envelopeID);
		const added = skipsExisting(call)
			? await addMissing(call, envelopeID, wanted, await before)
			: await addParticipants(call, envelopeID, wanted, await before.catch(() => undefined));
		return added.map((participant) => shownParticipant(call, participant));
	},
});
