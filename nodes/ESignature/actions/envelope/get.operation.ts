import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';

export const get = defineOperation({
	name: 'Get',
	action: 'Get envelope',
	description: 'Get the name, status, signing mode and email texts of an envelope',
	ids: [envelopeOfItem],
	run: async ({ ids, request }) => ({
		json: {
			...(await request('GET /sign/envelopes/{envelopeID}', ids)),
		},
	}),
});
