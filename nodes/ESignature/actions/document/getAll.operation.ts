import { defineOperation } from '../../core';
import { envelopeId } from '../locators/envelopeId';
import { wholeList } from '../wholeList';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many documents',
	description: 'List the documents of an envelope in their order, one item each',
	properties: [envelopeId],
	run: async ({ id, request }) => {
		const documents = await request('GET /sign/envelopes/{envelopeID}/documents', {
			envelopeID: id('envelopeId'),
		});
		return wholeList(documents, 'documents').map((document) => ({ json: { ...document } }));
	},
});
