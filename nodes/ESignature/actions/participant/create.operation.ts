import { LIMITS, type NewParticipant } from '../../api';
import { defineBulkOperation } from '../../core';
import { envelopeId } from '../envelope/envelopeId';
import { addMissing, addParticipants } from './addParticipants';
import { newParticipant } from './newParticipant';
import { participantProperties } from './participantProperties';
import { includeAccessCodes, shownParticipant } from './shownParticipant';

const { participantsPerEnvelope } = LIMITS;

export const create = defineBulkOperation<NewParticipant>({
	name: 'Create',
	action: 'Create participant',
	description:
		'Add a signer or a copy recipient to a draft. Items for the same envelope share a request.',
	properties: [envelopeId, ...participantProperties],
	options: [
		includeAccessCodes,
		{
			displayName: 'Skip Existing',
			name: 'skipExisting',
			type: 'boolean',
			default: false,
			description:
				'Whether to return a participant who is already in the envelope, with the same e-mail and role, instead of adding them again',
		},
	],
	bulk: {
		max: participantsPerEnvelope,
		perTarget: {
			most: participantsPerEnvelope,
			message: `More than ${participantsPerEnvelope} participants for one envelope`,
			description: `An envelope has at most ${participantsPerEnvelope} participants. Split them over several envelopes. Nobody was added.`,
		},
		target: ({ id }) => ({ envelopeID: id('envelopeId') }),
		entries: ({ param }) => [
			newParticipant({
				email: param('email'),
				role: param('role'),
				authentication: param('authentication'),
				accessCode: param('accessCode', ''),
				countryCode: param('countryCode', ''),
				phoneNumber: param('phoneNumber', ''),
			}),
		],
		send: async (call, { envelopeID = '' }, wanted) => {
			const add = call.option('skipExisting', false) ? addMissing : addParticipants;
			const participants = await add(call, envelopeID, wanted);
			return participants.map((participant) => shownParticipant(call, participant));
		},
	},
});
