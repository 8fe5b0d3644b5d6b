import { defineOperation, write } from '../../core';
import { envelopeId } from '../shared/locators';
import { readEnvelope } from './envelope';

export const cancel = defineOperation({
	name: 'Cancel',
	action: 'Cancel envelope',
	description: 'Stop a sent envelope, so that no one can sign it anymore',
	ids: [envelopeId],
	run: async (call) => {
		const { envelopeID } = call.ids;
		const canceled = await write(
			call,
			'PUT /sign/envelopes/{envelopeID}:cancel',
			{ envelopeID },
			{
				readBack: async (reader) => await readEnvelope(reader, envelopeID),
				isDone: ({ status }) => status === 'cancelled',
				// Canceling twice is refused by the service.
				repeatable: true,
			},
		);
		return { json: { ...canceled } };
	},
});
