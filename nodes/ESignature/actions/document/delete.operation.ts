import { defineOperation, deleteOnce, unlessMissing } from '../../core';
import { documentId, envelopeId } from '../shared/locators';

export const deleteDocument = defineOperation({
	name: 'Delete',
	action: 'Delete document',
	description: 'Remove a document and its fields from a draft. This cannot be undone.',
	ids: [envelopeId, documentId],
	run: async (call) => {
		const IDs = call.ids;
		let name: string | undefined;
		const removed = await deleteOnce(call, {
			name: IDs.documentID,
			isThere: async () => {
				const read = call.request('GET /sign/envelopes/{envelopeID}/documents/{documentID}', IDs);
				const left = await unlessMissing(read);
				name ??= left?.name;
				return left !== undefined;
			},
			remove: async (settle) =>
				await call.request('DELETE /sign/envelopes/{envelopeID}/documents/{documentID}', {
					...IDs,
					settle,
				}),
		});
		return { json: { deleted: true, ...IDs, ...(name !== undefined && { name }), ...removed } };
	},
});
