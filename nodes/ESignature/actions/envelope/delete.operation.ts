import { defineOperation } from '../../core';
import { envelopeId } from '../shared/locators';
import { removeEnvelope } from './envelope';

export const deleteEnvelope = defineOperation({
	name: 'Delete',
	action: 'Delete envelope',
	description:
		'Remove an envelope with all its documents, fields and participants. This cannot be undone.',
	ids: [envelopeId],
	run: async (call) => {
		const { envelopeID } = call.ids;
		const name = call.nameOf(envelopeId);
		const removed = await removeEnvelope(call, envelopeID);
		return {
			json: { deleted: true, envelopeID, ...(name !== undefined && { name }), ...removed },
		};
	},
});
