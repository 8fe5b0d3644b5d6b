import { defineOperation } from '../../core';
import { envelopeId } from '../locators/envelopeId';

export const cancel = defineOperation({
	name: 'Cancel',
	action: 'Cancel envelope',
	description:
		'Stop a sent envelope for good. Nobody can sign it any more; it is kept for reference.',
	properties: [envelopeId],
	run: async ({ id, request }) => {
		const envelopeID = id('envelopeId');
		const cancelled = await request('PUT /sign/envelopes/{envelopeID}:cancel', {
			envelopeID,
			settle: async () => {
				const envelope = await request('GET /sign/envelopes/{envelopeID}', { envelopeID });
				if (envelope.status === 'cancelled') return { reply: envelope };
				return envelope.status === 'sent' ? 'repeat' : 'unknown';
			},
		});
		return { json: { ...cancelled } };
	},
});
