import { defineOperation, unlessMissing } from '../../core';
import { envelopeId } from '../locators/envelopeId';

export const deleteEnvelope = defineOperation({
	name: 'Delete',
	action: 'Delete envelope',
	description:
		'Remove an envelope with all its documents, fields and participants. This cannot be undone.',
	properties: [envelopeId],
	run: async ({ id, request }) => {
		const envelopeID = id('envelopeId');
		await request('DELETE /sign/envelopes/{envelopeID}', {
			envelopeID,
			settle: async () => {
				const left = await unlessMissing(
					request('GET /sign/envelopes/{envelopeID}', { envelopeID }),
				);
				return left && left.status !== 'deleted' ? 'repeat' : { reply: undefined };
			},
		});
		return { json: { deleted: true, envelopeID } };
	},
});
