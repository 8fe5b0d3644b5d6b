import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';

export const get = defineOperation({
	name: 'Get',
	action: 'Get envelope',
	description: 'Read an envelope: its name, status, signing mode and notification',
	ids: [envelopeOfItem],
	run: async ({ ids, request }) => ({
		json: {
			...(await request('GET /sign/envelopes/{envelopeID}', ids)),
		},
	}),
});
