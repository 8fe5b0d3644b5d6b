import { defineOperation, settleByState } from '../../core';
import { envelopeId } from '../shared/locators';
import { isIn, lacks } from './envelope';

export const cancel = defineOperation({
	name: 'Cancel',
	action: 'Cancel envelope',
	description:
		'Stop a sent envelope permanently. No one can sign it anymore; it is kept for reference.',
	ids: [envelopeId],
	run: async (call) => {
		const { envelopeID } = call.ids;
		const read = async () => await call.request('GET /sign/envelopes/{envelopeID}', { envelopeID });
		const cancelled = await call.request('PUT /sign/envelopes/{envelopeID}:cancel', {
			envelopeID,
			objection: lacks('cancelled'),
			settle: async () =>
				await settleByState(call, read, {
					isDone: ({ status }) => isIn(status, 'cancelled'),
					// Cancelling twice is refused by the service.
					isOpen: ({ status }) => isIn(status, 'sent'),
				}),
		});
		return { json: { ...cancelled } };
	},
});
