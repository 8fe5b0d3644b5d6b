import { defineOperation, remove, unlessMissing } from '../../core';
import { documentId, envelopeId, nameInInput } from '../shared/locators';
import { readDocument } from './document';

export const deleteDocument = defineOperation({
	name: 'Delete',
	action: 'Delete document',
	description: 'Remove a document and its fields from a draft',
	ids: [envelopeId, documentId],
	run: async (call) => {
		const { ids } = call;
		const removed = await remove(
			call,
			async () =>
				await call.request('DELETE /sign/envelopes/{envelopeID}/documents/{documentID}', ids),
			async (reader) => (await unlessMissing(readDocument(reader, ids))) === undefined,
		);
		return { json: { deleted: true, ...ids, ...nameInInput(call, documentId), ...removed } };
	},
});
