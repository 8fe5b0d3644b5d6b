import type { UUID } from '../../api';
import { defineBulkOperation } from '../../core';
import { deleteTogether } from '../shared/deleteTogether';
import { listAll } from '../shared/lists';
import { documentId, envelopeId, fieldId } from '../shared/locators';

export const deleteField = defineBulkOperation<UUID>({
	name: 'Delete',
	action: 'Delete field',
	description: 'Remove a field from a document. Items for the same document share a request.',
	properties: [envelopeId, documentId, fieldId],
	bulk: deleteTogether({
		target: ({ id }) => ({ envelopeID: id('envelopeId'), documentID: id('documentId') }),
		ID: ({ id }) => id('fieldId'),
		named: 'fieldID',
		one: async (call, { envelopeID = '', documentID = '' }, fieldID, settle) =>
			await call.request(
				'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}',
				{ envelopeID, documentID, fieldID, settle },
			),
		many: async (call, { envelopeID = '', documentID = '' }, items, settle) =>
			await call.request(
				'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete',
				{
					envelopeID,
					documentID,
					body: { items },
					settle,
				},
			),
		list: async (call, { envelopeID = '', documentID = '' }) =>
			await listAll(call, 'GET /sign/envelopes/{envelopeID}/documents/{documentID}/fields', {
				envelopeID,
				documentID,
			}),
	}),
});
