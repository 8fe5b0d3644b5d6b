import { defineOperation } from '../../core';
import { isWhole, listAll, partHint } from '../shared/lists';
import { envelopeId } from '../shared/locators';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many documents',
	description: 'List the documents of an envelope in their order, one item per document',
	ids: [envelopeId],
	run: async (call) => {
		const documents = await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents', call.ids);
		if (!isWhole(documents)) call.hint(partHint(documents, 'documents'));
		return documents.items.map((document) => ({ json: { ...document } }));
	},
});
