import { defineOperation } from '../../core';
import { documentId } from '../locators/documentId';
import { envelopeId } from '../locators/envelopeId';
import { wholeList } from '../wholeList';

export const getAll = defineOperation({
	name: 'Get Many',
	action: 'Get many fields',
	description: 'List the fields of a document, one item each',
	properties: [envelopeId, documentId],
	run: async ({ id, request }) => {
		const fields = await request('GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
			envelopeID: id('envelopeId'),
			documentID: id('documentId'),
		});
		return wholeList(fields, 'fields').map((field) => ({ json: { ...field } }));
	},
});
