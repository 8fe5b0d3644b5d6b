import { defineOperation } from '../../core';
import { envelopeOfItem } from '../shared/locators';
import { listDocuments } from './document';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many documents',
	description: 'List the documents of an envelope in order',
	ids: [envelopeOfItem],
	run: async (call) => {
		const documents = await listDocuments(call, call.ids.envelopeID);
		return documents.map((document) => ({ json: { ...document } }));
	},
});
