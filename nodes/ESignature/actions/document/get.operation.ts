import { defineOperation } from '../../core';
import { documentId, envelopeOfItem } from '../shared/locators';

export const get = defineOperation({
	name: 'Get',
	action: 'Get document',
	description: 'Get the name, status, size and page count of a document',
	ids: [envelopeOfItem, documentId],
	run: async ({ ids, request }) => ({
		json: {
			...(await request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', ids)),
		},
	}),
});
