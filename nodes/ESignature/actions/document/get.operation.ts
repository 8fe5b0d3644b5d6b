import { defineOperation } from '../../core';
import { documentId, envelopeOfItem } from '../shared/locators';

export const get = defineOperation({
	name: 'Get',
	action: 'Get document',
	description: 'Read a document: its name, status, size and number of pages',
	ids: [envelopeOfItem, documentId],
	run: async ({ ids, request }) => ({
		json: {
			...(await request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', ids)),
		},
	}),
});
