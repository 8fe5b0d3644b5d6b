import { defineBulkOperation } from '../../core';
import { deleteTogether } from '../shared/deleteTogether';
import { envelopeId, participantId, type EnvelopeIds } from '../shared/locators';
import { listParticipants } from './participant';

export const deleteParticipant = defineBulkOperation({
	name: 'Delete',
	action: 'Delete participant',
	description: 'Remove a participant and their fields from a draft',
	ids: [envelopeId, participantId],
	bulk: deleteTogether<EnvelopeIds>({
		named: 'participantID',
		one: async (call, envelope, participantID) =>
			await call.request('DELETE /sign/envelopes/{envelopeID}/participants/{participantID}', {
				...envelope,
				participantID,
			}),
		many: async (call, envelope, items) =>
			await call.request('POST /sign/envelopes/{envelopeID}/participants:batch-delete', {
				...envelope,
				body: { items },
			}),
		list: async (call, { envelopeID }) => await listParticipants(call, envelopeID),
	}),
});
