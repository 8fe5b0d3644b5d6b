import type { UUID } from '../../api';
import { defineBulkOperation } from '../../core';
import { deleteTogether } from '../shared/deleteTogether';
import { envelopeId, participantId } from '../shared/locators';
import { listParticipants } from './addParticipants';

export const deleteParticipant = defineBulkOperation<UUID>({
	name: 'Delete',
	action: 'Delete participant',
	description:
		'Remove a participant and their fields from a draft. Items for the same envelope share a request.',
	properties: [envelopeId, participantId],
	bulk: deleteTogether({
		target: ({ id }) => ({ envelopeID: id('envelopeId') }),
		ID: ({ id }) => id('participantId'),
		named: 'participantID',
		one: async (call, { envelopeID = '' }, participantID, settle) =>
			await call.request('DELETE /sign/envelopes/{envelopeID}/participants/{participantID}', {
				envelopeID,
				participantID,
				settle,
			}),
		many: async (call, { envelopeID = '' }, items, settle) =>
			await call.request('POST /sign/envelopes/{envelopeID}/participants:batch-delete', {
				envelopeID,
				body: { items },
				settle,
			}),
		list: async (call, { envelopeID = '' }) => await listParticipants(call, envelopeID),
	}),
});
