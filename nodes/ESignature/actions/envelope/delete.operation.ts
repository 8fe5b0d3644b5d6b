import { defineOperation } from '../../core';
import { envelopeId, nameInInput } from '../shared/locators';
import { removeEnvelope } from './envelope';

export const deleteEnvelope = defineOperation({
	name: 'Delete',
	action: 'Delete envelope',
	description: 'Permanently delete an envelope with everything in it',
	ids: [envelopeId],
	run: async (call) => {
		const { envelopeID } = call.ids;
		const removed = await removeEnvelope(call, envelopeID);
		return {
			json: { deleted: true, envelopeID, ...nameInInput(call, envelopeId), ...removed },
		};
	},
});
