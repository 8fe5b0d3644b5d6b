import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';
import { includeAccessCodes, shownParticipant } from './form';
import { listParticipants } from './participant';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many participants',
	description: 'List the participants of an envelope',
	ids: [envelopeOfItem],
	options: [includeAccessCodes],
	run: async (call) => {
		const participants = await listParticipants(call, call.ids.envelopeID);
		return participants.map((participant) => ({ json: shownParticipant(call, participant) }));
	},
});
