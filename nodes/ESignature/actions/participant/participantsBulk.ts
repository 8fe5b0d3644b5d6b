import type { INodeProperties } from 'n8n-workflow';

import { LIMITS, type NewParticipant, type Participant } from '../../api';
import type { Bulk, Call } from '../../core';
import { addMissing, addParticipants } from './addParticipants';
import { identityOf } from './identity';
import { shownParticipant } from './shownParticipant';

const { participantsPerEnvelope: most } = LIMITS;

export const skipExisting: INodeProperties = {
	displayName: 'Skip Existing',
	name: 'skipExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to return a participant who is already in the envelope, with the same e-mail and role, instead of adding them again',
};

const skips = (call: Call): boolean => call.option('skipExisting', false);

/** How participants travel, whether they come one per item or as a list. */
export const participantsBulk = (
	entries: (call: Call) => NewParticipant[],
): Bulk<NewParticipant> => ({
	max: most,
	perTarget: {
		most,
		message: `More than ${most} participants for one envelope`,
		description: `An envelope has at most ${most} participants. Split them over several envelopes. Nobody was added.`,
	},
	target: ({ id }) => ({ envelopeID: id('envelopeId') }),
	entries,
	options: skips,
	same: (call) => (skips(call) ? identityOf : undefined),
	send: async (call, { envelopeID = '' }, wanted) =>
		skips(call)
			? await addMissing(call, envelopeID, wanted)
			: await addParticipants(call, envelopeID, wanted),
	output: (call, participant) => shownParticipant(call, participant as Participant),
});
