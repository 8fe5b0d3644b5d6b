import { defineOperation } from '../../core';
import { envelopeId } from '../envelope/envelopeId';
import { includeAccessCodes, shownParticipant } from './shownParticipant';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many participants',
	description: 'List the participants of an envelope, one item each',
	properties: [envelopeId],
	options: [includeAccessCodes],
	run: async (call) => {
		const { items } = await call.request('GET /sign/envelopes/{envelopeID}/participants', {
			envelopeID: call.id('envelopeId'),
		});
		return items.map((participant) => ({ json: shownParticipant(call, participant) }));
	},
});
