import { defineBulkOperation } from '../../core';
import { deleteTogether } from '../shared/deleteTogether';
import { documentId, envelopeId, fieldId, type DocumentIds } from '../shared/locators';
import { listFields } from './field';

export const deleteField = defineBulkOperation({
	name: 'Delete',
	action: 'Delete field',
	description: 'Remove a field from a document',
	ids: [envelopeId, documentId, fieldId],
	bulk: deleteTogether<DocumentIds>({
		named: 'fieldID',
		one: async (call, document, fieldID) =>
			await call.request(
				'DELETE /sign/envelopes/{envelopeID}/documents/{documentID}/fields/{fieldID}',
				{ ...document, fieldID },
			),
		many: async (call, document, items) =>
			await call.request(
				'POST /sign/envelopes/{envelopeID}/documents/{documentID}/fields:batch-delete',
				{ ...document, body: { items } },
			),
		list: listFields,
	}),
});
