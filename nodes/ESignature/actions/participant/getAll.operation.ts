import { defineOperation } from '../../core';
import { isWhole, listAll, partHint } from '../shared/lists';
import { envelopeId } from '../shared/locators';
import { includeAccessCodes, shownParticipant } from './form';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many participants',
	description: 'List the participants of an envelope, one item per participant',
	ids: [envelopeId],
	options: [includeAccessCodes],
	run: async (call) => {
		const participants = await listAll(
			call,
			'GET /sign/envelopes/{envelopeID}/participants',
			call.ids,
		);
		if (!isWhole(participants)) call.hint(partHint(participants, 'participants'));
		return participants.items.map((participant) => ({ json: shownParticipant(call, participant) }));
	},
});
