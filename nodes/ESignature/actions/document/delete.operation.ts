import { defineOperation } from '../../core';
import { documentId } from '../locators/documentId';
import { envelopeId } from '../locators/envelopeId';

export const deleteDocument = defineOperation({
	name: 'Delete',
	action: 'Delete document',
	description: 'Remove a document and its fields from a draft. This cannot be undone.',
	properties: [envelopeId, documentId],
	run: async ({ id, request }) => {
		const IDs = { envelopeID: id('envelopeId'), documentID: id('documentId') };
		await request('DELETE /sign/envelopes/{envelopeID}/documents/{documentID}', IDs);
		return { json: { deleted: true, ...IDs } };
	},
});
