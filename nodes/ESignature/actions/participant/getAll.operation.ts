import { defineOperation } from '../../core';
import { envelopeId } from '../locators/envelopeId';
import { listParticipants } from './addParticipants';
import { includeAccessCodes, shownParticipant } from './shownParticipant';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many participants',
	description: 'List the participants of an envelope, one item each',
	properties: [envelopeId],
	options: [includeAccessCodes],
	run: async (call) => {
		const participants = await listParticipants(call, call.id('envelopeId'));
		return participants.map((participant) => ({ json: shownParticipant(call, participant) }));
	},
});
